// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.ClientError;
import io.graphember.client.EmbeddingStore;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Published embeddings that clients change, on real nodes. */
class EmbeddingStoreTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String GRAPH = "blocks";
  private static final int DIM = 16;
  private static final Set<String> SOME = Set.of(key(3), key(77), key(399));

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static String key(int vertex) {
    return "paper-%05d".formatted(vertex);
  }

  private static void load(GraphemberClient client) {
    Jobs.load(client, BlockModelEmbedding.settings());
  }

  /** Rows as they are before anything is trained. */
  private static EmbeddingStore publish(GraphemberClient client, String job, String... more) {
    final String[] settings = Arrays.copyOf(more, more.length + 2);
    settings[more.length] = "name=" + job;
    settings[more.length + 1] = "embedding.epochs=0";
    Jobs.run(client, BlockModelEmbedding.settings(settings));
    return client.store(GRAPH, job);
  }

  private static Map<Object, float[]> all(EmbeddingStore store) {
    final Map<Object, float[]> all = new HashMap<>();
    store.table().forEach(all::put);
    assertThat(all).hasSize(BlockModelEmbedding.VERTICES);
    return all;
  }

  private static float[] row(float number) {
    final float[] row = new float[DIM];
    Arrays.fill(row, number);
    return row;
  }

  private static float[] each(float[] row, UnaryOperator<Float> change) {
    final float[] changed = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      changed[i] = change.apply(row[i]);
    }
    return changed;
  }

  private static void assertRows(
      EmbeddingStore store, Map<Object, float[]> before, UnaryOperator<Float> change) {
    final Map<Object, float[]> after = all(store);
    before.forEach((key, row) -> assertThat(after.get(key)).isEqualTo(each(row, change)));
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(GraphemberException.class, e -> assertThat(e.is(code)).isTrue())
        .hasMessageContaining(message);
  }

  @Test
  void rowsAreChangedByKeyAndAllOfThemWhereTheyAre() {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        load(client);
        final EmbeddingStore rows = publish(client, "rows");
        final EmbeddingStore momentum = publish(client, "momentum", "seed=9");
        final Map<Object, float[]> before = all(rows);

        assertThat(momentum.mult(0)).isEqualTo(BlockModelEmbedding.VERTICES);
        assertRows(momentum, before, number -> 0f);
        momentum.putAll(SOME.stream().collect(Collectors.toMap(key -> key, key -> row(4))));
        momentum.add(key(3), row(1));
        momentum.mult(0.5f, Set.of(key(77)));
        assertThat(momentum.get(key(3))).isEqualTo(row(5));
        assertThat(momentum.get(key(77))).isEqualTo(row(2));
        assertThat(momentum.getAll(Set.of(key(399), key(5))))
            .containsOnlyKeys(key(399), key(5))
            .allSatisfy((key, row) -> assertThat(row[0]).isEqualTo(key.equals(key(5)) ? 0 : 4));

        assertThat(rows.multAdd(momentum, -0.5f)).isEqualTo(BlockModelEmbedding.VERTICES);
        final Map<Object, float[]> after = all(rows);
        before.forEach(
            (key, row) -> {
              final float moved =
                  key.equals(key(3)) ? 2.5f : key.equals(key(77)) ? 1 : SOME.contains(key) ? 2 : 0;
              assertThat(after.get(key)).isEqualTo(each(row, number -> number - moved));
            });
        rows.multAdd(momentum, 0.5f, SOME);
        rows.multAdd(momentum, 1, Set.of(key(3)));
        assertThat(rows.get(key(3)))
            .isEqualTo(each(before.get(key(3)), number -> number - 2.5f + 2.5f + 5));
        assertThat(rows.get(key(77))).isEqualTo(each(before.get(key(77)), n -> n - 1 + 1));
        assertThat(client.embeddings(GRAPH, "rows").get(key(3))).isEqualTo(rows.get(key(3)));
      }
    }
  }

  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // clients of their own
  void nothingThatSeveralClientsAddIsLost() {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      load(client);
      publish(client, "sums").mult(0);
      final List<CompletableFuture<Void>> adding =
          IntStream.range(0, 4)
              .mapToObj(number -> CompletableFuture.runAsync(() -> addHundred(cluster)))
              .toList();
      adding.forEach(CompletableFuture::join);
      final Map<Object, float[]> sums = client.store(GRAPH, "sums").getAll(Set.copyOf(SOME));
      assertThat(sums).hasSize(SOME.size()).allSatisfy((k, r) -> assertThat(r).isEqualTo(row(400)));
    }
  }

  private static void addHundred(TestCluster cluster) {
    try (GraphemberClient client = cluster.connect()) {
      final EmbeddingStore store = client.store(GRAPH, "sums");
      final Map<String, float[]> one =
          SOME.stream().collect(Collectors.toMap(key -> key, key -> row(1)));
      for (int i = 0; i < 100; i++) {
        store.addAll(one);
      }
    }
  }

  @Test
  void whatCannotBeDoneChangesNothing() {
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      load(client);
      final EmbeddingStore rows = publish(client, "refused");
      final EmbeddingStore wide = publish(client, "wide", "embedding.dim=24");
      final Map<Object, float[]> before = all(rows);
      assertRefused(
          () -> rows.putAll(Map.of(key(1), row(1), "nobody", row(1))),
          NodeError.VERTEX_NOT_EMBEDDED,
          "No embedding of a vertex with key nobody was published, so nothing was changed");
      assertRefused(
          () -> rows.put(key(1), new float[3]),
          NodeError.REQUEST_MALFORMED,
          "The rows have 3 numbers, and 1 rows of 16 are to be changed");
      assertRefused(
          () -> rows.add(key(1), row(Float.NaN)),
          NodeError.REQUEST_MALFORMED,
          "The row of key paper-00001 has a number that is NaN: give finite ones.");
      assertRefused(
          () -> rows.mult(Float.POSITIVE_INFINITY),
          NodeError.REQUEST_MALFORMED,
          "Rows are multiplied with Infinity: give a finite number.");
      assertRefused(
          () -> rows.multAdd(rows, Float.NaN),
          NodeError.REQUEST_MALFORMED,
          "Rows that are added are multiplied with NaN: give a finite number.");
      assertRefused(() -> rows.put(7L, row(1)), ClientError.KEY_MISMATCH, "7 is of class Long");
      final String unlike =
          "Embeddings of 24 numbers cannot be added to embeddings of 16: take a job with the same"
              + " dimension.";
      assertRefused(() -> rows.multAdd(wide, 1), NodeError.EMBEDDING_MISMATCH, unlike);
      assertRefused(() -> rows.multAdd(wide, 1, SOME), NodeError.EMBEDDING_MISMATCH, unlike);
      assertRows(rows, before, number -> number);

      final EmbeddingStore anew = publish(client, "refused");
      assertRefused(
          () -> rows.mult(2),
          NodeError.EMBEDDING_UNKNOWN,
          "Job refused has published embeddings of graph blocks anew: open the store again.");
      assertRows(anew, before, number -> number);
      client.dropResults(GRAPH, "refused");
      assertRefused(
          () -> anew.put(key(1), row(1)),
          NodeError.EMBEDDING_UNKNOWN,
          "Job refused has published no embeddings of graph blocks");
    }
  }

  @Test
  void similarVerticesFollow() {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      load(client);
      final EmbeddingStore rows = publish(client, "followed", "publish.index=cosine");
      Await.until(BOUND, () -> !client.similar(GRAPH, "followed", key(1), 3).exact());
      for (int turn = 0; turn < 3; turn++) {
        final float[] alike = rows.get(key(turn));
        alike[0] += 0.001f;
        rows.put(key(399 - turn), alike); // in a node of its own, maybe
        assertThat(client.similar(GRAPH, "followed", key(turn), 1).keys())
            .containsExactly(key(399 - turn));
      }
      Await.until(BOUND, () -> !client.similar(GRAPH, "followed", key(1), 3).exact());
      assertThat(client.similar(GRAPH, "followed", SimilarRequest.to(key(2)).most(1)).keys())
          .containsExactly(key(397));
    }
  }

  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // a node joins beside what the test does
  void aNodeThatJoinsChangesNoRowTwice() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      load(client);
      final EmbeddingStore rows = publish(client, "moving");
      rows.putAll(all(rows).keySet().stream().collect(Collectors.toMap(k -> k, k -> row(1))));
      final CompletableFuture<Void> joining = CompletableFuture.runAsync(cluster::addNode);
      int turns = 0;
      while (!joining.isDone() || turns < 20) {
        assertThat(rows.mult(turns % 2 == 0 ? 2 : 0.5f)).isEqualTo(BlockModelEmbedding.VERTICES);
        turns++;
      }
      joining.join();
      final float expected = turns % 2 == 0 ? 1 : 2;
      assertThat(all(rows)).allSatisfy((key, row) -> assertThat(row).isEqualTo(row(expected)));
    }
  }
}
