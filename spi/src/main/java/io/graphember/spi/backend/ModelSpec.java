// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;

/**
 * A model, engine-neutral: what it computes and where each parameter lies.
 *
 * <p>Layer {@code k} maps rows of {@link #layerInput(int)} floats to rows of {@link
 * #layerOutput(int)} floats. Every layer but the last is followed by ReLU and hidden dropout; the
 * rows that enter layer 0 pass input dropout. The last layer's output rows are the logits, its
 * input rows (after ReLU, without dropout) are the embedding.
 *
 * @param kind family
 * @param inputDim floats of an input row, positive
 * @param hiddenDim floats of a hidden row, positive; unused with one layer
 * @param outputDim number of classes, positive
 * @param layers number of layers K, 1 to 4
 * @param inputDropout share of input values dropped in training, {@code [0, 1)}
 * @param hiddenDropout share of hidden values dropped in training, {@code [0, 1)}
 */
public record ModelSpec(
    ModelKind kind,
    int inputDim,
    int hiddenDim,
    int outputDim,
    int layers,
    float inputDropout,
    float hiddenDropout) {

  /** Largest number of layers. */
  public static final int MAX_LAYERS = 4;

  /** Checks the ranges. */
  public ModelSpec {
    if (inputDim < 1 || hiddenDim < 1 || outputDim < 1) {
      throw new IllegalArgumentException(
          "dimensions must be positive: input=%d hidden=%d output=%d"
              .formatted(inputDim, hiddenDim, outputDim));
    }
    if (layers < 1 || layers > MAX_LAYERS) {
      throw new IllegalArgumentException("layers must be 1 to " + MAX_LAYERS + ", was " + layers);
    }
    if (!(inputDropout >= 0 && inputDropout < 1) || !(hiddenDropout >= 0 && hiddenDropout < 1)) {
      throw new IllegalArgumentException(
          "dropout must be in [0, 1): input=%s hidden=%s".formatted(inputDropout, hiddenDropout));
    }
  }

  /** Floats of a row that enters layer {@code k}. */
  public int layerInput(int k) {
    return k == 0 ? inputDim : hiddenDim;
  }

  /** Floats of a row that leaves layer {@code k}. */
  public int layerOutput(int k) {
    return k == layers - 1 ? outputDim : hiddenDim;
  }

  /**
   * Floats of an embedding row: the input of the last layer, or its output if it is the only one.
   */
  public int embeddingDim() {
    return layers == 1 ? outputDim : hiddenDim;
  }

  /**
   * Checks that a batch fits this model, so that no backend reads past a buffer: one block a layer,
   * weighted blocks for GCN and means for GraphSAGE, input buffers long enough. Every session calls
   * it before it computes.
   *
   * @param batch batch to check; the values in its buffers are not looked at
   * @throws IllegalArgumentException naming what does not fit
   */
  public void requireFits(MiniBatch batch) {
    if (batch.blocks().size() != layers) {
      throw new IllegalArgumentException(
          "the batch has %d blocks, but the model %d layers"
              .formatted(batch.blocks().size(), layers));
    }
    for (Block block : batch.blocks()) {
      if (block.weighted() != (kind == ModelKind.GCN)) {
        throw new IllegalArgumentException(
            "%s needs blocks %s edge weights"
                .formatted(kind, kind == ModelKind.GCN ? "with" : "without"));
      }
    }
    Block first = batch.blocks().get(0);
    if (batch.input() instanceof BatchInput.Aggregated aggregated) {
      requireRows("self", aggregated.self(), first.destinations());
      requireRows("aggregated", aggregated.aggregated(), first.destinations());
    } else if (batch.input() instanceof BatchInput.Rows rows) {
      requireRows("rows", rows.rows(), first.sources());
    }
  }

  private void requireRows(String name, ByteBuffer buffer, int rows) {
    long bytes = 4L * rows * inputDim;
    if (buffer.capacity() < bytes) {
      throw new IllegalArgumentException(
          "%s holds %d bytes, needs %d for %d rows of %d floats"
              .formatted(name, buffer.capacity(), bytes, rows, inputDim));
    }
  }

  /**
   * The canonical parameter layout. Per layer {@code k}, in this order: GCN {@code layer<k>.weight
   * [in, out]}, {@code layer<k>.bias [out]}; GraphSAGE {@code layer<k>.weight_self [in, out]},
   * {@code layer<k>.weight_neighbor [in, out]}, {@code layer<k>.bias [out]}.
   */
  public ParameterLayout layout() {
    ParameterLayout.Builder layout = new ParameterLayout.Builder();
    for (int k = 0; k < layers; k++) {
      int in = layerInput(k);
      int out = layerOutput(k);
      String prefix = "layer" + k + ".";
      switch (kind) {
        case GCN -> layout.matrix(prefix + "weight", k, in, out);
        case GRAPHSAGE ->
            layout
                .matrix(prefix + "weight_self", k, in, out)
                .matrix(prefix + "weight_neighbor", k, in, out);
        default -> throw new AssertionError(kind);
      }
      layout.vector(prefix + "bias", k, out);
    }
    return layout.build();
  }
}
