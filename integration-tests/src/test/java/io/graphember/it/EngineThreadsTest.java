// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An engine has the threads that its node says, whatever jobs came before. */
class EngineThreadsTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @Test
  void aJobThatNeedNotRepeatChangesNothingForTheNextOne() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      Jobs.run(client, BlockModelJob.settings("training.epochs=1", "training.repeatable=false"));
      assertThat(Jobs.run(client, BlockModelJob.settings("training.epochs=1")).epochs()).hasSize(1);
    }
  }

  @Test
  void aNodeWithSeveralThreadsRefusesJobsThatAreToRepeatBeforeItTrains() {
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setEngineThreads(2));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      for (int i = 0; i < 2; i++) {
        assertRefused(client);
        assertThat(
                Jobs.run(
                        client,
                        BlockModelJob.settings("training.epochs=1", "training.repeatable=false"))
                    .epochs())
            .hasSize(1);
      }
      Await.until(BOUND, () -> cluster.parts(0).live().openJobs() == 0);
      Await.until(BOUND, () -> cluster.parts(0).budget().takenBytes() == 0);
    }
  }

  private static void assertRefused(GraphemberClient client) {
    assertThatThrownBy(() -> Jobs.run(client, BlockModelJob.settings("training.epochs=1")))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("ENGINE_THREADS"))
        .hasMessageContaining("engineThreads = 2 in its GraphemberConfiguration");
  }
}
