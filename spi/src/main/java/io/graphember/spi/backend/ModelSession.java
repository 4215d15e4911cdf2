// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One model on one engine, used by one thread at a time (it may be another thread each time).
 *
 * <p>Parameters and gradients are direct buffers in native byte order that hold {@link
 * ParameterLayout#length()} floats from position 0. A call reads and writes the caller's buffers
 * and keeps none of them; nothing of the engine outlives the call, so native memory stays flat. A
 * step without seeds or without pairs gives a loss of 0 and zero gradients.
 */
public interface ModelSession extends AutoCloseable {
  /** The model of this session. */
  ModelSpec spec();

  /** True if batches may have {@link BatchInput.Sparse}. */
  default boolean takesSparse() {
    return false;
  }

  /**
   * Forward and backward pass in training mode.
   *
   * @param batch one block for each layer of the model
   * @param targets what is to be learned
   * @param parameters read
   * @param gradients overwritten with the gradient of {@code scale * loss sum}; in the places of
   *     {@linkplain ParameterLayout.Parameter#statistic() statistics} with their values less those
   *     of the batch, whatever the scale is
   * @param inputGradients overwritten with the gradient of the input rows, float32[sources of layer
   *     0, inputDim]; null if it is not wanted; must be null unless the input is {@link
   *     BatchInput.Rows}
   * @throws IllegalArgumentException if the batch or the targets do not fit the model, see {@link
   *     ModelSpec#requireStepFits}
   * @throws IllegalStateException after {@link #close()}
   */
  StepResult forwardBackward(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients);

  /**
   * Forward pass in evaluation mode: no dropout, statistics as they are.
   *
   * @param batch one block for each layer of the model
   * @param parameters read
   * @param logits receives float32[seeds, outputDim]
   * @param embeddings receives float32[seeds, {@link ModelSpec#embeddingDim()}]; null if not wanted
   * @throws IllegalStateException after {@link #close()}
   */
  void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings);

  /**
   * Forward pass in evaluation mode, and the decoder.
   *
   * @param batch one block for each layer of the model
   * @param pairs pairs of its seeds
   * @param parameters read
   * @param scores receives float32[pairs, {@link ModelSpec#outputs()}]
   * @throws IllegalArgumentException if the batch does not fit the model or it has no decoder
   * @throws IllegalStateException after {@link #close()}
   */
  void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores);

  /** What copies between the caller's buffers and the engine's memory took so far. */
  default CopyTimes copyTimes() {
    return CopyTimes.NONE;
  }

  /** Frees what the session holds; closing twice is harmless. */
  @Override
  void close();
}
