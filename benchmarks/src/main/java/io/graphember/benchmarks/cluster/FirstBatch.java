// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.observe.StepSpan;
import io.graphember.client.api.observe.TrainerTrace;
import java.util.List;

/** When a job computed its first batch. */
public final class FirstBatch {
  private FirstBatch() {}

  /**
   * Seconds until then.
   *
   * @param result of a job with {@code training.observe.traceSteps}
   * @param sinceMillis from when, in ms since 1970 by the clock of this machine
   */
  public static double seconds(JobResult result, long sinceMillis) {
    final long first =
        result.traces().stream()
            .map(TrainerTrace::spans)
            .flatMap(List::stream)
            .filter(span -> span.part().equals("compute"))
            .mapToLong(StepSpan::startMicros)
            .min()
            .orElseThrow();
    return (first / 1000.0 - sinceMillis) / 1000;
  }
}
