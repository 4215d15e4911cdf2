// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.batch;

import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;

/**
 * Everything one training step needs.
 *
 * @param name what the case is about, shown by the test runner
 * @param spec model
 * @param batch mini-batch that fits the model
 * @param targets what the batch is to teach
 * @param parameters float32[{@code spec.layout().length()}], random
 */
public record BatchCase(
    String name, ModelSpec spec, MiniBatch batch, Targets targets, ByteBuffer parameters) {

  /** A new gradient buffer for the parameters. */
  public ByteBuffer newGradients() {
    return DirectBuffers.zeros(spec.layout().length());
  }

  /** A new gradient buffer for the input rows. */
  public ByteBuffer newInputGradients() {
    return DirectBuffers.zeros(batch.blocks().get(0).sources() * spec.inputDim());
  }

  /** A new buffer for the seeds' logits. */
  public ByteBuffer newLogits() {
    return DirectBuffers.zeros(batch.seeds() * spec.outputDim());
  }

  /** A new buffer for the seeds' embeddings. */
  public ByteBuffer newEmbeddings() {
    return DirectBuffers.zeros(batch.seeds() * spec.embeddingDim());
  }

  /** The same step with its rows aggregated beforehand, as by push-down. */
  public BatchCase pushedDown() {
    return new BatchCase(
        name + ", pushed down", spec, BatchFixtures.pushedDown(spec, batch), targets, parameters);
  }

  /** A step with rows of which most values are zero. */
  public BatchCase withZeros() {
    return new BatchCase(
        name + ", with zeros", spec, BatchFixtures.withZeros(batch, .7f), targets, parameters);
  }

  /** The same step with its rows as sparse ones. */
  public BatchCase sparse() {
    return new BatchCase(
        name + ", sparse", spec, BatchFixtures.sparse(spec, batch), targets, parameters);
  }

  /** The same step with equal values in other buffers. */
  public BatchCase copy() {
    return new BatchCase(
        name,
        spec,
        BatchFixtures.copyOf(batch),
        BatchFixtures.withBuffers(targets, DirectBuffers::copyOf),
        DirectBuffers.copyOf(parameters));
  }

  @Override
  public String toString() {
    return name;
  }
}
