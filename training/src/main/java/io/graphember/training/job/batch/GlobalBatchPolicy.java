// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.setting.Tag;

/**
 * All that is trained on in each step, with all neighbours (GraphTheta, section 4.2): {@code batch:
 * {type: global-batch}}.
 */
@Tag("global-batch")
public record GlobalBatchPolicy() implements BatchPolicy {
  @Override
  public BatchView view() {
    return new BatchView.WholeGraph();
  }
}
