// SPDX-License-Identifier: Apache-2.0
/**
 * What a node holds of a partition: topology, keys, labels, feature rows; and the bytes in which
 * the durable cache keeps them.
 */
@NullMarked
package io.graphember.graph.store;

import org.jspecify.annotations.NullMarked;
