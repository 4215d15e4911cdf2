// SPDX-License-Identifier: Apache-2.0
/**
 * What nodes say to one another while a graph is cut whose edges lie with several of them: which
 * vertex is at home where, messages, the port {@code ShardExchange}.
 *
 * <p>Nodes are not known here: a shard is a number.
 */
@NullMarked
package io.graphember.partition.exchange;

import org.jspecify.annotations.NullMarked;
