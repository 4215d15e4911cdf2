// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.client.api.JobResult;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.JobSettings;

/** One line for one of several seeds. */
public final class SeedLine {
  private SeedLine() {}

  /** The line of a result. */
  public static String of(JobResult result, JobSettings settings) {
    return settings.job() instanceof EmbedJob
        ? EmbeddingReport.seedLine(result)
        : TextReport.seedLine(result, settings);
  }
}
