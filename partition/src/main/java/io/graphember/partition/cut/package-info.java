// SPDX-License-Identifier: Apache-2.0
/**
 * Vertex cuts of up to 64 partitions, and what is done with one that is made: the simple graph of a
 * shard, the sets of partitions that hold its vertices, and the order of the partitions.
 */
@NullMarked
package io.graphember.partition.cut;

import org.jspecify.annotations.NullMarked;
