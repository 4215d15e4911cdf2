// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.ModelForm;
import io.graphember.inference.InferenceError;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.Sources;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelFilesTest {
  private static final ModelSpec GAT =
      new ModelSpec(new Gat(new AttentionSettings(4, 2, 0.1f, 0.3f)), 600, 512, 7, 2, 0.5f, 0.5f)
          .with(LayerOptions.DEFAULT.with(true, Normalization.BATCH));

  private static StoredModel stored() {
    return new StoredModel(GAT, 1, new float[GAT.layout().length()]);
  }

  @Test
  void aStoredModelKnowsItsLayers() {
    assertThat(stored().spec().program(0).inEvaluation()).isEqualTo(GAT.program(0).inEvaluation());
    assertThat(stored().spec().program(1).inEvaluation()).isEqualTo(GAT.program(1).inEvaluation());
  }

  @Test
  void aStoredModelFitsWhatComputesTheSame() {
    assertThat(stored().fits(GAT)).isTrue();
    assertThat(stored().fits(gat(new AttentionSettings(4, 2, 0.1f, 0)))).isTrue();
    assertThat(stored().fits(gat(new AttentionSettings(4, 2, 0.2f, 0.3f)))).isFalse();
    assertThat(stored().fits(gat(new AttentionSettings(2, 2, 0.1f, 0.3f)))).isFalse();
    assertThat(stored().fits(GAT.with(LayerOptions.DEFAULT))).isFalse();
    assertThat(stored())
        .hasToString(
            "{\"type\":\"gat\",\"heads\":4,\"outputHeads\":2,\"attentionSlope\":0.1,"
                + "\"attentionDropout\":0.3} with 2 layers of 600-512-7, normalization batch, residual");
  }

  private static ModelSpec gat(AttentionSettings attention) {
    return new ModelSpec(new Gat(attention), 600, 512, 7, 2, 0.5f, 0.5f).with(GAT.options());
  }

  /** No jar brings it. */
  @Tag("away")
  private record Away(@Setting(value = "A setting.", byDefault = "1") int power)
      implements Architecture {
    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.neighborMean().linear("weight", shape.out());
    }
  }

  @Test
  void aModelWhoseArchitectureIsAwayIsRefused() {
    ModelSpec spec = new ModelSpec(new Away(3), 4, 4, 4, 1, 0, 0);
    assertThatThrownBy(() -> new StoredModel(spec, 1, new float[16]).spec())
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(NodeError.ARCHITECTURE_MISSING)).isTrue())
        .hasMessage(
            "The model was trained with {\"type\":\"away\",\"power\":3}, which this node does not have so: put the jar that it was trained with into libs of every node and of the client, and start them again.");
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
