// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.spi.model.Operator;

/**
 * What is known of a slice whose dense parts are models from elsewhere.
 *
 * @param input floats of a row that enters
 * @param aggregator how neighbours' rows are brought together: {@link Operator#NEIGHBOR_SUM},
 *     {@link Operator#NEIGHBOR_MEAN} or {@link Operator#NEIGHBOR_WEIGHTED_SUM}, which is GCN's
 * @param shared floats that a vertex is transformed to for its neighbours, 0 if they read it as it
 *     enters
 * @param own floats that it is transformed to for itself, 0 if it is not
 * @param self which of these rows a vertex reads of itself
 * @param output floats of a row that leaves
 */
public record SliceShape(
    int input, Operator aggregator, int shared, int own, Self self, int output) {
  /** A row of a vertex. */
  public enum Self {
    /** As it enters. */
    INPUT,
    /** As its neighbours read it. */
    SHARED,
    /** As it is transformed for itself. */
    OWN
  }

  /** Floats of an aggregated row. */
  int aggregated() {
    return shared == 0 ? input : shared;
  }
}
