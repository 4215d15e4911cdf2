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
 * @param normalization how every layer but the outputs' is normalised before its activation
 * @param jumpingKnowledge what the outputs are made of
 * @param dense layers without neighbours
 */
public record LayerOptions(
    int edgeDim,
    int edgeTypes,
    int vertexTypes,
    boolean residual,
    Normalization normalization,
    JumpingKnowledge jumpingKnowledge,
    DenseLayers dense) {

  /** One type of each sort, nothing else. */
  public static final LayerOptions DEFAULT =
      new LayerOptions(0, 1, 1, false, Normalization.NONE, JumpingKnowledge.NONE, DenseLayers.NONE);

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
    return new LayerOptions(
        columns, edgeTypes, vertexTypes, residual, normalization, jumpingKnowledge, dense);
  }

  /** The same with types of edges and vertices. */
  public LayerOptions withTypes(int ofEdges, int ofVertices) {
    return new LayerOptions(
        edgeDim, ofEdges, ofVertices, residual, normalization, jumpingKnowledge, dense);
  }

  /** The same with or without residual connections, and normalised so. */
  public LayerOptions with(boolean residuals, Normalization norms) {
    return new LayerOptions(
        edgeDim, edgeTypes, vertexTypes, residuals, norms, jumpingKnowledge, dense);
  }

  /** The same with other outputs and dense layers. */
  public LayerOptions with(JumpingKnowledge jumping, DenseLayers layers) {
    return new LayerOptions(
        edgeDim, edgeTypes, vertexTypes, residual, normalization, jumping, layers);
  }

  /** True if the last layer is followed by dense ones, which give the outputs. */
  public boolean endsDense() {
    return jumpingKnowledge != JumpingKnowledge.NONE || dense.after() > 0;
  }

  /**
   * What leaves a layer that is not the outputs': the destinations' rows as they entered it, and
   * what it has made of them.
   *
   * @param layer its number
   */
  public Destinations handedOn(int layer, Destinations entered, Destinations left) {
    return layer == 0 ? left : jumpingKnowledge.handedOn(entered, left);
  }

  /**
   * The outputs, of what has left the last layer.
   *
   * @param dropout share of values dropped in training of what enters the dense layers
   */
  public Destinations outputs(Destinations handedOn, int hidden, int out, float dropout) {
    return dense.after(jumpingKnowledge.of(handedOn, hidden).dropout(dropout), hidden, out);
  }

  /** With the dense layers that follow a layer but the last. */
  public Destinations densely(Destinations left) {
    return dense.between(left);
  }
}
