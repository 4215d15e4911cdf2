// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.StepResult;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;

/**
 * All that one training step and one forward pass give, copied out of the buffers.
 *
 * @param result what the step reported
 * @param gradients gradients of the parameters
 * @param inputGradients gradients of the input rows; empty for aggregated input
 * @param logits logits in evaluation mode
 * @param embeddings embeddings in evaluation mode
 * @param scores scores of the targets' pairs in evaluation mode; empty without pairs
 */
record StepOutcome(
    StepResult result,
    float[] gradients,
    float[] inputGradients,
    float[] logits,
    float[] embeddings,
    float[] scores) {

  private static final byte NOISE = 0x3C;

  /** Takes the step. */
  static StepOutcome of(ModelSession session, BatchCase step) {
    boolean rows = step.batch().input() instanceof BatchInput.Rows;
    ByteBuffer gradients = dirty(step.newGradients());
    ByteBuffer inputGradients = rows ? dirty(step.newInputGradients()) : DirectBuffers.zeros(0);
    StepResult result =
        session.forwardBackward(
            step.batch(),
            step.targets(),
            step.parameters(),
            gradients,
            rows ? inputGradients : null);
    ByteBuffer logits = dirty(step.newLogits());
    ByteBuffer embeddings = dirty(step.newEmbeddings());
    session.forward(step.batch(), step.parameters(), logits, embeddings);
    ByteBuffer scores =
        dirty(DirectBuffers.zeros(step.targets().rows(step.batch()) * step.spec().outputs()));
    step.targets()
        .pairs()
        .ifPresent(pairs -> session.score(step.batch(), pairs, step.parameters(), scores));
    return new StepOutcome(
        result,
        DirectBuffers.floats(gradients),
        DirectBuffers.floats(inputGradients),
        DirectBuffers.floats(logits),
        DirectBuffers.floats(embeddings),
        DirectBuffers.floats(scores));
  }

  /** What is overwritten may hold anything before. */
  private static ByteBuffer dirty(ByteBuffer buffer) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, NOISE);
    }
    return buffer;
  }
}
