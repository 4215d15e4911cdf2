// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.JobOutcome;
import io.graphember.client.api.JobResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the time of a run went. */
final class PhaseSeconds {
  private static final String TOTAL = "total";

  private PhaseSeconds() {}

  /**
   * Seconds of the phases that the client saw, then of those that the cluster saw, added up over
   * all seeds, then the total.
   */
  static Map<String, Double> of(JobOutcome outcome) {
    Map<String, Double> seconds = new LinkedHashMap<>(outcome.seconds());
    final Double total = seconds.remove(TOTAL);
    for (JobResult result : outcome.results()) {
      result.seconds().forEach((phase, value) -> seconds.merge(phase, value, Double::sum));
      seconds.remove(TOTAL); // the cluster's own, which leaves out what happens here
    }
    seconds.put(TOTAL, total);
    return seconds;
  }

  /** Wall time of one job in the cluster. */
  static double ofJob(JobResult result) {
    return result.seconds().getOrDefault(TOTAL, 0.0);
  }
}
