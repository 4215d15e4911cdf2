// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/** How the batches of a policy are made. */
public sealed interface BatchView {
  /** Some vertices or edges with the neighbours that the fanouts of the job take. */
  record Neighborhoods() implements BatchView {}

  /**
   * All that is trained on, with all neighbours.
   *
   * @param recompute true to keep few rows of a step that partitions compute, and to compute the
   *     others again on the way back: half the memory or less, for the time of one more pass
   *     forward
   */
  record WholeGraph(boolean recompute) implements BatchView {}

  /**
   * Subgraphs: all edges between the vertices that are chosen, in every layer.
   *
   * @param chooser chooses the vertices
   */
  record Subgraphs(SubgraphChooser chooser) implements BatchView {}
}
