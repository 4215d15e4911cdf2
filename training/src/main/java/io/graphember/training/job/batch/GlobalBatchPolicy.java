// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;

/**
 * All that is trained on in each step, with all neighbours (GraphTheta, section 4.2): {@code batch:
 * {type: global-batch}}.
 *
 * @param recompute whether rows are computed again on the way back instead of kept
 */
@Tag("global-batch")
public record GlobalBatchPolicy(
    @Setting(
            value =
                "Keep few rows of a step that partitions compute, and compute the others again on"
                    + " the way back: deep models take half the memory or less, and a third more"
                    + " time.",
            byDefault = "false")
        boolean recompute)
    implements BatchPolicy {
  /** Keeps all rows. */
  public GlobalBatchPolicy() {
    this(false);
  }

  @Override
  public BatchView view() {
    return new BatchView.WholeGraph(recompute);
  }
}
