// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.training.job.task.Objective;
import io.graphember.training.job.update.RetrainSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetrainDecisionTest {
  private static final GraphChange BASE = new GraphChange(7, 100, 900, 0);
  private static final long LOOKED = 1_000_000;
  private static final long DUE = LOOKED + 60_000;

  private static RetrainSettings settings(double share, @Nullable Double drop) {
    return new RetrainSettings(share, drop, 60, 5, 0);
  }

  private static RetrainWatch watch(@Nullable Double figure) {
    return new RetrainWatch(
        "papers", "sage", "{}", null, BASE, BASE.version(), figure, LOOKED, null, 0, 0, null);
  }

  private static RetrainDecision decide(
      RetrainSettings settings, @Nullable Double figure, GraphChange current, long now) {
    return RetrainDecision.of(settings, Objective.CLASSIFICATION, watch(figure), current, now);
  }

  /** Vertices and edges that came or went, by all of the 1000 there were. */
  @ParameterizedTest
  @CsvSource({
    "100, 900, 0",
    "110, 940, 0.05",
    "90, 940, 0.05",
    "110, 890, 0.02",
    "100, 0, 0.9",
    "0, 3000, 2.2"
  })
  void theShareThatHasChangedIsOfVerticesAndEdges(long vertices, long edges, double share) {
    assertThat(BASE.share(new GraphChange(8, vertices, edges, 0))).isCloseTo(share, within(1e-12));
    assertThat(new GraphChange(1, 0, 0, 0).share(new GraphChange(2, 3, 0, 0))).isEqualTo(3);
    assertThat(BASE.share(new GraphChange(8, 100, 900, 50)))
        .as("as many rows went as came")
        .isEqualTo(0.05);
    assertThat(new GraphChange(7, 100, 900, 50).share(new GraphChange(8, 100, 900, 0)))
        .as("loaded anew meanwhile")
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({"949, false", "950, true", "851, false", "850, true"})
  void enoughMustHaveChanged(long edges, boolean begins) {
    final RetrainDecision decision =
        decide(settings(0.05, null), 0.9, new GraphChange(8, 100, edges, 0), DUE);
    assertThat(decision.begins()).isEqualTo(begins);
    assertThat(decision.onlyBelow()).isEmpty();
  }

  @Test
  void aVersionIsLookedAtOnce() {
    assertThat(decide(settings(0, null), 0.9, BASE, DUE).begins()).isFalse();
    assertThat(decide(settings(0, null), 0.9, new GraphChange(8, 100, 900, 0), DUE).begins())
        .isTrue();
    final RetrainWatch seen = watch(0.9).spared(9, LOOKED, "good enough");
    assertThat(
            RetrainDecision.of(
                    settings(0, null),
                    Objective.CLASSIFICATION,
                    seen,
                    new GraphChange(9, 900, 900, 0),
                    DUE)
                .begins())
        .isFalse();
  }

  @Test
  void notMoreOftenThanTheSettingSays() {
    final GraphChange current = new GraphChange(8, 500, 900, 0);
    assertThat(decide(settings(0.05, null), 0.9, current, DUE - 1).begins()).isFalse();
    assertThat(decide(settings(0.05, null), 0.9, current, DUE).begins()).isTrue();
  }

  /** Whether the figure has fallen is found out by the job itself. */
  @Test
  void aFigureIsLookedAtOnANewVersion() {
    final GraphChange current = new GraphChange(8, 101, 900, 0);
    final RetrainDecision decision = decide(settings(0.05, 0.1), 0.9, current, DUE);
    assertThat(decision.begins()).isTrue();
    assertThat(decision.onlyBelow().getAsDouble()).isCloseTo(0.8, within(1e-12));
    assertThat(decide(settings(0.05, 0.1), null, current, DUE).begins()).isFalse();
    assertThat(decide(settings(0.05, null), 0.9, current, DUE).begins()).isFalse();
    // Enough has changed: the model is trained on whatever its figure is.
    assertThat(decide(settings(0.001, 0.1), 0.9, current, DUE).onlyBelow()).isEmpty();
  }

  /** Of errors less is better. */
  @Test
  void anErrorMustHaveRisen() {
    final RetrainDecision decision =
        RetrainDecision.of(
            settings(0.05, 0.1),
            Objective.REGRESSION,
            watch(0.5),
            new GraphChange(8, 101, 900, 0),
            DUE);
    assertThat(decision.onlyBelow().getAsDouble()).isCloseTo(0.6, within(1e-12));
  }
}
