// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process joins while a job runs, takes its share of it, is drained and stops. */
class GrowthTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String JOINED = "node-1";

  private static JobSettings job(int epochs) {
    return BlockModelJob.settings(
        "training.epochs=" + epochs, "training.trainers=2", "training.checkpointEvery=10");
  }

  private static int trainers(JobHandle job) {
    final JobTrainers placed = job.state(Integer.MAX_VALUE).trainers();
    return placed == null
        ? 0
        : placed.nodes().stream()
            .filter(node -> node.node().equals(JOINED))
            .mapToInt(JobTrainers.OnNode::trainers)
            .sum();
  }

  @Test
  void theJobMovesToItAndAwayFromIt(@TempDir Path folder) throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job(1));
      final JobHandle running =
          client.submit(SettingsDocument.toJson(job(100_000).withoutSource()));
      final int moved;
      try (ServerProcess joined = ServerProcess.join(cluster, 1, folder)) {
        Await.until(BOUND, () -> trainers(running) == 1);

        client.drain(JOINED);

        assertThat(client.awaitIdle(JOINED, BOUND, work -> {}, Cancellation.NEVER).idle()).isTrue();
        Await.until(BOUND, () -> trainers(running) == 0);
        moved = epochs(running);
      } // stops in order
      Await.until(BOUND, () -> epochs(running) > moved + 3);
      running.cancel();
      Await.until(BOUND, () -> running.state().status() == JobState.Status.CANCELLED);

      final int some = epochs(running) + 5;
      final JobResult result =
          client
              .resume(running.number(), List.of("training.epochs=" + some))
              .await(state -> {}, Cancellation.NEVER);

      assertThat(result.lostNodes()).isZero();
      final ModelBits bits = ModelBits.of(cluster, client, result);
      assertThat(bits)
          .as("those of a job that nothing disturbed")
          .isEqualTo(ModelBits.of(cluster, client, Jobs.run(client, job(some))));
    }
  }

  private static int epochs(JobHandle job) {
    return job.state().epochs().stream().mapToInt(epoch -> epoch.epoch()).max().orElse(0);
  }
}
