// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.kernels.sparse.SparseInputBackend;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.batch.NarrowModels;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both engines in one process, and the reference: parameters that one of them trained give the same
 * predictions in all.
 */
class EnginesTest {
  private static final int STEPS = 30;
  private static final float LEARNING_RATE = 0.02f;
  private static final double TOLERANCE = 1e-4;
  private static final LayerOptions OPTIONS = LayerOptions.DEFAULT.withTypes(3, 2).withEdgeDim(3);

  private static final List<Backend> BACKENDS = new ArrayList<>();

  @BeforeAll
  static void open() {
    for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
      BACKENDS.add(provider.open(new BackendSettings(1, Optional.empty())));
    }
    BACKENDS.add(new ReferenceBackend());
  }

  @AfterAll
  static void close() {
    BACKENDS.forEach(Backend::close);
  }

  @Test
  void bothEnginesAreThere() {
    assertThat(BACKENDS)
        .extracting(Backend::name)
        .containsExactlyInAnyOrder("djl", "tensorflow", "reference");
  }

  static List<Architecture> models() {
    return NarrowModels.withHeads(2);
  }

  @ParameterizedTest
  @MethodSource("models")
  void whatOneTrainsTheOthersPredictWith(Architecture kind) {
    predictWithWhatOthersTrain(new ModelSpec(kind, 20, 16, 6, 2, 0.2f, 0.2f).with(OPTIONS));
  }

  /** Running means are a part of what is trained. */
  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gcn", "gin", "gat"})
  void theySayTheSameWithStatisticsOfBatches(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    predictWithWhatOthersTrain(
        new ModelSpec(kind, 20, 16, 6, 2, 0.2f, 0.2f)
            .with(OPTIONS.with(false, Normalization.BATCH)));
  }

  private static void predictWithWhatOthersTrain(ModelSpec spec) {
    for (Backend trainer : BACKENDS) {
      BatchCase step = BatchFixtures.random(spec.kind().name(), spec, 30, 6, 3);
      train(trainer, step);
      float[] expected = predictions(trainer, step);
      for (Backend other : BACKENDS) {
        assertSamePredictions(trainer, expected, other, predictions(other, step));
      }
    }
  }

  /** What engines are left of a first layer is a model like any other. */
  @ParameterizedTest
  @ValueSource(strings = {"graphsage", "gcn", "gin", "gat", "rgcn"})
  void sparseRowsTrainTheSameOnAllEngines(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    ModelSpec spec = new ModelSpec(kind, 64, 16, 6, 2, 0.2f, 0.2f).with(OPTIONS);
    for (Backend engine : BACKENDS) {
      BatchCase dense = BatchFixtures.random(kind.name(), spec, 30, 6, 3).withZeros();
      BatchCase sparse = dense.copy().sparse();
      train(new SparseInputBackend(engine, Workers.CALLER), sparse);
      train(BACKENDS.get(BACKENDS.size() - 1), dense);
      assertSamePredictions(
          engine,
          predictions(new SparseInputBackend(engine, Workers.CALLER), sparse),
          engine,
          predictions(engine, dense));
    }
  }

  /** Gradient descent; moves the parameters of the step. */
  private static void train(Backend backend, BatchCase step) {
    ByteBuffer gradients = step.newGradients();
    ByteBuffer parameters = step.parameters();
    try (ModelSession session = backend.open(step.spec())) {
      for (int k = 0; k < STEPS; k++) {
        session.forwardBackward(step.batch(), step.targets(), parameters, gradients, null);
        for (int at = 0; at < gradients.capacity(); at += 4) {
          parameters.putFloat(at, parameters.getFloat(at) - LEARNING_RATE * gradients.getFloat(at));
        }
      }
    }
  }

  private static float[] predictions(Backend backend, BatchCase step) {
    ByteBuffer logits = step.newLogits();
    try (ModelSession session = backend.open(step.spec())) {
      session.forward(step.batch(), step.parameters(), logits, null);
    }
    return DirectBuffers.floats(logits);
  }

  private static void assertSamePredictions(
      Backend trainer, float[] expected, Backend other, float[] actual) {
    double largest = 1e-3;
    for (float value : expected) {
      largest = Math.max(largest, Math.abs(value));
    }
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat((double) actual[i])
          .as("logit %d by %s, trained by %s", i, other.name(), trainer.name())
          .isCloseTo(expected[i], within(TOLERANCE * largest));
    }
  }
}
