// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.WrappedSource;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.Test;

/** A load lives as long as its client, however long that reads before it sends. */
class HeartbeatTest {
  private static final long TIMEOUT_MILLIS = 10_000;

  /** A source that is silent for longer than a node waits for a client that is gone. */
  private static final class Slow extends WrappedSource {
    Slow(GraphSource source) {
      super(source);
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      CompletableFuture.runAsync(
              () -> {},
              CompletableFuture.delayedExecutor(TIMEOUT_MILLIS * 3 / 2, TimeUnit.MILLISECONDS))
          .join();
      super.stream(sink, cancellation);
    }
  }

  @Test
  void aLoadLivesAsLongAsItsClient() {
    try (TestCluster cluster =
            TestCluster.start(
                1, new GraphemberConfiguration().setLoadTimeoutMillis(TIMEOUT_MILLIS));
        GraphemberClient client = cluster.connect();
        IgniteClient dying =
            Ignition.startClient(GraphemberClient.configuration(cluster.address(0)))) {
      // A client that begins and is never heard of again.
      final String begun =
          dying
              .services()
              .serviceProxy(GraphemberService.NAME, GraphemberService.class)
              .beginLoad(
                  "{name: dying}",
                  Json.write(LoadHeader.of(new GraphHeader(KeyKind.INT64, 0, false))));
      final long number = Json.value(begun, new TypeReference<Long>() {});
      assertThat(cluster.parts(0).loads().has(number)).isTrue();
      dying.close();
      Await.until(
          Duration.ofMillis(3 * TIMEOUT_MILLIS), () -> !cluster.parts(0).loads().has(number));

      final JobSettings job = BlockModelJob.settings();
      try (GraphSource source =
          new Slow(
              GraphSource.open(job.source(), Path.of("").toAbsolutePath(), ReadProgress.NONE))) {
        GraphInfo graph =
            client.load(
                SettingsDocument.toJson(job.graph()), source, progress -> {}, Cancellation.NEVER);
        assertThat(graph.vertices()).isEqualTo(800);
      }
    }
  }

  /** Jobs of one trainer each are spread over the nodes. */
  @Test
  void trainersGoToTheLeastLoadedNodes() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelJob.settings());
      for (int i = 0; i < 3; i++) {
        client.submit(
            SettingsDocument.toJson(
                BlockModelJob.settings("name=endless" + i, "training.epochs=1000000")
                    .withoutSource()));
        final int expected = i + 1;
        Await.until(
            Duration.ofMinutes(1),
            () ->
                cluster.parts(0).live().runningTrainers()
                        + cluster.parts(1).live().runningTrainers()
                        + cluster.parts(2).live().runningTrainers()
                    == expected);
      }
      for (int node = 0; node < 3; node++) {
        assertThat(cluster.parts(node).live().runningTrainers()).isOne();
      }
      for (int job = 1; job <= 3; job++) {
        client.job(job).cancel();
      }
    }
  }
}
