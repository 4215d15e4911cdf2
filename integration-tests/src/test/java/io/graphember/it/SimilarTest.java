// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.client.api.similar.SimilarVertices;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.inference.pairs.BestCandidates;
import io.graphember.inference.similar.RowQuery;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which vertices are most alike, asked of real nodes by a client. */
class SimilarTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String GRAPH = "blocks";
  private static final String JOB = "blocks-walks";
  private static final List<String> KEYS = List.of(key(0), key(7), key(123), key(399));

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static String key(int vertex) {
    return "paper-%05d".formatted(vertex);
  }

  private static Map<Object, float[]> publish(GraphemberClient client, String... settings) {
    final JobSettings job =
        BlockModelEmbedding.settings(
            Stream.concat(Stream.of("publish.keepPrevious=false"), Stream.of(settings))
                .toArray(String[]::new));
    Jobs.load(client, job);
    Jobs.run(client, job);
    return embeddings(client);
  }

  private static Map<Object, float[]> embeddings(GraphemberClient client) {
    final Map<Object, float[]> all = new HashMap<>();
    client.embeddings(GRAPH, JOB).forEach(all::put);
    assertThat(all).hasSize(BlockModelEmbedding.VERTICES);
    return all;
  }

  /** By looking at all of them. */
  private static Map<String, Float> expected(
      Map<Object, float[]> embeddings,
      float[] vector,
      Similarity similarity,
      int most,
      String but) {
    final RowQuery query = new RowQuery(vector, similarity);
    final BestCandidates<String> best = new BestCandidates<>(1, most);
    embeddings.forEach(
        (key, row) -> {
          if (!key.equals(but)) {
            best.offer(0, (String) key, query.score(row));
          }
        });
    return best.of(0);
  }

  private static void assertSame(SimilarVertices found, Map<String, Float> expected) {
    assertThat(new ArrayList<>(found.byKey().entrySet()).toString())
        .isEqualTo(new ArrayList<>(expected.entrySet()).toString());
    assertThat(found.exact()).isTrue();
  }

  /** All answers are exact, and those of all embeddings. */
  private static void assertExact(GraphemberClient client, Map<Object, float[]> embeddings) {
    for (Similarity similarity : Similarity.values()) {
      for (String key : KEYS) {
        assertSame(
            client.similar(GRAPH, JOB, SimilarRequest.to(key).most(20).by(similarity).exactly()),
            expected(embeddings, embeddings.get(key), similarity, 20, key));
      }
    }
  }

  private static String cache(TestCluster cluster) {
    return cluster.parts(0).graphs().publications(GRAPH, JOB, "embeddings").get(0).cache();
  }

  private static void awaitReady(TestCluster cluster, int... nodes) {
    for (int node : nodes) {
      final String cache = cache(cluster);
      final Ignite on = cluster.node(node);
      final int rows = on.affinity(cache).primaryPartitions(on.cluster().localNode()).length;
      Await.until(BOUND, () -> cluster.parts(node).similar().ready() == Math.min(1, rows));
    }
  }

  @Test
  void oneNodeAndThreeFindWhatALookAtAllEmbeddingsFinds() {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        final Map<Object, float[]> embeddings = publish(client);
        assertExact(client, embeddings); // of the caches at first, then of rows in memory
        for (int node = 0; node < cluster.nodes().size(); node++) {
          awaitReady(cluster, node);
        }
        assertExact(client, embeddings);
        assertThat(client.similar(GRAPH, JOB, key(7), 5).byKey())
            .isEqualTo(
                Map.copyOf(
                    expected(embeddings, embeddings.get(key(7)), Similarity.COSINE, 5, key(7))))
            .hasSize(5);
        assertThat(client.similar(GRAPH, JOB, key(7), 1000).keys())
            .hasSize(BlockModelEmbedding.VERTICES - 1)
            .doesNotContain(key(7));
      }
    }
  }

  @Test
  void aVectorOfOnesOwnFindsAlsoTheVertexThatHasIt() {
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      final Map<Object, float[]> embeddings = publish(client);
      final float[] vector = embeddings.get(key(11));
      final SimilarVertices found = client.similar(GRAPH, JOB, SimilarRequest.toVector(vector));
      assertSame(found, expected(embeddings, vector, Similarity.COSINE, 10, ""));
      assertThat(found.keys()).first().isEqualTo(key(11));
      assertThat(found.keyKind()).isEqualTo(KeyKind.STRING);
    }
  }

  @ParameterizedTest
  @EnumSource(Similarity.class)
  void anIndexThatTheJobHasAskedForIsUsed(Similarity similarity) {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      final Map<Object, float[]> embeddings =
          publish(client, "publish.index=" + similarity.name().toLowerCase(Locale.ROOT));
      assertThat(client.embeddings(GRAPH, JOB).publication().index()).isEqualTo(similarity);
      awaitReady(cluster, 0, 1, 2); // nobody has asked yet
      Await.until( // what another test has left may be kept still
          BOUND,
          () -> !client.similar(GRAPH, JOB, SimilarRequest.to(key(0)).by(similarity)).exact());
      int hits = 0;
      for (int vertex = 0; vertex < 100; vertex++) {
        final String key = key(vertex);
        final SimilarVertices found =
            client.similar(GRAPH, JOB, SimilarRequest.to(key).by(similarity));
        assertThat(found.exact()).isFalse();
        final Set<Object> nearest = new HashSet<>(found.byKey().keySet());
        nearest.retainAll(expected(embeddings, embeddings.get(key), similarity, 10, key).keySet());
        hits += nearest.size();
      }
      assertThat(hits).isGreaterThanOrEqualTo(950);
      assertExact(client, embeddings);
      final Similarity other = Similarity.values()[1 - similarity.ordinal()];
      assertThat(client.similar(GRAPH, JOB, SimilarRequest.to(key(1)).by(other)).exact()).isTrue();
    }
  }

  @Test
  void answersStayTheSameWhileNodesComeAndGo() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final Map<Object, float[]> embeddings = publish(client, "publish.index=cosine");
      awaitReady(cluster, 0, 1);
      cluster.addNode();
      assertExact(client, embeddings);
      awaitReady(cluster, 0, 1, 2);
      Await.until(BOUND, () -> !client.similar(GRAPH, JOB, key(3), 10).exact());
      assertExact(client, embeddings);
      cluster.stopNode(1);
      assertExact(client, embeddings);
      Await.until(BOUND, () -> !client.similar(GRAPH, JOB, key(3), 10).exact());
      awaitReady(cluster, 0, 2);
      assertExact(client, embeddings);
    }
  }

  @Test
  void whatAJobPublishesAnewIsSearchedAndWhatIsDroppedIsForgotten() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final Map<Object, float[]> before = publish(client, "publish.index=cosine");
      awaitReady(cluster, 0, 1);
      Jobs.run(client, BlockModelEmbedding.settings("publish.index=cosine", "seed=5"));
      final Map<Object, float[]> after = embeddings(client);
      assertThat(after.get(key(7))).isNotEqualTo(before.get(key(7)));
      assertExact(client, after);
      Await.until(BOUND, () -> !client.similar(GRAPH, JOB, key(3), 10).exact());
      awaitReady(cluster, 0, 1); // the old ones are forgotten
      client.dropResults(GRAPH, JOB);
      assertThatThrownBy(() -> client.similar(GRAPH, JOB, key(3), 10))
          .hasMessageContaining("has published no embeddings");
      client.dropGraph(GRAPH);
      for (int node = 0; node < 2; node++) {
        final int of = node;
        Await.until(BOUND, () -> cluster.parts(of).similar().bytes() == 0);
        Await.until(BOUND, () -> cluster.parts(of).budget().takenBytes() == 0);
      }
    }
  }

  /** There is no room for the rows: the cache itself is searched. */
  @Test
  void aNodeWithoutRoomAnswersNevertheless() {
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setMemoryBudgetBytes(16L << 20));
        GraphemberClient client = cluster.connect()) {
      final Map<Object, float[]> embeddings = publish(client, "publish.index=cosine");
      awaitReady(cluster, 0);
      cluster.parts(0).similar().forgetAll();
      final MemoryBudget budget = cluster.parts(0).budget();
      try (MemoryBudget.Reservation all = budget.take(budget.freeBytes(), "A test")) {
        assertExact(client, embeddings);
        assertThat(cluster.parts(0).similar().ready()).isZero();
        assertExact(client, embeddings);
      }
    }
  }

  private static void assertRefused(NodeError code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code.name());
              assertThat(e).hasMessageMatching(message);
            });
  }

  @Test
  void requestsThatCannotBeAnsweredAreRefused() {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      publish(client);
      final SimilarRequest seven = SimilarRequest.to(key(7));
      for (int most : new int[] {Integer.MIN_VALUE, 0, 1001, Integer.MAX_VALUE}) {
        assertRefused(
            NodeError.REQUEST_MALFORMED,
            most + " vertices are asked for: ask for 1 to 1000\\.",
            () -> client.similar(GRAPH, JOB, seven.most(most)));
      }
      assertRefused(
          NodeError.EMBEDDING_UNKNOWN,
          "Job blocks-walks has published no embeddings of graph nowhere: graphember results lists what there is\\.",
          () -> client.similar("nowhere", JOB, seven));
      assertRefused(
          NodeError.EMBEDDING_UNKNOWN,
          "Job nobody has published no embeddings of graph blocks: .*",
          () -> client.similar(GRAPH, "nobody", seven));
      assertRefused(
          NodeError.EMBEDDING_UNKNOWN,
          "Job blocks-walks has published no embeddings of vertex type author of graph blocks, but of vertex\\.",
          () -> client.similar(GRAPH, JOB, seven.ofType("author")));
      assertRefused(
          NodeError.VERTEX_NOT_EMBEDDED,
          "No embedding of a vertex with key 400 was published: ask by a key that the graph had when the job ran\\.",
          () -> client.similar(GRAPH, JOB, "400", 10));
      assertRefused(
          NodeError.REQUEST_MALFORMED,
          "Keys of the vertices are of kind STRING, and 7 is of kind INT64\\.",
          () -> client.similar(GRAPH, JOB, 7L, 10));
      assertRefused(
          NodeError.REQUEST_MALFORMED,
          ".* are of kind STRING, and .* is of kind UUID\\.",
          () -> client.similar(GRAPH, JOB, new UUID(1, 2), 10));
      assertRefused(
          NodeError.REQUEST_MALFORMED,
          "The vector has 3 numbers, and each embedding has 16: give as many\\.",
          () -> client.similar(GRAPH, JOB, SimilarRequest.toVector(1, 2, 3)));
      assertRefused(
          NodeError.REQUEST_MALFORMED,
          "The vector has 0 numbers: give 1 to 65536\\.",
          () -> client.similar(GRAPH, JOB, SimilarRequest.toVector()));
      assertRefused(
          NodeError.REQUEST_MALFORMED,
          "The vector has a number that is NaN: give finite ones\\.",
          () -> client.similar(GRAPH, JOB, SimilarRequest.toVector(1, Float.NaN)));
    }
  }

  @Test
  void requestsThatNoClientOfOursSendsAreRefused() {
    final TestCluster cluster = CLUSTERS.one();
    try (GraphemberClient client = cluster.connect();
        IgniteClient plain =
            Ignition.startClient(GraphemberClient.configuration(cluster.address(0)))) {
      publish(client);
      final GraphemberService service =
          plain.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      for (String request :
          List.of(
              "",
              "null",
              "[]",
              "{}",
              "{\"most\": 10, \"similarity\": \"COSINE\"}",
              "{\"key\": \"7\", \"keys\": \"INT64\", \"most\": 10}",
              "{\"key\": \"7\", \"most\": 10, \"similarity\": \"COSINE\"}",
              "{\"key\": \"x\", \"keys\": \"INT64\", \"most\": 10, \"similarity\": \"COSINE\"}",
              "{\"key\": \"7\", \"keys\": \"INT64\", \"vector\": [1], \"most\": 10, \"similarity\": \"DOT\"}",
              "{\"vector\": [1e99], \"most\": 10, \"similarity\": \"DOT\"}",
              "{\"vector\": 5, \"most\": 10, \"similarity\": \"FAR\"}",
              " ".repeat((1 << 20) + 1))) {
        assertThat(service.similar(GRAPH, JOB, request))
            .as("%.60s", request)
            .contains("REQUEST_MALFORMED");
      }
      assertThat(service.similar(null, JOB, Json.write(SimilarRequest.to(key(7)))))
          .contains("REQUEST_MALFORMED");
    }
  }

  /** Scores that are equal come in the order of keys, however many nodes there are. */
  @Test
  void equalScoresComeInTheOrderOfKeys() {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        publish(client);
        final float[] zeros = new float[16]; // all cosines are 0
        final SimilarVertices found =
            client.similar(GRAPH, JOB, SimilarRequest.toVector(zeros).most(4).exactly());
        assertThat(found.keys()).containsExactly(key(0), key(1), key(2), key(3));
        assertThat(found.scores()).containsOnly(0f);
      }
    }
  }
}
