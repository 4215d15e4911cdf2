// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * What a model's layers may have beside their widths, whatever its architecture is: what the graph
 * has, and what every model may have. Each architecture uses what it needs.
 *
 * @param edgeDim features of an edge, 0 for none
 * @param edgeTypes number of edge types, at least 1
 * @param vertexTypes number of vertex types, at least 1
 * @param residual whether the destinations' rows that enter a layer are added to those that leave
 *     it (He et al., CVPR 2016), after a product where the widths differ
 * @param normalization how every layer but the last is normalised before its activation
 */
public record LayerOptions(
    int edgeDim, int edgeTypes, int vertexTypes, boolean residual, Normalization normalization) {

  /** One type of each sort, nothing else. */
  public static final LayerOptions DEFAULT = new LayerOptions(0, 1, 1, false, Normalization.NONE);

  /** Checks the ranges. */
  public LayerOptions {
    if (edgeTypes < 1 || vertexTypes < 1) {
      throw new IllegalArgumentException(
          "types must be at least 1: edgeTypes=%d vertexTypes=%d"
              .formatted(edgeTypes, vertexTypes));
    }
    if (edgeDim < 0) {
      throw new IllegalArgumentException("edgeDim must not be negative: edgeDim=" + edgeDim);
    }
  }

  /** The same with features of edges. */
  public LayerOptions withEdgeDim(int columns) {
    return new LayerOptions(columns, edgeTypes, vertexTypes, residual, normalization);
  }

  /** The same with types of edges and vertices. */
  public LayerOptions withTypes(int ofEdges, int ofVertices) {
    return new LayerOptions(edgeDim, ofEdges, ofVertices, residual, normalization);
  }

  /** The same with or without residual connections, and normalised so. */
  public LayerOptions with(boolean residuals, Normalization norms) {
    return new LayerOptions(edgeDim, edgeTypes, vertexTypes, residuals, norms);
  }
}
