// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.reference.ReferenceBackend;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a backend does with products that a node lends: its engine has less of a model to compute,
 * and everything comes out as without. A backend's test extends this class and says its provider.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LentProductsContract {
  private static final double TOLERANCE = 1e-4;

  private final ReferenceBackend reference = new ReferenceBackend();
  private final PlainProducts products = new PlainProducts();
  private final ForkJoinPool pool = new ForkJoinPool(2);
  private Backend alone;
  private Backend together;

  /** The provider under test; may be called more than once. */
  protected abstract BackendProvider provider();

  /** Opens it for one worker and for three. */
  @BeforeAll
  public void open() {
    alone = provider().open(settings(Workers.CALLER));
    together = provider().open(settings(new Workers(pool, 3)));
  }

  private BackendSettings settings(Workers workers) {
    return new BackendSettings(1, null, workers, Optional.of(products));
  }

  /** Closes both. */
  @AfterAll
  public void close() {
    alone.close();
    together.close();
    pool.shutdown();
  }

  /** Steps of all models that add up neighbours and of all tasks, with dropout and without. */
  protected Stream<BatchCase> cases() {
    return Stream.concat(
            ContractModel.all().stream()
                .flatMap(
                    model ->
                        Stream.concat(
                            ContractCases.all(model).stream(),
                            ContractCases.withoutDropout(model).stream())),
            ContractCases.tasks().stream())
        .filter(step -> step.spec().program(0).inEvaluation().typedAggregator().isPresent());
  }

  @ParameterizedTest
  @MethodSource("cases")
  public void rowsGiveTheSame(BatchCase step) {
    outcome(alone, step).assertAgrees(step, outcome(reference, step), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("cases")
  public void aggregatedInputGivesTheSame(BatchCase step) {
    if (step.spec().program(0).typedAggregator().isPresent()) {
      outcome(alone, step.pushedDown()).assertAgrees(step, outcome(reference, step), TOLERANCE);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  public void gradientsOfTheInputAreTheSame(BatchCase step) {
    try (ModelSession session = alone.open(step.spec());
        ModelSession exact = reference.open(step.spec())) {
      StepOutcome.of(session, step).assertAgrees(step, StepOutcome.of(exact, step), TOLERANCE);
    }
  }

  private static StepOutcome outcome(Backend backend, BatchCase step) {
    try (ModelSession session = backend.open(step.spec())) {
      return StepOutcome.ofParameters(session, step);
    }
  }

  /** Enough rows for several pieces and stretches; both layers add up before they multiply. */
  private static BatchCase large(ModelKind kind) {
    ModelSpec spec =
        new ModelSpec(kind, 9, 21, 22, 2, 0, 0).with(LayerOptions.DEFAULT.withTypes(3, 1));
    return BatchFixtures.random(kind + ", large", spec, 300, 5, 7);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCN", "GRAPHSAGE", "RGCN"})
  public void severalWorkersGiveTheSameBits(ModelKind kind) {
    final BatchCase step = large(kind);
    final int before = products.asked();
    final StepOutcome expected = outcome(alone, step);
    assertThat(products.asked() - before)
        .as("pieces, in a step and an evaluation")
        .isBetween(4, 99);
    final StepOutcome actual = outcome(together, step);
    assertThat(actual.gradients()).isEqualTo(expected.gradients());
    assertThat(actual.logits()).isEqualTo(expected.logits());
    expected.assertAgrees(step, outcome(reference, step), TOLERANCE);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCN", "GRAPHSAGE", "RGCN", "GAT"})
  public void severalWorkersGiveTheSameBitsOfSparseRows(ModelKind kind) {
    final BatchCase step = large(kind).withZeros();
    final StepOutcome expected = outcome(alone, step.sparse());
    final StepOutcome actual = outcome(together, step.sparse());
    assertThat(actual.gradients()).isEqualTo(expected.gradients());
    assertThat(actual.logits()).isEqualTo(expected.logits());
    expected.assertAgrees(step, outcome(reference, step), TOLERANCE);
  }

  @ParameterizedTest
  @EnumSource(names = {"GCN", "GRAPHSAGE", "RGCN"})
  public void severalWorkersGiveTheSameGradientsOfTheInput(ModelKind kind) {
    final BatchCase step = large(kind);
    try (ModelSession one = alone.open(step.spec());
        ModelSession three = together.open(step.spec());
        ModelSession exact = reference.open(step.spec())) {
      StepOutcome expected = StepOutcome.of(one, step);
      StepOutcome actual = StepOutcome.of(three, step);
      assertThat(actual.gradients()).isEqualTo(expected.gradients());
      assertThat(actual.inputGradients()).isEqualTo(expected.inputGradients());
      actual.assertAgrees(step, StepOutcome.of(exact, step), TOLERANCE);
    }
  }

  /** One piece a layer and pass: forward, and back for the gradient of what enters. */
  @Test
  public void everyLayerIsMultipliedHere() {
    final ModelSpec spec = new ModelSpec(ModelKind.GRAPHSAGE, 5, 7, 9, 3, 0, 0);
    final BatchCase step = BatchFixtures.random("three layers", spec, 4, 3, 11);
    try (ModelSession session = alone.open(spec)) {
      final int before = products.asked();
      session.forwardBackward(
          step.batch(), step.targets(), step.parameters(), step.newGradients(), null);
      assertThat(products.asked() - before).isEqualTo(3 + 2);
      session.forwardBackward(
          step.batch(),
          step.targets(),
          step.parameters(),
          step.newGradients(),
          step.newInputGradients());
      assertThat(products.asked() - before).isEqualTo(3 + 2 + 3 + 3);
      session.forward(step.batch(), step.parameters(), step.newLogits(), null);
      assertThat(products.asked() - before).isEqualTo(3 + 2 + 3 + 3 + 3);
    }
  }

  @Test
  public void aSmallBatchAfterALargeOneGivesWhatItGivesAlone() {
    final BatchCase large = large(ModelKind.GRAPHSAGE);
    final BatchCase small = BatchFixtures.random("small", large.spec(), 3, 2, 1);
    try (ModelSession session = together.open(large.spec())) {
      StepOutcome.ofParameters(session, large);
      StepOutcome.ofParameters(session, small)
          .assertAgrees(small, outcome(reference, small), TOLERANCE);
      StepOutcome.ofParameters(session, large)
          .assertAgrees(large, outcome(reference, large), TOLERANCE);
    }
  }
}
