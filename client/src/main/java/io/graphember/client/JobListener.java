// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.JobState;
import io.graphember.schema.source.ReadProgress;

/**
 * Hears how far {@link GraphemberClient#run} is: first {@link #read} and {@link #load}, then {@link
 * #warning}, then {@link #state}. Called by the thread that runs the job; a lambda hears of the job
 * alone.
 */
@FunctionalInterface
public interface JobListener extends ReadProgress {
  /** The job, with the epochs that are new. */
  void state(JobState state);

  /**
   * The node that was asked after the job is lost, and another one is asked: the job goes on.
   *
   * @param address of the node, {@code host:port}
   */
  default void lost(String address) {
    // not everybody shows it
  }

  @Override
  default void read(String file, long done, long total) {
    // not everybody shows it
  }

  /** What should be known of the graph that was read, see {@link OpenJob#warnings}. */
  default void warning(String warning) {
    // not everybody shows it
  }

  /** The graph on its way to the cluster and there. */
  default void load(LoadProgress progress) {
    // not everybody shows it
  }
}
