// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.training.job.JobSettings;

/**
 * A run of a job whose results become current, in one step or several.
 *
 * @param job its number
 * @param keepsPrevious whether what was current before it stays, to be put back
 */
public record PublishingRun(long job, boolean keepsPrevious) {
  /** The run of a job. */
  public static PublishingRun of(long job, JobSettings settings) {
    return new PublishingRun(job, settings.job().publish().keepPrevious());
  }
}
