// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.GraphFeed;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Embeddings that go on from those of another job, and of an earlier version of the graph. */
class EmbeddingVersionsTest {
  private static final int RING = 90;
  private static final String EMBEDDING =
      "{dim: 8, epochs: %d, walkLength: 10, window: 3, batchSize: 30, consistency: bsp, learningRate: %s, from: %s}";

  private static GraphInfo load(
      GraphemberClient client, String settings, Consumer<GraphFeed> program) {
    try (GraphSource source = GraphSource.of(new GraphHeader(KeyKind.STRING, 0, false), program)) {
      return client.load(settings, source, progress -> {}, Cancellation.NEVER);
    }
  }

  /** A ring, each vertex joined to the next three. */
  private static void ring(GraphFeed graph) {
    for (int v = 0; v < RING; v++) {
      graph.vertex("v" + v);
    }
    for (int v = 0; v < RING; v++) {
      for (int next = 1; next <= 3; next++) {
        graph.edge("v" + v, "v" + (v + next) % RING);
      }
    }
  }

  private static JobResult run(
      GraphemberClient client, String name, int epochs, String rate, String from) {
    return client
        .submit(
            "{name: %s, graph: {name: ring}, job: embed, embedding: %s}"
                .formatted(name, EMBEDDING.formatted(epochs, rate, from)))
        .await(state -> {}, Cancellation.NEVER);
  }

  private static List<float[]> rows(GraphemberClient client, String job) {
    PublishedTable<float[]> table = client.embeddings("ring", job);
    return IntStream.range(0, RING).mapToObj(v -> table.get("v" + v)).toList();
  }

  private static List<float[]> grow(int nodes) {
    try (TestCluster cluster = TestCluster.start(nodes);
        GraphemberClient client = cluster.connect()) {
      load(client, "{name: ring, partitions: 4, symmetrize: true}", EmbeddingVersionsTest::ring);
      JobResult first = run(client, "first", 60, "0.05", "null");
      List<float[]> before = rows(client, "first");

      GraphInfo grown =
          load(
              client,
              "{name: ring, partitions: 4, add: true, symmetrize: true}",
              graph ->
                  graph
                      .vertex("new")
                      .vertex("far")
                      .edge("new", "v3")
                      .edge("new", "v4")
                      .edge("far", "new"));
      assertThat(grown.vertices()).isEqualTo(RING + 2);
      JobResult carried = run(client, "carried", 0, "0.05", "first");
      assertThat(carried.graph().version()).isEqualTo(grown.version());
      List<float[]> after = rows(client, "carried");
      for (int v = 0; v < RING; v++) {
        assertThat(after.get(v)).isEqualTo(before.get(v));
      }
      float[] added = client.embeddings("ring", "carried").get("new");
      for (int j = 0; j < 8; j++) {
        float mean = (before.get(3)[j] + before.get(4)[j]) / 2;
        assertThat(added[j]).isCloseTo(mean, within(1e-6f));
      }
      // Its one neighbour is new too: it starts where all rows did.
      for (float value : client.embeddings("ring", "carried").get("far")) {
        assertThat(Math.abs(value)).isLessThanOrEqualTo(0.5f / 8);
      }

      JobResult goesOn = run(client, "goes-on", 2, "0.01", "first");
      assertThat(goesOn.epochs().get(0).loss()).isLessThan(middle(first.epochs()));
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      return List.of(added, client.embeddings("ring", "goes-on").get("v7"));
    }
  }

  private static double middle(List<EpochInfo> epochs) {
    return (epochs.get(0).loss() + epochs.get(epochs.size() - 1).loss()) / 2;
  }

  @Test
  void rowsAreCarriedToANewVersionOnOneNodeAndThree() {
    List<float[]> one = grow(1);
    List<float[]> three = grow(3);
    for (int i = 0; i < one.size(); i++) {
      assertThat(three.get(i)).isEqualTo(one.get(i));
    }
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      load(client, "{name: ring, partitions: 4, symmetrize: true}", EmbeddingVersionsTest::ring);
      run(client, "first", 1, "0.05", "null");
      assertThatThrownBy(
              () ->
                  client
                      .submit(
                          "{name: wide, graph: {name: ring}, job: embed, embedding: {dim: 16, from: first}}")
                      .await(state -> {}, Cancellation.NEVER))
          .isInstanceOf(GraphemberException.class)
          .hasMessage(
              "embedding.from = first: that job has left vertices of 8 floats and contexts of 8 floats, this job needs vertices of 16 floats and contexts of 16 floats; method, proximity and dim must be the same.");

      // Loaded again, not added to: the version of the embeddings is gone.
      load(client, "{name: ring, partitions: 4, symmetrize: true}", EmbeddingVersionsTest::ring);
      assertThatThrownBy(() -> run(client, "late", 1, "0.05", "first"))
          .isInstanceOf(GraphemberException.class)
          .hasMessageMatching(
              "embedding.from = first: its embeddings are of version \\d+ of graph ring, which is not in the cluster any more.");
    }
  }
}
