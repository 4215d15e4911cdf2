// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What Ignite's log says of jobs. */
class JobLogTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @Test
  void everyLineNamesJobGraphAndNode() {
    final LogLines log = new LogLines("graphember");
    try (TestCluster cluster =
            TestCluster.start(
                1, new GraphemberConfiguration(), ignite -> ignite.setGridLogger(log));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());

      Jobs.run(client, BlockModelJob.settings("name=first", "training.epochs=1"));
      final JobHandle fails =
          client.submit(
              SettingsDocument.toJson(
                  BlockModelJob.settings("graph.name=nowhere").withoutSource()));
      Await.until(BOUND, () -> fails.state().status() == JobState.Status.FAILED);

      final String about = "Graphember: [job=%d, graph=%s, node=node-0] ";
      final String first = about.formatted(fails.number() - 1, "blocks");
      assertThat(log.lines())
          .containsSubsequence(
              first + "train of a client begins, job first",
              first + "phase train",
              first + "phase publish",
              first + "done")
          .anyMatch(
              line ->
                  line.startsWith(
                      about.formatted(fails.number(), "nowhere") + "failed, GRAPH_UNKNOWN: "));
    }
  }
}
