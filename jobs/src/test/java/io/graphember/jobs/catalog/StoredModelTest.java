// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.Gcn;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoredModelTest {
  private static ModelSpec spec(Normalization normalization, boolean residual) {
    return new ModelSpec(new Gcn(), 8, 4, 3, 2, 0, 0)
        .with(LayerOptions.DEFAULT.with(residual, normalization));
  }

  private static StoredModel stored(ModelSpec spec) {
    return new StoredModel(spec, 1, new float[spec.layout().length()]);
  }

  @ParameterizedTest
  @EnumSource
  void itsNormalizationIsKept(Normalization normalization) {
    final StoredModel model = stored(spec(normalization, false));
    assertThat(model.spec().options().normalization()).isEqualTo(normalization);
    for (Normalization other : Normalization.values()) {
      assertThat(model.fits(spec(other, false))).isEqualTo(other == normalization);
    }
  }

  /** A model that was stored when there was normalisation by layer or none. */
  @Test
  void modelsOfBeforeAreRead() throws ReflectiveOperationException {
    for (Normalization before : new Normalization[] {Normalization.NONE, Normalization.LAYER}) {
      final StoredModel model = stored(spec(before, false));
      final Field field = StoredModel.class.getDeclaredField("normalization");
      field.setAccessible(true);
      field.set(model, null);
      assertThat(model.spec().options().normalization()).isEqualTo(before);
      assertThat(model.fits(spec(before, false))).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatItsOutputsAreMadeOfIsKept(JumpingKnowledge jumping) throws ReflectiveOperationException {
    ModelSpec spec = spec(Normalization.NONE, false);
    LayerOptions options = LayerOptions.DEFAULT.with(jumping, new DenseLayers(1, 2));
    final StoredModel model = stored(spec.with(options));
    assertThat(model.spec().options()).isEqualTo(options);
    assertThat(model.fits(spec.with(options))).isTrue();
    assertThat(model.fits(spec)).isFalse();
    final StoredModel before = stored(spec);
    for (String name : new String[] {"jumpingKnowledge", "denseLayers"}) {
      final Field field = StoredModel.class.getDeclaredField(name);
      field.setAccessible(true);
      field.set(before, null);
    }
    assertThat(before.fits(spec)).isTrue();
  }

  @Test
  void whatTellsItFromOthersIsSaid() {
    LayerOptions dense = LayerOptions.DEFAULT.with(JumpingKnowledge.MAX, new DenseLayers(1, 2));
    assertThat(stored(spec(Normalization.NONE, false).with(dense)))
        .hasToString(
            "gcn with 2 layers of 8-4-3, jumping knowledge max, 1 dense between and 2 after");
    assertThat(stored(spec(Normalization.NONE, false))).hasToString("gcn with 2 layers of 8-4-3");
    assertThat(stored(spec(Normalization.BATCH, true)))
        .hasToString("gcn with 2 layers of 8-4-3, normalization batch, residual");
  }
}
