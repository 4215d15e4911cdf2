// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;

/** Hears how the jobs of a run go, one after the other. */
public interface JobWatcher {
  /** Hears nothing. */
  JobWatcher NONE =
      new JobWatcher() {
        @Override
        public void begin(String run) {
          // nobody listens
        }

        @Override
        public void state(JobState state) {
          // nobody listens
        }

        @Override
        public void end(JobResult result) {
          // nobody listens
        }
      };

  /**
   * A job is submitted.
   *
   * @param run name of the job, with its seed if there are several
   */
  void begin(String run);

  /** How far it is, with the epochs that are new. */
  void state(JobState state);

  /** It is done. */
  void end(JobResult result);
}
