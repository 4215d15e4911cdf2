// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/**
 * Chooses the vertices of each batch of a trainer. Has no state and no randomness of its own: the
 * same arguments give the same vertices. Called by several threads.
 */
public interface SubgraphChooser {
  /**
   * Batches of a trainer in an epoch, the same number for all trainers.
   *
   * @param sizes of the graph and the job
   * @return 1 or more
   */
  int batches(SubgraphSizes sizes);

  /** Vertices of a subgraph, at most: what memory is reserved for. */
  default long mostVertices(SubgraphSizes sizes) {
    return sizes.vertices();
  }

  /**
   * Subgraphs that are drawn before training to count how often each vertex and edge is in one, by
   * which losses and sums are normalised (GraphSAINT, Zeng et al., ICLR 2020, section 3.2); 0 for
   * not at all. A loss of a seed is divided by the share of subgraphs that have it; where the model
   * adds up weighted neighbours, a neighbour's weight by the share of the vertex's subgraphs that
   * have the edge.
   */
  default int countedSubgraphs(SubgraphSizes sizes) {
    return 0;
  }

  /**
   * Hops by which each subgraph is larger than the vertices that are chosen; its additional
   * vertices pass their rows on, and nothing is learned of them.
   */
  default int boundaryHops() {
    return 0;
  }

  /**
   * The vertices of a batch.
   *
   * @param graph what may be asked of the graph
   * @param epoch from 0
   * @param batch {@code 0 .. batches - 1}
   * @param batches of the trainer in an epoch
   * @param keys of random streams
   * @return ids, each once, in any order; the batch learns of those of the trainer's {@linkplain
   *     GraphAccess#seeds() seeds} that are among them
   */
  long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys);
}
