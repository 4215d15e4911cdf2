// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.tgar.Activations;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plan is made when a job starts: of the deepest model in seconds. */
class DeepestPlanTest {
  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void isMadeInSeconds(JumpingKnowledge jumping) {
    ModelSpec spec =
        new ModelSpec(new Gcn(), 16, 16, 7, ModelSpec.MAX_LAYERS, 0.1f, 0.1f)
            .with(
                LayerOptions.DEFAULT
                    .with(true, Normalization.LAYER)
                    .with(jumping, new DenseLayers(1, 1)));
    Plan plan = Plan.ofTraining(spec, Activations.RECOMPUTED);
    assertThat(plan.levels()).isEqualTo(2 * ModelSpec.MAX_LAYERS + 1);
  }
}
