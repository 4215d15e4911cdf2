// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.events.CacheEvent;
import org.apache.ignite.events.EventType;
import org.apache.ignite.lang.IgnitePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several storage nodes keep and cut the edges of a graph: it is stored as one node stores it, no
 * node has held all edges, and a load that fails leaves nothing anywhere.
 */
class SharedLoadTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static final int VERTICES = 20_000;
  private static final int EDGES = 300_000;
  private static final int PIECE_EDGES = 20_000;
  private static final int PIECE_VERTICES = 2_000;
  private static final int DIM = 192;
  private static final Duration BOUND = Duration.ofSeconds(20);

  /** A skewed multigraph: vertices have features, labels and splits, edges weights and times. */
  private record Skewed(Consumer<Integer> beforePiece, boolean assigned) implements GraphSource {
    Skewed(Consumer<Integer> beforePiece) {
      this(beforePiece, false);
    }

    @Override
    public GraphHeader header() {
      return new GraphHeader(
          new VertexType(GraphHeader.VERTEX, KeyKind.INT64, DIM, true, false),
          new EdgeAttributes(true, true, 0));
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      for (int first = 0; first < VERTICES; first += PIECE_VERTICES) {
        sink.vertices(vertices(first));
      }
      for (int first = 0; first < EDGES; first += PIECE_EDGES) {
        cancellation.check();
        beforePiece.accept(first / PIECE_EDGES);
        sink.edges(edges(first));
      }
      for (int first = 0; assigned && first < EDGES; first += PIECE_EDGES) {
        sink.assignment(rows(edges(first)));
      }
    }

    /** Where another tool might have put edges: by a hash of both ends. */
    private static AssignmentPiece rows(EdgePiece piece) {
      int[] partitions = new int[piece.rows()];
      Arrays.setAll(
          partitions,
          row ->
              CounterRandom.bounded(
                  CounterRandom.mix(piece.sources().longAt(row) + piece.destinations().longAt(row)),
                  24));
      return new AssignmentPiece(0, piece.sources(), piece.destinations(), partitions);
    }

    private static VertexPiece vertices(int first) {
      long[] keys = new long[PIECE_VERTICES];
      int[] labels = new int[PIECE_VERTICES];
      byte[] splits = new byte[PIECE_VERTICES];
      float[] features = new float[PIECE_VERTICES * DIM];
      for (int i = 0; i < PIECE_VERTICES; i++) {
        keys[i] = first + i;
        labels[i] = (first + i) % 3 - 1;
        splits[i] = (byte) ((first + i) % 4);
      }
      for (int i = 0; i < features.length; i++) {
        features[i] = CounterRandom.unitFloat(CounterRandom.bits(3, (long) first * DIM + i));
      }
      return new VertexPiece(KeyColumn.of(keys), labels, splits, features);
    }

    private static EdgePiece edges(int first) {
      long[] sources = new long[PIECE_EDGES];
      long[] destinations = new long[PIECE_EDGES];
      float[] weights = new float[PIECE_EDGES];
      long[] times = new long[PIECE_EDGES];
      for (int i = 0; i < PIECE_EDGES; i++) {
        double skew = CounterRandom.unitDouble(CounterRandom.bits(1, first + i));
        sources[i] = (long) (skew * skew * skew * VERTICES);
        destinations[i] = CounterRandom.bounded(CounterRandom.bits(2, first + i), VERTICES);
        weights[i] = (first + i) % 97;
        times[i] = (first + i) % 1009;
      }
      return new EdgePiece(
          0, KeyColumn.of(sources), KeyColumn.of(destinations), weights, times, null);
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of("plain", "odd");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static String settings(String partitioner) {
    return SettingsDocument.toJson(
        SettingsDocument.parse(
                "graph",
                "{name: skewed, partitions: 24, partitioner: %s, partitionerOptions: %s}"
                    .formatted(partitioner, partitioner.equals("file") ? "{edges: cut.csv}" : "{}"))
            .bind(GraphSettings.class));
  }

  /** The same edges once more, and other features for vertices that are there. */
  private static GraphInfo add(GraphemberClient client) {
    return client.load(
        settings("adadne").replaceFirst("\"add\"\\s*:\\s*false", "\"add\":true"),
        new Skewed(piece -> {}),
        progress -> {},
        Cancellation.NEVER);
  }

  private static GraphInfo load(GraphemberClient client, String partitioner) {
    return client.load(
        settings(partitioner),
        new Skewed(piece -> {}, partitioner.equals("file")),
        progress -> {},
        Cancellation.NEVER);
  }

  private static Map<Long, byte[]> blocks(TestCluster cluster, GraphInfo graph) {
    Map<Long, byte[]> blocks = new TreeMap<>();
    IgniteCache<Long, byte[]> cache = cluster.node(0).cache(graph.cache());
    cache.forEach(entry -> blocks.put(entry.getKey(), entry.getValue()));
    return blocks;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adadne", "hdrf", "file"})
  void threeNodesStoreWhatOneDoesAndNoneHoldsAllEdges(String partitioner) {
    final Map<Long, byte[]> one;
    final TestCluster alone = CLUSTERS.one();
    try (GraphemberClient client = alone.connect()) {
      GraphInfo graph = load(client, partitioner);
      assertThat(graph.exchangedBytes()).isZero();
      one = blocks(alone, graph);
    }
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      GraphInfo graph = load(client, partitioner);
      assertStoredAs(one, blocks(cluster, graph));
      // Rows go to their homes, and from there to the owners of partitions.
      assertThat(graph.exchangedBytes())
          .isBetween(graph.edges(), 100 * graph.edges() + 2 * 4L * DIM * VERTICES);
      // Peaks of all partitioners so far.
      assertShares(cluster, alone.parts(0).budget().peakBytes());
    }
  }

  @Test
  void threeNodesAddToAGraphWhatOneDoesAndNoneReadsAllOfIt() {
    Map<Long, byte[]> one;
    long peakOfOne;
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      load(client, "adadne");
      one = blocks(cluster, add(client));
      peakOfOne = cluster.parts(0).budget().peakBytes();
    }
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      load(client, "adadne");
      GraphInfo graph = add(client);
      assertThat(graph.edges()).isEqualTo(2 * EDGES);
      assertStoredAs(one, blocks(cluster, graph));
      assertShares(cluster, peakOfOne);
    }
  }

  private static void assertStoredAs(Map<Long, byte[]> one, Map<Long, byte[]> three) {
    assertThat(three.keySet()).isEqualTo(one.keySet());
    one.forEach((key, block) -> assertThat(three.get(key)).isEqualTo(block));
  }

  private static void assertShares(TestCluster cluster, long peakOfOne) {
    for (int node = 0; node < 3; node++) {
      assertThat(cluster.parts(node).budget().peakBytes())
          .as("peak of node %d, %d of one alone", node, peakOfOne)
          .isPositive()
          // Columns grow by chunks of 4 MiB, so a third of so small a graph takes more.
          .isLessThan(peakOfOne * 2 / 3);
      assertIdle(cluster, node);
    }
  }

  /** A process dies as the version that is added to is read; it has half of the partitions. */
  @Test
  void aShardThatIsLostWhileAVersionIsReadEndsTheAddition(@TempDir Path folder) throws IOException {
    try (TestCluster cluster =
            TestCluster.start(
                1,
                new GraphemberConfiguration().setMemoryBudgetBytes(512L << 20),
                ignite -> ignite.setIncludeEventTypes(EventType.EVT_CACHE_OBJECT_READ));
        ServerProcess second = ServerProcess.join(1, folder, cluster).get(0);
        GraphemberClient client = cluster.connect()) {
      GraphInfo first = load(client, "adadne");
      AtomicBoolean read = new AtomicBoolean();
      IgnitePredicate<CacheEvent> kill =
          get -> {
            // Keys are read before, by the node that takes the load; topology by the shards
            // together.
            if (!get.cacheName().equals(first.cache()) || !ofTopology(get.key())) {
              return true;
            }
            read.set(true);
            second.kill();
            return false;
          };
      cluster.node(0).events().localListen(kill, EventType.EVT_CACHE_OBJECT_READ);
      assertThatThrownBy(() -> add(client))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_LOST"));
      assertThat(read).isTrue();
      assertIdle(cluster, 0);
    }
  }

  private static boolean ofTopology(Object key) {
    return (int) ((long) key >>> BlockKey.BLOCK_BITS & (1 << BlockKey.TABLE_BITS) - 1)
        == Table.TOPOLOGY.number();
  }

  /** A load may be taken by a node that stores nothing itself. */
  @Test
  void aNodeWithoutStorageTakesALoad() {
    try (TestCluster cluster =
            TestCluster.start(
                List.of(
                    new GraphemberConfiguration().setStorage(false),
                    new GraphemberConfiguration(),
                    new GraphemberConfiguration()));
        GraphemberClient client = cluster.connect()) {
      assertThat(load(client, "hash-2d").edges()).isPositive();
      assertThat(cluster.parts(1).budget().peakBytes()).isPositive();
      for (int node = 0; node < 3; node++) {
        assertIdle(cluster, node);
      }
    }
  }

  @Test
  void aShardThatIsLostWhileEdgesComeEndsTheLoad() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Skewed source =
          new Skewed(
              piece -> {
                if (piece == 5) {
                  cluster.stopNode(2);
                }
              });
      assertLost(cluster, client, source, progress -> {});
    }
  }

  @Test
  void aShardThatIsLostWhileItIsCutEndsTheLoad() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      AtomicBoolean stopped = new AtomicBoolean();
      assertLost(
          cluster,
          client,
          new Skewed(piece -> {}),
          phase -> {
            if (phase.equals("partition") && stopped.compareAndSet(false, true)) {
              cluster.stopNode(2);
            }
          });
    }
  }

  /** A process dies as the first block comes, of which most partitions need its vertices. */
  @Test
  void aShardThatIsLostWhilePartitionsAreWrittenEndsTheLoad(@TempDir Path folder)
      throws IOException {
    try (TestCluster cluster =
            TestCluster.start(
                2,
                new GraphemberConfiguration().setMemoryBudgetBytes(512L << 20),
                ignite -> ignite.setIncludeEventTypes(EventType.EVT_CACHE_OBJECT_PUT));
        ServerProcess third = ServerProcess.join(1, folder, cluster).get(0);
        GraphemberClient client = cluster.connect()) {
      AtomicBoolean written = new AtomicBoolean();
      IgnitePredicate<CacheEvent> kill =
          put -> {
            if (!put.cacheName().contains(".skewed.")) {
              return true;
            }
            written.set(true);
            third.kill();
            return false;
          };
      cluster.node(0).events().localListen(kill, EventType.EVT_CACHE_OBJECT_PUT);
      assertLost(cluster, client, new Skewed(piece -> {}), progress -> {});
      assertThat(written).isTrue();
    }
  }

  private static void assertLost(
      TestCluster cluster, GraphemberClient client, Skewed source, Consumer<String> atPhase) {
    assertThatThrownBy(
            () ->
                client.load(
                    settings("adadne"),
                    source,
                    progress -> atPhase.accept(progress.phase()),
                    Cancellation.NEVER))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_LOST"))
        .hasMessageMatching("Node .* left the cluster\\.");
    assertThat(client.graphs()).isEmpty();
    for (int node = 0; node < 2; node++) {
      assertIdle(cluster, node);
    }
    // The others take the next load.
    assertThat(load(client, "hash-2d").partitions()).isEqualTo(24);
  }

  @Test
  void shardsAreFreedWhenTheNodeThatTookTheLoadLeaves() {
    try (TestCluster cluster = TestCluster.start(2)) {
      GraphSettings settings =
          SettingsDocument.parse("graph", settings("adadne")).bind(GraphSettings.class);
      Skewed source = new Skewed(piece -> {});
      cluster
          .parts(0)
          .loads()
          .begin(
              settings,
              source.header(),
              new ExpectedSize(new long[1], 0, false),
              Optional.empty(),
              Duration.ZERO);
      assertThat(cluster.parts(1).shards().open()).isOne();
      cluster.stopNode(0);
      Await.until(BOUND, () -> cluster.parts(1).shards().open() == 0);
      assertThat(cluster.parts(1).budget().takenBytes()).isZero();
    }
  }

  @Test
  void aShardThatDoesNotFitEndsTheLoad() {
    try (TestCluster cluster =
            TestCluster.start(
                List.of(
                    new GraphemberConfiguration(),
                    new GraphemberConfiguration().setMemoryBudgetBytes(6L << 20)));
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(() -> load(client, "adadne"))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.code()).isEqualTo("MEMORY_BUDGET_EXCEEDED"))
          .hasMessageMatching(
              "(A shard|The vertices of a shard) of graph skewed needs [0-9.]+ MiB, but only [0-9.]+ MiB of this node's memory"
                  + " budget of 6\\.0 MiB are free; .*");
      for (int node = 0; node < 2; node++) {
        assertIdle(cluster, node);
      }
    }
  }

  /** Nothing has come yet: the guess of its size is enough. */
  @Test
  void aShareThatNoNodeHoldsIsRefusedBeforeTheFirstPiece() {
    try (TestCluster cluster =
        TestCluster.start(
            List.of(
                new GraphemberConfiguration(),
                new GraphemberConfiguration().setMemoryBudgetBytes(64L << 20)))) {
      GraphSettings settings =
          SettingsDocument.parse("graph", settings("adadne")).bind(GraphSettings.class);
      assertThatThrownBy(
              () ->
                  cluster
                      .parts(0)
                      .loads()
                      .begin(
                          settings,
                          new Skewed(piece -> {}).header(),
                          new ExpectedSize(new long[] {10_000_000}, 20_000_000, true),
                          Optional.empty(),
                          Duration.ZERO))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.code()).isEqualTo("MEMORY_BUDGET_EXCEEDED"))
          .hasMessageMatching(
              "Shard [12] of 2 of graph skewed needs [0-9.]+ MiB, but only [0-9.]+ MiB of this node's"
                  + " memory budget of 64\\.0 MiB are free; .*");
      for (int node = 0; node < 2; node++) {
        assertIdle(cluster, node);
      }
    }
  }

  @Test
  void threeNodesLoadWhatOneOfThemCannot() {
    final long budget = 34L << 20;
    try (TestCluster cluster =
            TestCluster.start(List.of(new GraphemberConfiguration().setMemoryBudgetBytes(budget)));
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(() -> load(client, "adadne"))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.code()).isEqualTo("MEMORY_BUDGET_EXCEEDED"));
    }
    try (TestCluster cluster =
            TestCluster.start(
                Collections.nCopies(3, budget).stream()
                    .map(bytes -> new GraphemberConfiguration().setMemoryBudgetBytes(bytes))
                    .toList());
        GraphemberClient client = cluster.connect()) {
      assertThat(load(client, "hash-2d").vertices()).isEqualTo(VERTICES);
    }
  }

  @Test
  void aCancelledLoadLeavesNoShard() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      AtomicBoolean cancelled = new AtomicBoolean();
      assertThatThrownBy(
              () ->
                  client.load(
                      settings("adadne"),
                      new Skewed(piece -> {}),
                      progress ->
                          cancelled.compareAndSet(false, progress.phase().equals("partition")),
                      cancelled::get))
          .isInstanceOf(GraphemberException.class)
          .hasMessage("Cancelled at the user's request.");
      for (int node = 0; node < 2; node++) {
        assertIdle(cluster, node);
      }
      assertThat(client.graphs()).isEmpty();
    }
  }

  private static void assertIdle(TestCluster cluster, int node) {
    Await.until(
        BOUND,
        () ->
            cluster.parts(node).shards().open() == 0
                && cluster.parts(node).budget().takenBytes() == 0
                && cluster.node(node).cacheNames().stream()
                    .allMatch(name -> !name.contains(".skewed.") || published(cluster, name)));
  }

  private static boolean published(TestCluster cluster, String cache) {
    try (GraphemberClient client = cluster.connect()) {
      return Arrays.stream(client.graphs().toArray(GraphInfo[]::new))
          .anyMatch(graph -> graph.cache().equals(cache));
    }
  }
}
