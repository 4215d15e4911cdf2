// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A snapshot of Ignite is a backup of all that Graphember keeps. */
class SnapshotTest {
  private static final String SNAPSHOT = "nightly";
  private static final int EPOCHS = 200;
  private static final Duration BOUND = Duration.ofSeconds(60);

  @Test
  void whatASnapshotHasIsThereAgain() {
    try (TestCluster cluster = TestCluster.startPersistent(2)) {
      final GraphInfo graph;
      final Outcome trained;
      try (GraphemberClient client = cluster.connect()) {
        graph = Jobs.load(client, BlockModelJob.settings());
        trained = Outcome.run(cluster, client, BlockModelJob.settings().withoutSource());
        cluster.node(0).snapshot().createSnapshot(SNAPSHOT).get(60, TimeUnit.SECONDS);
        client.dropGraph(BlockModelJob.GRAPH, true);
        assertThat(client.graphs()).isEmpty();
      }

      cluster.restart(() -> restore(cluster.work()));

      try (GraphemberClient client = cluster.connect()) {
        assertThat(client.graphs()).containsExactly(graph);
        assertThat(client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME).sample(10))
            .hasSizeGreaterThanOrEqualTo(10);
        // A model that the snapshot has predicts the same bits, and jobs run on.
        final Outcome predicted =
            Outcome.run(
                cluster,
                client,
                BlockModelJob.settings("name=again", "training.epochs=0", "model.from=blocks-sage")
                    .withoutSource());
        assertThat(predicted.probabilities()).isEqualTo(trained.probabilities());
        assertThat(Outcome.run(cluster, client, BlockModelJob.settings().withoutSource()))
            .isEqualTo(trained);
      }
    }
  }

  @Test
  void aJobThatRanWhenItWasTakenGoesOnFromItsCheckpoint() {
    final JobSettings job =
        BlockModelJob.settings(
                "training.epochs=" + EPOCHS,
                "training.checkpointEvery=3",
                "publish.embeddings=false")
            .withoutSource();
    try (TestCluster cluster = TestCluster.startPersistent(2)) {
      final long id;
      final List<EpochInfo> before;
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, BlockModelJob.settings());
        final JobHandle running = client.submit(SettingsDocument.toJson(job));
        id = running.number();
        Await.until(BOUND, () -> running.state().epochs().size() > 3);
        before = running.state().epochs();
        cluster.node(0).snapshot().createSnapshot(SNAPSHOT).get(60, TimeUnit.SECONDS);
        assertThat(running.state().status().ended()).isFalse();
        running.cancel();
        Await.until(BOUND, () -> running.state().status().ended());
      }

      cluster.restart(() -> restore(cluster.work()));

      try (GraphemberClient client = cluster.connect()) {
        Await.until(BOUND, () -> client.job(id).state().status().ended());
        assertThat(client.job(id).state().error().code()).isEqualTo("NODE_LOST");
        final JobResult resumed = client.resume(id).await(state -> {}, Cancellation.NEVER);
        // The first epochs are those before the snapshot, bit for bit.
        assertThat(resumed.epochs()).hasSize(EPOCHS);
        assertThat(resumed.epochs().subList(0, before.size()))
            .usingRecursiveComparison()
            .ignoringFields("seconds", "waitSeconds")
            .isEqualTo(before);
      }
    }
  }

  /** What the page on installing says, for nodes that share a work folder. */
  private static void restore(Path work) {
    final Path snapshot = work.resolve("snapshots").resolve(SNAPSHOT);
    try (Stream<Path> files = Files.walk(snapshot.resolve("db"))) {
      Files.move(work.resolve("db"), work.resolve("db-before"));
      for (Path file : files.toList()) {
        Files.copy(file, work.resolve(snapshot.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
