// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.StepResult;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.Arrays;

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

  /** Takes the step, with the gradients of the input if it has any. */
  static StepOutcome of(ModelSession session, BatchCase step) {
    return of(session, step, step.batch().input() instanceof BatchInput.Rows);
  }

  /** Takes the step for the gradients of the parameters alone. */
  static StepOutcome ofParameters(ModelSession session, BatchCase step) {
    return of(session, step, false);
  }

  private static StepOutcome of(ModelSession session, BatchCase step, boolean rows) {
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

  /** The gradients with 0 for statistics, of which the loss of a step is no function. */
  float[] slopes(BatchCase step) {
    float[] slopes = gradients.clone();
    for (int place : step.spec().layout().statistics()) {
      slopes[place] = 0;
    }
    return slopes;
  }

  /** What is overwritten may hold anything before. */
  private static ByteBuffer dirty(ByteBuffer buffer) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, NOISE);
    }
    return buffer;
  }

  /** Fails unless this is what is expected. */
  void assertAgrees(BatchCase step, StepOutcome expected, double tolerance) {
    double loss = expected.result.lossSum();
    assertThat(result.lossSum()).as(step.name()).isCloseTo(loss, within(tolerance * loss));
    assertThat(result.correct()).as(step.name()).isEqualTo(expected.result.correct());
    for (ParameterLayout.Parameter parameter : step.spec().layout().parameters()) {
      int begin = parameter.offset();
      int end = begin + parameter.length();
      Closeness.assertClose(
          "gradient of " + parameter.name(),
          Arrays.copyOfRange(gradients, begin, end),
          Arrays.copyOfRange(expected.gradients, begin, end),
          tolerance);
    }
    if (inputGradients.length > 0) {
      Closeness.assertClose("input gradients", inputGradients, expected.inputGradients, tolerance);
    }
    Closeness.assertClose("scores", scores, expected.scores, tolerance);
    Closeness.assertClose("logits", logits, expected.logits, tolerance);
    Closeness.assertClose("embeddings", embeddings, expected.embeddings, tolerance);
  }
}
