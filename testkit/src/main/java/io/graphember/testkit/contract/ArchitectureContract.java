// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import io.graphember.spi.setting.Tag;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/**
 * What every model keeps. An implementor extends this class and returns the architecture, with
 * options that its layers take. The model is computed by {@link ReferenceBackend}, so nothing but
 * its programs is tested: engines have a contract of their own. Takes a second.
 */
public abstract class ArchitectureContract {
  private static final long KEY = 20_261_123;
  private static final int POINTS = 3;
  private static final double TOLERANCE = 1e-5;
  private static final int INPUT = 4;
  private static final int HIDDEN = 6;
  private static final int OUTPUT = 4;

  /** A new instance of the architecture under test. */
  protected abstract Architecture architecture();

  /** Options of its layers: heads divide {@value #HIDDEN} and {@value #OUTPUT}. */
  protected LayerOptions options() {
    return LayerOptions.DEFAULT;
  }

  private ModelSpec spec(int layers, float dropout) {
    return new ModelSpec(architecture(), INPUT, HIDDEN, OUTPUT, layers, dropout, dropout)
        .with(options());
  }

  private static BatchCase step(ModelSpec spec, long key) {
    return BatchFixtures.random(spec.kind().name(), spec, 4, 3, key);
  }

  /** Stored models are found by their names, and compared with what a job says. */
  @Test
  public void hasANameAndNoState() {
    assertThat(architecture().name()).isNotBlank();
    assertThat(architecture()).isEqualTo(architecture()).hasSameHashCodeAs(architecture());
    assertThat(spec(2, 0.5f).programs()).isEqualTo(spec(2, 0.5f).programs());
  }

  /** A job file that says none of its settings, and a program that gives none, mean the same. */
  @Test
  public void hasItsDefaultsWithoutParameters() throws ReflectiveOperationException {
    Class<? extends Architecture> record = architecture().getClass();
    assertThat(record).isRecord().hasAnnotation(Tag.class).isPublic();
    assertThat(SettingsDocument.parse("defaults", "{}").bind(record))
        .isEqualTo(record.getConstructor().newInstance());
  }

  @Test
  public void isAModelOfAnyDepth() {
    for (int layers : new int[] {1, 2, 3, 4, 16}) {
      ModelSpec spec = spec(layers, 0.5f);
      for (int k = 0; k < layers; k++) {
        Program program = spec.program(k);
        assertThat(program.operation(0).operator()).isEqualTo(Operator.INPUT);
        assertThat(program.operation(0).columns()).isEqualTo(spec.layerInput(k));
        assertThat(program.output().space()).isEqualTo(Space.DESTINATIONS);
        assertThat(program.output().columns()).isEqualTo(spec.layerOutput(k));
      }
      assertThat(spec.layout().parameters())
          .as("names of parameters")
          .extracting(ParameterLayout.Parameter::name)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  public void isEvaluatedWithoutDropout() {
    for (Program program : spec(2, 0.5f).programs()) {
      assertThat(program.inEvaluation().uses(Operator.DROPOUT)).isFalse();
      assertThat(program.inEvaluation().weights()).isEqualTo(program.weights());
    }
  }

  /** A function may have a kink, a maximum say, near one point, but not near all of some. */
  @Test
  public void gradientsAreDifferencesOfTheLoss() {
    for (int layers = 1; layers <= 2; layers++) {
      ModelSpec spec = spec(layers, 0);
      Optional<AssertionError> failure = failureOfGradients(step(spec, KEY));
      for (int attempt = 1; attempt < POINTS && failure.isPresent(); attempt++) {
        failure = failureOfGradients(step(spec, KEY + attempt));
      }
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
  }

  private static Optional<AssertionError> failureOfGradients(BatchCase step) {
    try (ModelSession session = new ReferenceBackend().open(step.spec())) {
      StepOutcome outcome = StepOutcome.of(session, step);
      DoubleSupplier loss = Gradients.loss(session, step);
      ByteBuffer rows = ((BatchInput.Rows) step.batch().input()).rows();
      Gradients.assertIsGradient(loss, step.parameters(), outcome.slopes(step));
      Gradients.assertIsGradient(loss, rows, outcome.inputGradients());
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(e);
    }
  }

  /** A vertex without neighbours is computed like any other. */
  @Test
  public void destinationsMayHaveNoNeighbors() {
    ModelSpec spec = spec(2, 0);
    BatchCase step = BatchFixtures.random(spec.kind().name(), spec, 4, 0, KEY);
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      for (float logit : StepOutcome.of(session, step).logits()) {
        assertThat(logit).isFinite();
      }
    }
  }

  /** Where sums of neighbours may be made where their rows are, they are the same. */
  @Test
  public void aggregatedInputGivesTheSame() {
    ModelSpec spec = spec(2, 0);
    if (spec.program(0).typedAggregator().isPresent()) {
      BatchCase step = step(spec, KEY);
      try (ModelSession session = new ReferenceBackend().open(spec)) {
        StepOutcome.of(session, step.pushedDown())
            .assertAgrees(step, StepOutcome.ofParameters(session, step), TOLERANCE);
      }
    }
  }
}
