// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;

/**
 * One model on one engine, used by one thread at a time (it may be another thread each time).
 *
 * <p>Parameters and gradients are direct buffers in native byte order that hold {@link
 * ParameterLayout#length()} floats from position 0. A call reads and writes the caller's buffers
 * and keeps none of them; nothing of the engine outlives the call, so native memory stays flat. A
 * batch without seeds gives a loss of 0 and zero gradients.
 */
public interface ModelSession extends AutoCloseable {
  /** The model of this session. */
  ModelSpec spec();

  /**
   * Forward and backward pass in training mode.
   *
   * @param batch one block for each layer of the model
   * @param targets labels of the seeds
   * @param parameters read
   * @param gradients overwritten with the gradient of {@code scale * loss sum}
   * @param inputGradients overwritten with the gradient of the input rows, float32[sources of layer
   *     0, inputDim]; null if it is not wanted; must be null for {@link BatchInput.Aggregated}
   * @throws IllegalStateException after {@link #close()}
   */
  StepResult forwardBackward(
      MiniBatch batch,
      ClassTargets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients);

  /**
   * Forward pass in evaluation mode: no dropout.
   *
   * @param batch one block for each layer of the model
   * @param parameters read
   * @param logits receives float32[seeds, outputDim]
   * @param embeddings receives float32[seeds, {@link ModelSpec#embeddingDim()}]; null if not wanted
   * @throws IllegalStateException after {@link #close()}
   */
  void forward(MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings);

  /** Frees what the session holds; closing twice is harmless. */
  @Override
  void close();
}
