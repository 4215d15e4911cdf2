// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.ModelForm;
import io.graphember.inference.InferenceError;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.LayerOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelFilesTest {
  private static final ModelSpec GAT =
      new ModelSpec(ModelKind.GAT, 600, 512, 7, 2, 0.5f, 0.5f)
          .with(LayerOptions.DEFAULT.withHeads(4, 2).withAttention(0.1f, 0.3f).with(true, true));

  private static StoredModel stored() {
    return new StoredModel(GAT, 1, new float[GAT.layout().length()]);
  }

  @Test
  void aStoredModelKnowsItsLayers() {
    assertThat(stored().spec().program(0).inEvaluation()).isEqualTo(GAT.program(0).inEvaluation());
    assertThat(stored().spec().program(1).inEvaluation()).isEqualTo(GAT.program(1).inEvaluation());
  }

  @Test
  void aStoredModelKnowsItsDecoder() {
    for (DecoderSpec decoder : List.of(DecoderSpec.distMult(3), DecoderSpec.mlp(5, 2))) {
      ModelSpec spec = GAT.with(decoder);
      assertThat(new StoredModel(spec, 1, new float[spec.layout().length()]).spec().decoder())
          .isEqualTo(decoder);
    }
  }

  @Test
  void filesAreNamedByTheirForm() {
    assertThat(ModelFiles.of("j", stored(), ModelForm.ONNX, ModelFiles.MOST_BYTES).keySet())
        .containsExactly("model.onnx");
    assertThat(ModelFiles.of("j", stored(), ModelForm.SLICES, ModelFiles.MOST_BYTES).keySet())
        .containsExactly(
            "slice-0-apply.onnx",
            "slice-0-transform.onnx",
            "slice-1-apply.onnx",
            "slice-1-transform.onnx");
  }

  @Test
  void aModelThatIsTooLargeIsRefused() {
    assertThatThrownBy(() -> ModelFiles.of("papers-gat", stored(), ModelForm.ONNX, 1 << 20))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(InferenceError.SLICE_TOO_LARGE)).isTrue())
        .hasMessage("The model of job papers-gat has 2 MiB of parameters, at most 1 are exported.");
  }
}
