// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

/**
 * One direction of the edges of a partition.
 *
 * @param lists the neighbours of each vertex
 * @param types which of them are of which edge type
 */
public record EdgeIndex(Adjacency lists, EdgeTypeRanges types) {}
