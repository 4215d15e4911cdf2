// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobTrainers;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is frozen nine tenths of the time: jobs end, and their reports name it. */
@Tag("long")
class SlowNodeTest {
  private static final JobSettings JOB =
      BlockModelJob.settings("training.epochs=10", "training.trainers=2");

  @Test
  void theReportNamesTheSlowNode(@TempDir Path folder) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs /bin/kill to freeze a process");
    final Path file = Files.writeString(folder.resolve("job.yaml"), SettingsDocument.toJson(JOB));
    final List<ServerProcess> servers = ServerProcess.start(3, folder);
    try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
      Jobs.load(client, JOB);
      final Bits expected = Bits.of(client, Jobs.run(client, JOB));
      final String ordinary = run(servers, file);
      assertThat(ordinary).doesNotContain(" is slow: ");

      final JobTrainers trainers = client.job(2).result().trainers();
      for (boolean trainer : new boolean[] {false, true}) {
        final String slow = other(trainers, trainer);
        final Process slowed = servers.get(number(slow)).slowDown();
        final String report = run(servers, file);
        slowed.destroyForcibly().onExit().join();
        servers.get(number(slow)).thaw();
        assertThat(report).contains("node " + slow + " is slow: ");
        for (JobTrainers.OnNode node : trainers.nodes()) {
          if (!node.node().equals(slow)) {
            assertThat(report).doesNotContain("node " + node.node() + " is slow: ");
          }
        }
      }
      assertThat(Bits.of(client, client.job(4).result())).isEqualTo(expected);
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  private static String run(List<ServerProcess> servers, Path file) {
    return CommandRun.succeeds(
        "run", file.toString(), "--connect", servers.get(0).address(), "--set", "source=");
  }

  private static int number(String node) {
    return Integer.parseInt(node.substring("node-".length()));
  }

  /** A node that the client does not talk to, which runs a trainer or does not. */
  private static String other(JobTrainers trainers, boolean trainer) {
    return trainers.nodes().stream()
        .filter(node -> number(node.node()) > 0 && (node.trainers() > 0) == trainer)
        .map(JobTrainers.OnNode::node)
        .findFirst()
        .orElseThrow();
  }
}
