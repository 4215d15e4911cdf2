// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cancelling returns within two seconds in any phase, and leaves nothing. */
class CancelTest {
  private static final Duration BOUND = Duration.ofSeconds(2);

  private static TestCluster cluster;
  private static GraphemberClient client;

  @BeforeAll
  static void load() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
    Jobs.run(client, BlockModelJob.settings("training.epochs=1")); // loads the engine
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"open, 10", "train, 10", "baseline, 10", "publish, 10", "publish, all"})
  void jobEndsInEveryPhase(String phase, String evaluated) {
    String epochs = phase.equals("train") ? "100000" : phase.equals("baseline") ? "40" : "1";
    JobSettings job =
        BlockModelJob.settings(
            "name=cancelled-" + phase,
            "training.epochs=" + epochs,
            "training.evaluationFanouts=[" + evaluated + "]",
            "training.baseline=" + phase.equals("baseline"));
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    AtomicLong requested = new AtomicLong();
    JobState.Status[] last = new JobState.Status[1];
    Cancellation whenInPhase =
        () -> {
          JobState state = handle.state();
          boolean there = state.phase().equals(phase) || phase.equals("open");
          if (there && requested.get() == 0) {
            requested.set(System.nanoTime());
          }
          return there;
        };
    try {
      handle.await(state -> last[0] = state.status(), whenInPhase);
    } catch (GraphemberException e) {
      assertThat(e.is(SpiError.CANCELLED)).as(e.getMessage()).isTrue();
    }
    // A phase of milliseconds may be over before the cancellation arrives.
    if (phase.equals("train") || phase.equals("baseline")) {
      assertThat(last[0]).isEqualTo(JobState.Status.CANCELLED);
    }
    if (requested.get() != 0) {
      assertThat(Duration.ofNanos(System.nanoTime() - requested.get())).isLessThan(BOUND);
    }
    assertIdle();
    if (last[0] == JobState.Status.CANCELLED) {
      assertThatThrownBy(() -> client.predictions(BlockModelJob.GRAPH, "cancelled-" + phase))
          .hasMessageContaining("has published no predictions");
    }
  }

  @Test
  void loadEndsWhileItIsSent() {
    JobSettings job = BlockModelJob.settings("graph.name=half");
    AtomicLong pieces = new AtomicLong();
    try (GraphSource source = GraphSource.open(job.source(), Path.of(""), ReadProgress.NONE)) {
      assertThatThrownBy(
              () ->
                  client.load(
                      SettingsDocument.toJson(job.graph()),
                      source,
                      progress -> pieces.incrementAndGet(),
                      () -> pieces.get() > 0))
          .isInstanceOf(GraphemberException.class)
          .hasMessage("Cancelled at the user's request.");
    }
    assertIdle();
    assertThat(client.graphs()).extracting("name").doesNotContain("half");
    cluster.awaitNoCache(name -> name.contains(".half."));
  }

  private static void assertIdle() {
    Await.until(
        BOUND,
        () -> {
          boolean idle = true;
          for (int i = 0; i < cluster.nodes().size(); i++) {
            idle &= cluster.parts(i).running().count() == 0;
            idle &= cluster.parts(i).live().openJobs() == 0;
            idle &= cluster.parts(i).budget().takenBytes() == 0;
          }
          return idle;
        });
    assertThat(cluster.parts(0).live().openJobs()).isZero();
  }
}
