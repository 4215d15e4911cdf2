// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.ResumableLoad;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.StagedLoad;
import io.graphember.jobs.catalog.StagedLoads;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.ignite.IgniteCache;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A load whose pieces the cluster keeps goes on when the node that takes it is lost, or another
 * one, or its client: the graph is what it would have been, and nothing is kept then.
 */
class ResumableLoadTest {
  private static final int PIECES = 12;
  private static final int PIECE_EDGES = 5_000;
  private static final int VERTICES = 4_000;
  private static final int DIM = 16;
  private static final String GRAPH =
      "{name: ring, partitions: 8, symmetrize: true, resumable: %s}";
  private static final Duration BOUND = Duration.ofSeconds(30);

  private static Map<Long, byte[]> expected;

  /** Vertices with features and labels in two pieces, then edges in ten. */
  private record Source(int salt, IntConsumer beforePiece) implements GraphSource {
    @Override
    public GraphHeader header() {
      return new GraphHeader(
          new VertexType(GraphHeader.VERTEX, KeyKind.INT64, DIM, true, false),
          new EdgeAttributes(true, false, 0));
    }

    List<Piece> pieces() {
      final List<Piece> pieces = new ArrayList<>();
      stream(PieceSink.of(pieces::add), Cancellation.NEVER);
      return pieces;
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      for (int piece = 0; piece < PIECES; piece++) {
        beforePiece.accept(piece);
        if (piece < 2) {
          sink.vertices(vertices(piece * VERTICES / 2));
        } else {
          sink.edges(edges(piece));
        }
      }
    }

    private VertexPiece vertices(int first) {
      final int rows = VERTICES / 2;
      final float[] features = new float[rows * DIM];
      for (int i = 0; i < features.length; i++) {
        features[i] = CounterRandom.unitFloat(CounterRandom.bits(salt, (long) first * DIM + i));
      }
      return new VertexPiece(
          KeyColumn.of(IntStream.range(first, first + rows).asLongStream().toArray()),
          IntStream.range(first, first + rows).map(v -> v % 3).toArray(),
          null,
          features);
    }

    private static EdgePiece edges(int piece) {
      final long[] sources = new long[PIECE_EDGES];
      final long[] destinations = new long[PIECE_EDGES];
      final float[] weights = new float[PIECE_EDGES];
      for (int e = 0; e < PIECE_EDGES; e++) {
        final long edge = (long) piece * PIECE_EDGES + e;
        sources[e] = Math.floorMod(CounterRandom.mix(2 * edge), (long) VERTICES);
        destinations[e] = Math.floorMod(CounterRandom.mix(2 * edge + 1), (long) VERTICES);
        weights[e] = e % 7;
      }
      return new EdgePiece(
          0, KeyColumn.of(sources), KeyColumn.of(destinations), weights, null, null);
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of("a", "b", "c");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static Source source() {
    return new Source(1, piece -> {});
  }

  @BeforeAll
  static void loadAsEver() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      expected = blocks(cluster, 0, load(client, GRAPH.formatted(false), source()));
    }
  }

  private static GraphInfo load(GraphemberClient client, String graph, GraphSource source) {
    return client.load(graph, source, progress -> {}, Cancellation.NEVER);
  }

  private static Map<Long, byte[]> blocks(TestCluster cluster, int node, GraphInfo graph) {
    final Map<Long, byte[]> blocks = new TreeMap<>();
    final IgniteCache<Long, byte[]> cache = cluster.node(node).cache(graph.cache());
    cache.forEach(entry -> blocks.put(entry.getKey(), entry.getValue()));
    return blocks;
  }

  private static void assertLoaded(TestCluster cluster, int node, GraphInfo graph) {
    final Map<Long, byte[]> blocks = blocks(cluster, node, graph);
    assertThat(blocks.keySet()).isEqualTo(expected.keySet());
    expected.forEach((key, block) -> assertThat(blocks.get(key)).isEqualTo(block));
    assertNothingKept(cluster, node);
  }

  private static void assertNothingKept(TestCluster cluster, int node) {
    Await.until(
        BOUND,
        () ->
            cluster.node(node).cacheNames().stream()
                    .noneMatch(name -> name.startsWith("graphember.staged."))
                && cluster.parts(node).graphs().staged().of("ring").isEmpty()
                && cluster.parts(node).loads().openLoads() == 0
                && cluster.parts(node).shards().open() == 0);
  }

