// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

/**
 * The other replicas of the vertices of a partition in plain arrays: lists by local vertex, each in
 * ascending order of partition and without the partition itself.
 *
 * @param offsets [vertices + 1], first entry of each vertex, and the end; an interior vertex has
 *     none
 * @param partitions [replicas], partition of each entry
 * @param locals [replicas], local number of the vertex there
 * @param inDegrees [replicas], in-edges of the vertex there
 * @param outDegrees [replicas], out-edges of the vertex there
 */
public record ReplicaLists(
    int[] offsets, int[] partitions, int[] locals, int[] inDegrees, int[] outDegrees) {}
