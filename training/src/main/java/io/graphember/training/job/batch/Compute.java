// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.config.SettingName;

/** Who computes a step of training. */
public enum Compute {
  /** Partitions where they can, else trainers; decided once when a job starts. */
  AUTO,
  /** Trainers, each a batch of its own, to which it fetches what is sampled. */
  TRAINERS,
  /** All partitions together, each where it lies (GraphTheta, section 3). */
  PARTITIONS;

  /** The name in a job file. */
  public String text() {
    return SettingName.of(this);
  }
}
