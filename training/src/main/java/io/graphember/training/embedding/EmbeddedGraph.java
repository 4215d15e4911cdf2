// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

/**
 * How large the graph of a job of embeddings is.
 *
 * @param vertices its vertices
 * @param edges its edges
 * @param relations its edge types
 * @param partitions its partitions
 */
public record EmbeddedGraph(long vertices, long edges, int relations, int partitions) {}
