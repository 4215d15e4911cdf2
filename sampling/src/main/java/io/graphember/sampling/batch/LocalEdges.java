// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * The edges of a hop that lie in one partition, destination after destination.
 *
 * @param vertices local number there of each destination that has edges there, in the order of the
 *     destinations
 * @param counts edges of each
 * @param slots number of each one's first edge in the hop; the others follow
 * @param asked as {@code counts}, but -1 for a whole list
 * @param positions positions in the destinations' local lists, but for whole lists; empty of a
 *     partition in this process
 * @param neighbors local number there of each edge's source; empty of a partition elsewhere
 */
public record LocalEdges(
    int[] vertices, int[] counts, int[] slots, int[] asked, int[] positions, int[] neighbors) {}
