// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/** Families of models that a backend may know. */
public enum ModelKind {
  /**
   * Graph convolutional network (Kipf and Welling, ICLR 2017, equation 2): {@code h'_v = sum_{u in
   * N(v) + v} h_u W / sqrt(d_u d_v) + b}, degrees of the whole graph with self loops.
   */
  GCN,
  /**
   * GraphSAGE with the mean aggregator (Hamilton, Ying, Leskovec, NIPS 2017, algorithm 1): {@code
   * h'_v = h_v W_self + mean_{u in N(v)} h_u W_neighbor + b}.
   */
  GRAPHSAGE
}
