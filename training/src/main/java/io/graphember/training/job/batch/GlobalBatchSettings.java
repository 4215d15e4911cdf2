// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.setting.Tag;

/**
 * All that is trained on in each step, with all neighbours (GraphTheta, section 4.2): {@code batch:
 * {type: global-batch}}.
 */
@Tag("global-batch")
public record GlobalBatchSettings() implements BatchSettings {
  @Override
  public boolean wholeGraph() {
    return true;
  }
}
