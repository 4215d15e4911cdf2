// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;

/**
 * Fractions of the labelled vertices: section {@code task.split} of a job file. Drawn by the job
 * seed; replaces the splits that came with the graph.
 *
 * @param train share to train on
 * @param valid share to choose the best epoch by
 * @param test share to measure the result on
 */
public record SplitSettings(
    @Setting("Share of the labelled vertices to train on.") @DecimalMin("0") @DecimalMax("1")
        double train,
    @Setting("Share that chooses the best epoch.") @DecimalMin("0") @DecimalMax("1") double valid,
    @Setting("Share that measures the result.") @DecimalMin("0") @DecimalMax("1") double test)
    implements CrossChecked {
  private static final double ROUNDING = 1e-9;

  /** All three together. */
  public double sum() {
    return train + valid + test;
  }

  @Override
  public void check(Complaints complaints) {
    if (sum() > 1 + ROUNDING) {
      complaints.add("train", "must be 1 at most together with valid and test");
    }
  }
}
