// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;

/** What a step of training is computed over: section {@code training.batch} of a job file. */
@Tagged(
    value =
        "What a step of training is computed over: the sampled neighbourhoods of some vertices or"
            + " edges (mini-batch), or the whole graph (global-batch).",
    byDefault = "mini-batch")
public sealed interface BatchSettings permits MiniBatchSettings, GlobalBatchSettings {
  /** The strategy as a job file names it. */
  default String type() {
    return getClass().getAnnotation(Tag.class).value();
  }

  /** True if a step is over all vertices or edges to train on, with all of their neighbours. */
  boolean wholeGraph();
}
