// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.setting.Tag;

/**
 * Some vertices or edges in each step, with the neighbours that {@code training.fanouts} takes:
 * {@code batch: {type: mini-batch}}.
 */
@Tag("mini-batch")
public record MiniBatchSettings() implements BatchSettings {
  @Override
  public boolean wholeGraph() {
    return false;
  }
}
