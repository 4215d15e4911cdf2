// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A storage node that is frozen: nobody waits for it longer than until Ignite has found out, 10
 * seconds without an answer and as long to connect again, by default.
 */
class FrozenNodeTest {
  private static final Duration DETECTION = Duration.ofSeconds(20);
  private static final Duration SLACK = Duration.ofSeconds(20);

  @Test
  void jobsAndRequestsGoOnWhenIgniteHasFoundOut(@TempDir Path folder) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs /bin/kill to freeze a process");
    final List<ServerProcess> servers = ServerProcess.start(3, folder);
    final ServerProcess frozen = servers.get(2);
    try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address());
        GraphemberClient other = GraphemberClient.connect(servers.get(1).address())) {
      JobSettings job = BlockModelJob.settings("training.epochs=12", "training.checkpointEvery=3");
      Jobs.load(client, job);
      final JobResult undisturbed = Jobs.run(client, job);
      JobHandle endless =
          client.submit(
              SettingsDocument.toJson(
                  BlockModelJob.settings(
                          "name=endless", "training.epochs=100000", "training.checkpointEvery=3")
                      .withoutSource()));
      Await.until(Duration.ofSeconds(60), () -> endless.state().epochs().size() > 2);

      frozen.freeze();
      final long began = System.nanoTime();
      final int epochs = endless.state().epochs().size();
      assertThat(other.graphs()).hasSize(1);
      assertThat(other.results()).hasSize(1);
      final JobResult again = Jobs.run(other, job);
      final Duration waited = Duration.ofNanos(System.nanoTime() - began);
      assertThat(again.test()).isEqualTo(undisturbed.test());
      assertThat(waited).isLessThan(DETECTION.plus(SLACK));
      Await.until(DETECTION.plus(SLACK), () -> endless.state().epochs().size() > epochs + 3);

      frozen.thaw();
      assertThat(endless.state().status()).isEqualTo(JobState.Status.RUNNING);
      endless.cancel();
      Await.until(Duration.ofSeconds(60), () -> endless.state().status().ended());
      assertThat(endless.state().status()).isEqualTo(JobState.Status.CANCELLED);
      assertThat(Jobs.run(client, job).test()).isEqualTo(undisturbed.test());
    } finally {
      frozen.thaw();
      ServerProcess.closeAll(servers);
    }
  }
}
