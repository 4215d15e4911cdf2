// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class TfBackendProviderTest {
  private static final BackendSettings ONE_THREAD = new BackendSettings(1, Optional.empty());

  @Test
  void isFoundByServiceLoader() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .singleElement()
        .isInstanceOf(TfBackendProvider.class)
        .extracting(BackendProvider::name)
        .isEqualTo("tensorflow");
  }

  @Test
  void namesEngineAndVersion() {
    try (Backend backend = new TfBackendProvider().open(ONE_THREAD)) {
      assertThat(backend.engineVersion()).isEqualTo("TensorFlow 2.18.0");
    }
  }

  @Test
  void takesMemoryBesideTheHeap() {
    new TfBackendProvider().open(ONE_THREAD).close();
    assertThat(Pointer.maxPhysicalBytes()).isZero();
    assertThat(Pointer.maxBytes()).isZero();
  }

  @Test
  void saysWhatIsNeededWhenTheEngineDoesNotLoad() {
    BackendProvider provider =
        new TfBackendProvider(
            () -> {
              throw new ExceptionInInitializerError(new UnsatisfiedLinkError("no jnitensorflow"));
            });
    assertThatThrownBy(() -> provider.open(ONE_THREAD))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.ENGINE_UNAVAILABLE)).isTrue())
        .hasMessageContaining(System.getProperty("os.name"))
        .hasMessageContaining(System.getProperty("os.arch"))
        .hasMessageContaining("no jnitensorflow")
        .hasMessageContaining("tensorflow-core-native");
  }

  @Test
  void reportsWhatTheEngineRefuses() {
    ModelSpec spec = new ModelSpec(new Gcn(), 3, 3, 2, 1, 0f, 0f);
    BatchCase step = BatchFixtures.random("label out of range", spec, 2, 2, 1);
    Targets targets = Targets.classes(DirectBuffers.ofInts(0, 2), 1f);
    try (Backend backend = new TfBackendProvider().open(ONE_THREAD);
        ModelSession session = backend.open(spec)) {
      assertThatThrownBy(
              () ->
                  session.forwardBackward(
                      step.batch(), targets, step.parameters(), step.newGradients(), null))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SpiError.ENGINE_OPERATION_FAILED)).isTrue())
          .hasMessageContaining("training step")
          .hasMessageContaining("does not index into");
    }
  }
}
