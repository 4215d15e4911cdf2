// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.spi.model.Operator;

/** How a layer adds up its neighbours, which decides the coefficients of a block. */
public enum Aggregation {
  /** Mean over the sampled neighbours; no coefficients (GraphSAGE). */
  MEAN(Operator.NEIGHBOR_MEAN),
  /** Sum over the sampled neighbours; no coefficients (GIN). */
  SUM(Operator.NEIGHBOR_SUM),
  /**
   * Symmetric normalisation with self loops (GCN, Kipf and Welling, equation 2): {@code 1 /
   * sqrt((d_u + 1)(d_v + 1))} with in-degrees d of the whole graph. Where k of d_v neighbours were
   * sampled the coefficients of the edges are multiplied by d_v / k, so that the sum keeps its
   * expectation.
   */
  GCN_NORM(Operator.NEIGHBOR_WEIGHTED_SUM);

  private final Operator operator;

  Aggregation(Operator operator) {
    this.operator = operator;
  }

  /** The operator whose operands may be added up where they are. */
  public Operator operator() {
    return operator;
  }
}
