// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;

/**
 * Work as a client does it, in this process or in one that is killed.
 *
 * @param work what is done
 * @param subject the checkpoint that is dropped; 0 for none
 */
record Task(Work work, long subject) {
  /** Hears how far work is. */
  interface Listener {
    /** The job has a number. */
    void taken(long job);

    /** It is in a phase, as the cluster calls it. */
    void phase(String name);
  }

  /** Hears nothing: nobody waits for the progress of this work. */
  static final Listener NOBODY =
      new Listener() {
        @Override
        public void taken(long job) {
          // nobody asks
        }

        @Override
        public void phase(String name) {
          // nobody asks
        }
      };

  /**
   * Does it.
   *
   * @throws GraphemberException why it failed
   */
  void run(GraphemberClient client, Listener listener) {
    if (work.isLoad()) {
      load(client, work.loaded(), listener);
    } else if (work.isDrop()) {
      listener.phase("drop");
      drop(client);
    } else {
      final var job = client.submit(SettingsDocument.toJson(work.settings(work.graph())));
      listener.taken(job.number());
      job.await(state -> listener.phase(state.phase()), Cancellation.NEVER);
    }
  }

  static void load(GraphemberClient client, JobSettings job, Listener listener) {
    try (GraphSource source =
        GraphSource.open(job.givenSource(), Path.of("").toAbsolutePath(), ReadProgress.NONE)) {
      client.load(
          SettingsDocument.toJson(job.graph()),
          source,
          progress -> listener.phase(progress.phase()),
          Cancellation.NEVER);
    }
  }

  /** Drops what is to be dropped. */
  void drop(GraphemberClient client) {
    switch (work) {
      case DROP_GRAPH -> client.dropGraph(work.graph(), true);
      case DROP_RESULTS -> client.dropResults(work.graph(), Work.PROBE.job());
      default -> client.dropCheckpoint(subject);
    }
  }
}
