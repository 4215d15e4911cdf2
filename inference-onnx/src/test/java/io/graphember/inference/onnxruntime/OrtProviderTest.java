// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.engine.SliceEngineProvider;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class OrtProviderTest {
  @Test
  void isFoundByName() {
    assertThat(ServiceLoader.load(SliceEngineProvider.class))
        .extracting(SliceEngineProvider::name)
        .containsExactly("onnx");
  }

  @Test
  void loadsNothingThatReportsToItsMaker() {
    assertThat(new OrtProvider("1").ready()).isTrue();
    assertThat(new OrtProvider(null).ready()).isFalse();
    assertThatThrownBy(() -> new OrtProvider(null).open())
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.ENGINE_UNAVAILABLE)).isTrue())
        .hasMessage(
            "ONNX Runtime is not loaded with ORT_DISABLE_TELEMETRY = null: it would report to its"
                + " maker; start the JVM with ORT_DISABLE_TELEMETRY=1 in its environment, or choose"
                + " another inference.engine.");
  }
}
