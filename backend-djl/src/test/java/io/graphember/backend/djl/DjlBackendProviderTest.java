// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.EngineException;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class DjlBackendProviderTest {
  private static final BackendSettings ONE_THREAD = new BackendSettings(1, Optional.empty());

  @Test
  void isFoundByServiceLoader() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .singleElement()
        .isInstanceOf(DjlBackendProvider.class)
        .extracting(BackendProvider::name)
        .isEqualTo("djl");
  }

  @Test
  void namesEngineAndVersion() {
    try (Backend backend = new DjlBackendProvider().open(ONE_THREAD)) {
      assertThat(backend.engineVersion()).matches("PyTorch 2\\.7\\.1 \\(DJL 0\\.35\\.1\\)");
    }
  }

  @Test
  void staysOfflineAndReportsNothing() {
    new DjlBackendProvider().open(ONE_THREAD).close();
    assertThat(System.getProperty("ai.djl.offline")).isEqualTo("true");
    assertThat(System.getProperty("OPT_OUT_TRACKING")).isEqualTo("true");
  }

  @Test
  void saysWhatIsNeededWhenTheEngineDoesNotLoad() {
    BackendProvider provider =
        new DjlBackendProvider(
            () -> {
              throw new EngineException("outer", new UnsatisfiedLinkError("libtorch.so"));
            });
    assertThatThrownBy(() -> provider.open(ONE_THREAD))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.ENGINE_UNAVAILABLE)).isTrue())
        .hasMessageContaining(System.getProperty("os.name"))
        .hasMessageContaining(System.getProperty("os.arch"))
        .hasMessageContaining("libtorch.so")
        .hasMessageContaining("pytorch-native-cpu");
  }

  @Test
  void reportsWhatTheEngineRefuses() {
    ModelSpec spec = new ModelSpec(new Gcn(), 3, 3, 2, 1, 0f, 0f);
    BatchCase step = BatchFixtures.random("label out of range", spec, 2, 2, 1);
    Targets targets = Targets.classes(DirectBuffers.ofInts(0, 2), 1f);
    try (Backend backend = new DjlBackendProvider().open(ONE_THREAD);
        ModelSession session = backend.open(spec)) {
      assertThatThrownBy(
              () ->
                  session.forwardBackward(
                      step.batch(), targets, step.parameters(), step.newGradients(), null))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SpiError.ENGINE_OPERATION_FAILED)).isTrue())
          .hasMessageContaining("training step")
          .hasMessageContaining("Target 2 is out of bounds");
    }
  }
}
