// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.run.StallReports;
import io.graphember.jobs.watchdog.Stall;
import io.graphember.jobs.watchdog.WatchedJob;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A call of an engine that takes longer than it may: here any, since it may take a millisecond. */
class EngineStallTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  /** While a call hangs its node takes no new work, and others do. */
  @Test
  void aNodeThatHangsTakesNoNewWork() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final JobSettings job = BlockModelJob.settings("training.epochs=1");
      Jobs.load(client, job);
      StallReports reports =
          new StallReports(
              cluster.parts(0).cluster(),
              cluster.parts(0).log(),
              cluster.parts(0).calls(),
              cluster.parts(0).states(),
              cluster.parts(0).threads());
      reports.stalled(
          new Stall(new WatchedJob(99, cluster.parts(1).calls().self()), "PyTorch 2", 7));
      Await.until(BOUND, () -> cluster.parts(1).states().unavailable().size() == 1);
      assertThat(cluster.parts(1).states().unavailable().get(0).text())
          .contains("node-0")
          .contains("a call of PyTorch 2 hangs");
      final JobResult result = Jobs.run(client, job); // on the other one
      assertThat(result.nodes())
          .filteredOn(node -> node.trainers() > 0)
          .extracting(NodeCounts::node)
          .containsExactly("node-1");
      assertThat(cluster.parts(1).states().unavailable()).hasSize(1);
      reports.recovered();
      Await.until(BOUND, () -> cluster.parts(1).states().unavailable().isEmpty());
    }
  }

  @Test
  void theJobFailsAndSaysWhichNodeHangs() {
    try (TestCluster cluster =
            TestCluster.start(
                2,
                new GraphemberConfiguration()
                    .setMemoryBudgetBytes(512L << 20)
                    .setEngineCallTimeoutMillis(1));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      assertThatThrownBy(
              () ->
                  Jobs.run(
                      client,
                      BlockModelJob.settings("training.epochs=100000", "model.hidden=2048")))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(NodeError.ENGINE_STALLED)).as(e.getMessage()).isTrue())
          .hasMessageMatching(
              "Job 1: a call of PyTorch .+ on node node-[01] has not come back for 1 ms"
                  + " \\(engineCallTimeoutMillis in GraphemberConfiguration\\), and native code"
                  + " cannot be stopped; restart that node\\.");
      for (int i = 0; i < 2; i++) {
        final int node = i;
        Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
        Await.until(BOUND, () -> cluster.parts(node).live().openJobs() == 0);
      }
      assertThat(client.results()).isEmpty();
      // The call has come back, late: the nodes take work again.
      for (int i = 0; i < 2; i++) {
        final int node = i;
        Await.until(BOUND, () -> cluster.parts(node).states().unavailable().isEmpty());
      }
    }
  }
}