  /** A process that keeps a shard dies as the sixth piece is read. */
  @Test
  void aLoadThatLosesAShardGoesOnFromWhatTheClusterKeeps(@TempDir Path folder) throws IOException {
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setMemoryBudgetBytes(512L << 20));
        ServerProcess second = ServerProcess.join(1, folder, cluster).get(0);
        GraphemberClient client = cluster.connect()) {
      final Source source =
          new Source(
              1,
              piece -> {
                if (piece == 6) {
                  second.kill();
                }
              });
      assertLoaded(cluster, 0, load(client, GRAPH.formatted(true), source));
    }
  }

  /** The client finds another node, which goes on with the pieces that the first one has kept. */
  @Test
  void aLoadThatLosesTheNodeThatTakesItGoesOnAtAnother() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = GraphemberClient.connect(addresses(cluster))) {
      final Source source =
          new Source(
              1,
              piece -> {
                if (piece == 7) {
                  cluster.stopNode(0);
                }
              });
      assertLoaded(cluster, 1, load(client, GRAPH.formatted(true), source));
    }
  }

  private static String addresses(TestCluster cluster) {
    return IntStream.range(0, 3).mapToObj(cluster::address).collect(Collectors.joining(","));
  }

  /** The node leaves as the graph is cut. */
  @Test
  void aLoadThatIsCutWhenItsNodeLeavesIsCutAtAnother() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = GraphemberClient.connect(addresses(cluster))) {
      final boolean[] stopped = new boolean[1];
      final GraphInfo graph =
          client.load(
              GRAPH.formatted(true),
              source(),
              progress -> {
                if (progress.phase().equals("partition") && !stopped[0]) {
                  stopped[0] = true;
                  cluster.stopNode(0);
                }
              },
              Cancellation.NEVER);
      assertThat(stopped[0]).isTrue();
      assertLoaded(cluster, 1, graph);
    }
  }

  /** The first pieces, as a client sends them that is lost then. */
  private static ResumableLoad begin(TestCluster cluster, Source source, int pieces) {
    return begin(cluster, source, GRAPH.formatted(true), pieces);
  }

  private static ResumableLoad begin(TestCluster cluster, Source source, String graph, int pieces) {
    final GraphemberService service =
        cluster
            .node(0)
            .services()
            .serviceProxy(GraphemberService.NAME, GraphemberService.class, false);
    final ResumableLoad load =
        Json.value(
            service.beginResumable(graph, Json.write(LoadHeader.of(source.header()))),
            new TypeReference<>() {});
    for (int piece = 0; piece < pieces; piece++) {
      assertThat(
              Json.value(
                  service.append(load.load(), piece, source.pieces().get(piece).encode()),
                  new TypeReference<Boolean>() {}))
          .isTrue();
    }
    return load;
  }

  @Test
  void aClientThatIsStartedAgainSendsWhatIsMissing() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      assertThat(begin(cluster, source(), 5).next()).isZero();
      assertThat(client.graphs()).isEmpty();
      final GraphInfo graph = load(client, GRAPH.formatted(true), source());
      assertLoaded(cluster, 0, graph);
      assertThat(graph.version()).isPositive();
    }
  }

  @Test
  void anotherSourceIsNotMixedWithTheFirst() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      begin(cluster, source(), 5);
      assertThatThrownBy(() -> load(client, GRAPH.formatted(true), new Source(2, piece -> {})))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("LOAD_CHANGED"))
          .hasMessage(
              "The source is not the one that was read before the load was interrupted: what was sent of that is dropped; load the graph again.");
      assertNothingKept(cluster, 0);
      assertLoaded(cluster, 0, load(client, GRAPH.formatted(true), source()));
    }
  }

  @Test
  void aLoadThatIsCancelledKeepsNothing() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final boolean[] cancelled = new boolean[1];
      final Source source = new Source(1, piece -> cancelled[0] = piece == 4);
      assertThatThrownBy(
              () -> client.load(GRAPH.formatted(true), source, progress -> {}, () -> cancelled[0]))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("CANCELLED"));
      assertNothingKept(cluster, 0);
      assertThat(client.graphs()).isEmpty();
    }
  }

  @Test
  void whatNobodyGoesOnWithIsForgottenAfterADay() {
    try (TestCluster cluster = TestCluster.start(1)) {
      begin(cluster, source(), 3);
      final GraphCatalog catalog = cluster.parts(0).graphs();
      final StagedLoad load = catalog.staged().of("ring").orElseThrow();
      cluster.parts(0).loads().stop(); // as of a node that leaves
      catalog.sweep();
      assertThat(cluster.node(0).cacheNames()).contains(load.cache());
      final StagedLoad old =
          load.takenBy(load.front(), load.atMillis() - Duration.ofDays(1).toMillis());
      assertThat(catalog.staged().take("ring", old, catalog.staged().of("ring"))).isTrue();
      catalog.staged().leave(load.cache());
      catalog.sweep();
      assertNothingKept(cluster, 0);
    }
  }

  @Test
  void aGraphThatIsDroppedTakesWhatIsKeptWithIt() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      begin(cluster, source(), 3);
      cluster.parts(0).loads().stop(); // as of a node that leaves
      client.dropGraph("ring");
      assertNothingKept(cluster, 0);
    }
  }

  /** Room is reserved before a piece is kept. */
  @Test
  void piecesThatDoNotFitTheRegionAreRefused() {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 18L << 20);
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(() -> load(client, GRAPH.formatted(true), source()))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("REGION_FULL"))
          .hasMessageStartingWith("What is kept of the source of graph ring takes about ");
      assertNothingKept(cluster, 0);
    }
  }

  /** Nobody takes pieces away from a client that is there. */
  @Test
  void aSecondClientWaitsForTheFirst() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final boolean[] begun = new boolean[1];
      begin(cluster, source(), 3);
      assertThatThrownBy(
              () ->
                  client.load(
                      GRAPH.formatted(true),
                      source(),
                      progress -> begun[0] = true,
                      new Cancellation() {
                        private final long since = System.nanoTime();

                        @Override
                        public boolean requested() {
                          return System.nanoTime() - since > TimeUnit.SECONDS.toNanos(2);
                        }
                      }))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("CANCELLED"));
      assertThat(begun[0]).isFalse();
      assertThat(cluster.parts(0).graphs().staged().of("ring")).isPresent();
    }
  }

  /** Of two that find the same load of a lost node, one goes on. */
  @Test
  void aLoadIsTakenByOneNode() {
    try (TestCluster cluster = TestCluster.start(2)) {
      begin(cluster, source(), 3);
      final StagedLoads staged = cluster.parts(1).graphs().staged();
      final StagedLoad first = staged.of("ring").orElseThrow();
      final UUID second = cluster.node(1).cluster().localNode().id();
      assertThat(staged.take("ring", first.takenBy(second, 1), Optional.of(first))).isTrue();
      assertThat(staged.take("ring", first.takenBy(second, 2), Optional.of(first))).isFalse();
      assertThat(staged.of("ring")).hasValueSatisfying(l -> assertThat(l.atMillis()).isEqualTo(1));
      assertThat(cluster.parts(0).graphs().staged().goesOn("ring", first)).isFalse();
      assertThat(staged.goesOn("ring", first.takenBy(second, 1))).isTrue();
      assertThat(staged.of("ring"))
          .hasValueSatisfying(l -> assertThat(l.atMillis()).isGreaterThan(1_000_000));
    }
  }

  /** Each costs every node a cache. */
  @Test
  void aClusterKeepsSomeLoadsAndNoMore() {
    try (TestCluster cluster = TestCluster.start(1)) {
      begin(cluster, source(), 3);
      final StagedLoads staged = cluster.parts(0).graphs().staged();
      final StagedLoad first = staged.of("ring").orElseThrow();
      for (int other = 1; other < 64; other++) {
        assertThat(staged.take("other" + other, first, Optional.empty())).isTrue();
      }
      assertThatThrownBy(() -> begin(cluster, source(), "{name: one-more, resumable: true}", 1))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_BUSY"))
          .hasMessage(
              "The cluster keeps what was sent of 64 loads, 64 of them yours; it may be 64 and 16: go on with them, or drop their graphs.");
    }
  }

  /** Its client would send pieces to nobody. */
  @Test
  void aNodeThatStopsTakesNoLoads() {
    try (TestCluster cluster = TestCluster.start(1)) {
      final ResumableLoad load = begin(cluster, source(), 3);
      cluster.parts(0).loads().stop();
      assertThat(cluster.parts(0).loads().has(load.load())).isFalse();
      assertThatThrownBy(() -> begin(cluster, source(), 3))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_BUSY"))
          .hasMessage("This node stops: begin the load at another one.");
      assertThat(cluster.parts(0).graphs().staged().of("ring")).isPresent();
    }
  }

  /** Nothing was sent, so there is nothing to keep. */
  @Test
  void aLoadWithoutPiecesIsNotKept() {
    try (TestCluster cluster = TestCluster.start(1)) {
      begin(cluster, source(), 0);
      cluster.parts(0).loads().stop();
      assertNothingKept(cluster, 0);
    }
  }

  /** A node that is lost after it has made the version would have another one added to it. */
  @Test
  void anAdditionIsNotResumable() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      assertThatThrownBy(
              () ->
                  load(client, "{name: ring, partitions: 8, add: true, resumable: true}", source()))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("REQUEST_MALFORMED"))
          .hasMessage(
              "graph.resumable and graph.add of graph ring do not go together: what was added might be added again; leave out graph.resumable.");
      assertNothingKept(cluster, 0);
    }
  }
}
