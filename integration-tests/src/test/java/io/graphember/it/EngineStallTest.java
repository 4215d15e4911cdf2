// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A call of an engine that takes longer than it may: here any, since it may take a millisecond. */
class EngineStallTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

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
    }
  }
}
