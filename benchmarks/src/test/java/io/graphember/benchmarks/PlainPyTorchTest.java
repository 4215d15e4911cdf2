// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.backend.djl.DjlBackendProvider;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the engine is measured against computes what the engine computes. */
class PlainPyTorchTest {
  private static final int DIM = 20;
  private static final int HIDDEN = 16;
  private static final int CLASSES = 6;
  private static final int SEEDS = 30;

  @Test
  void isTheSameModel() throws IOException {
    ModelSpec spec = new ModelSpec(new GraphSage(), DIM, HIDDEN, CLASSES, 2, 0, 0);
    BatchCase step = BatchFixtures.random("plain", spec, SEEDS, 6, 3);
    ByteBuffer gradients = step.newGradients();
    ByteBuffer plainGradients = step.newGradients();
    ByteBuffer labels = ((Loss.Classes) step.targets().loss()).labels();
    try (Backend backend = new DjlBackendProvider().open(new BackendSettings(1, Optional.empty()));
        ModelSession session = backend.open(spec);
        PlainPyTorch plain = new PlainPyTorch(step.batch(), DIM, HIDDEN, CLASSES, labels)) {
      transpose(spec, step.parameters(), plain.parameters());
      double loss =
          session
              .forwardBackward(step.batch(), step.targets(), step.parameters(), gradients, null)
              .lossSum();

      assertThat((double) plain.step(plainGradients)).isCloseTo(loss / SEEDS, within(1e-5));
      plain.step(plainGradients); // gradients are not added to those of the step before
    }
    ByteBuffer expected = step.newGradients();
    transpose(spec, gradients, expected);
    for (int at = 0; at < expected.capacity(); at += 4) {
      assertThat(plainGradients.getFloat(at)).isCloseTo(expected.getFloat(at), within(1e-5f));
    }
  }

  /** Matrices [in, out] as PyTorch's {@code linear} has them, [out, in]. */
  private static void transpose(ModelSpec spec, ByteBuffer from, ByteBuffer to) {
    for (Parameter parameter : spec.layout().parameters()) {
      for (int i = 0; i < parameter.length(); i++) {
        int row = i / parameter.columns();
        int column = i % parameter.columns();
        int target = parameter.offset() + column * parameter.rows() + row;
        to.putFloat(4 * target, from.getFloat(4 * (parameter.offset() + i)));
      }
    }
  }
}
