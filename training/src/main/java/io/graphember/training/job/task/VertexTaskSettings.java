// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.model.DecoderSpec;
import java.util.Optional;

/** Something is learned of vertices that have labels or targets. */
public sealed interface VertexTaskSettings extends TaskSettings
    permits ClassificationSettings, MultiLabelSettings, RegressionSettings {
  /** Fractions drawn by seed; empty for the splits that came with the graph. */
  Optional<SplitSettings> split();

  @Override
  default DecoderSpec decoder(int hidden, GraphShape graph) {
    return DecoderSpec.NONE;
  }
}
