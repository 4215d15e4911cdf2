// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceEnginesTest {
  private final SliceEngines engines =
      new SliceEngines(new Backends(new GraphemberConfiguration(), List.of()), List.of());

  @Test
  void kernelsAreAlwaysThere() {
    assertThat(engines.open(Engine.KERNEL)).isSameAs(RunnerFactory.KERNELS);
  }

  @Test
  void anEngineThatIsNotInstalledIsNamedWithItsFolder() {
    assertThatThrownBy(() -> engines.open(Engine.ONNX))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(NodeError.INFERENCE_ENGINE_MISSING)).isTrue())
        .hasMessage(
            "inference.engine = onnx: not installed on this node: move the folder"
                + " graphember-inference-onnx from libs/optional to libs.");
    assertThatThrownBy(() -> engines.open(Engine.TENSORFLOW))
        .hasMessage("backend = tensorflow: not installed on this node, there is none.");
  }
}
