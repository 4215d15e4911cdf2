// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * What a model's layers may have beside their widths. Each architecture uses what it needs.
 *
 * @param heads attention heads of a layer but the last, whose rows they share; at least 1
 * @param outputHeads attention heads of the last layer, which are averaged; at least 1
 * @param attentionSlope slope of the leaky ReLU of GAT, GATv2 and GAT-E below 0, {@code [0, 1)}
 * @param attentionDropout share of attention weights dropped in training, {@code [0, 1)}
 * @param edgeDim features of an edge, 0 for none
 * @param edgeTypes number of edge types, at least 1
 * @param vertexTypes number of vertex types, at least 1
 * @param bases matrices that those of RGCN's edge types are combined of; 0 for one of each type's
 *     own
 * @param residual whether the destinations' rows that enter a layer are added to those that leave
 *     it (He et al., CVPR 2016), after a product where the widths differ
 * @param layerNorm whether every layer but the last is normalised before its activation
 */
public record LayerOptions(
    int heads,
    int outputHeads,
    float attentionSlope,
    float attentionDropout,
    int edgeDim,
    int edgeTypes,
    int vertexTypes,
    int bases,
    boolean residual,
    boolean layerNorm) {

  /** One head, a slope of 0.2, one type of each sort, nothing else. */
  public static final LayerOptions DEFAULT =
      new LayerOptions(1, 1, 0.2f, 0, 0, 1, 1, 0, false, false);

  /** Checks the ranges. */
  public LayerOptions {
    if (heads < 1 || outputHeads < 1 || edgeTypes < 1 || vertexTypes < 1) {
      throw new IllegalArgumentException(
          "heads and types must be at least 1: heads=%d outputHeads=%d edgeTypes=%d vertexTypes=%d"
              .formatted(heads, outputHeads, edgeTypes, vertexTypes));
    }
    if (edgeDim < 0 || bases < 0) {
      throw new IllegalArgumentException(
          "edgeDim and bases must not be negative: edgeDim=%d bases=%d".formatted(edgeDim, bases));
    }
    if (!(attentionSlope >= 0 && attentionSlope < 1)
        || !(attentionDropout >= 0 && attentionDropout < 1)) {
      throw new IllegalArgumentException(
          "slope and dropout of attention must be in [0, 1): slope=%s dropout=%s"
              .formatted(attentionSlope, attentionDropout));
    }
  }

  /** The same with other heads. */
  public LayerOptions withHeads(int hidden, int output) {
    return new LayerOptions(
        hidden,
        output,
        attentionSlope,
        attentionDropout,
        edgeDim,
        edgeTypes,
        vertexTypes,
        bases,
        residual,
        layerNorm);
  }

  /** The same with another attention. */
  public LayerOptions withAttention(float slope, float dropout) {
    return new LayerOptions(
        heads,
        outputHeads,
        slope,
        dropout,
        edgeDim,
        edgeTypes,
        vertexTypes,
        bases,
        residual,
        layerNorm);
  }

  /** The same with features of edges. */
  public LayerOptions withEdgeDim(int columns) {
    return new LayerOptions(
        heads,
        outputHeads,
        attentionSlope,
        attentionDropout,
        columns,
        edgeTypes,
        vertexTypes,
        bases,
        residual,
        layerNorm);
  }

  /** The same with types of edges and vertices. */
  public LayerOptions withTypes(int ofEdges, int ofVertices) {
    return new LayerOptions(
        heads,
        outputHeads,
        attentionSlope,
        attentionDropout,
        edgeDim,
        ofEdges,
        ofVertices,
        bases,
        residual,
        layerNorm);
  }

  /** The same with so many bases. */
  public LayerOptions withBases(int count) {
    return new LayerOptions(
        heads,
        outputHeads,
        attentionSlope,
        attentionDropout,
        edgeDim,
        edgeTypes,
        vertexTypes,
        count,
        residual,
        layerNorm);
  }

  /** The same with or without residual connections and normalisation. */
  public LayerOptions with(boolean residuals, boolean norms) {
    return new LayerOptions(
        heads,
        outputHeads,
        attentionSlope,
        attentionDropout,
        edgeDim,
        edgeTypes,
        vertexTypes,
        bases,
        residuals,
        norms);
  }
}
