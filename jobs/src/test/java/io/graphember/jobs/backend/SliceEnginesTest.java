// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.inference.engine.SliceEngineProvider;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings.Engine;
import io.graphember.training.job.JobSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceEnginesTest {
  private final SliceEngines engines = new SliceEngines(List.of());

  @Test
  void kernelsAreAlwaysThere() {
    assertThat(engines.open(Engine.KERNEL)).isSameAs(RunnerFactory.KERNELS);
  }

  /** A provider that is there, and ready or not. */
  private record Installed(boolean ready) implements SliceEngineProvider {
    @Override
    public String name() {
      return "onnx";
    }

    @Override
    public RunnerFactory open() {
      throw new AssertionError("choosing loads nothing");
    }

    @Override
    public SlicedModel open(ImportedSlices slices) {
      throw new AssertionError("choosing loads nothing");
    }
  }

  private static Engine chosen(String inference, SliceEngineProvider... found) {
    JobSettings job =
        SettingsDocument.parse(
                "job",
                "{name: j, graph: {name: g}, job: infer, inference: {%s}}".formatted(inference))
            .bind(JobSettings.class);
    return new SliceEngines(List.of(found)).choose(job.infer().inference());
  }

  @Test
  void onnxRuntimeIsTheDefaultWhereItIsReady() {
    assertThat(chosen("model: m")).isEqualTo(Engine.KERNEL);
    assertThat(chosen("model: m", new Installed(false))).isEqualTo(Engine.KERNEL);
    assertThat(chosen("model: m", new Installed(true))).isEqualTo(Engine.ONNX);
    assertThat(chosen("model: m, engine: kernel", new Installed(true))).isEqualTo(Engine.KERNEL);
    assertThat(chosen("slices: folder", new Installed(false))).isEqualTo(Engine.ONNX);
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
  }
}
