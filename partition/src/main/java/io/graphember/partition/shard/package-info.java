// SPDX-License-Identifier: Apache-2.0
/**
 * A graph that is loaded into several nodes: the part of one node, and all parts as a node sees
 * them that writes a partition.
 */
@NullMarked
package io.graphember.partition.shard;

import org.jspecify.annotations.NullMarked;
