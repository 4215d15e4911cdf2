// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.TablesLoad;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteDataStreamer;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.QueryEntity;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.events.CacheQueryExecutedEvent;
import org.apache.ignite.events.EventType;
import org.apache.ignite.lang.IgnitePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each node reads its own partitions of the caches that a graph is made of: the graph is the same
 * on one node and on three, and a load that fails leaves nothing anywhere.
 */
class SharedTablesTest {
  private static final int PARTITIONS = 16;
  private static final int PEOPLE = 3_000;
  private static final int LINKS = 20_000;
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final String SOURCE =
      """
      type: ignite
      vertexTypes:
        - {name: person, cache: people, key: _key, label: team, split: part, features: [age], oneHot: [team], multiHot: [{column: likes}]}
        - {name: place, keys: string, cache: places, key: _key, label: kind, labelSeparator: "|"}
      edgeTypes:
        - {name: knows, from: person, to: person, table: Links, source: from, destination: to, weight: strength, label: kind}
        - {name: visits, from: person, to: place, cache: visits, source: who, destination: where}
      """;

  private static <K> IgniteDataStreamer<K, BinaryObject> fill(
      Ignite node, String name, int backups) {
    node.createCache(
        new CacheConfiguration<K, BinaryObject>(name)
            .setBackups(backups)
            .setQueryEntities(
                List.of(new QueryEntity(Object.class.getName(), "Row").setTableName(name)))
            .setAffinity(new RendezvousAffinityFunction(false, PARTITIONS)));
    final IgniteDataStreamer<K, BinaryObject> rows = node.dataStreamer(name);
    rows.keepBinary(true);
    return rows;
  }

  private static void fill(Ignite node) {
    fill(node, 0);
  }

  private static void fill(Ignite node, int backups) {
    try (IgniteDataStreamer<Long, BinaryObject> people = fill(node, "people", backups)) {
      for (long p = 0; p < PEOPLE; p++) {
        final String team =
            p % 10 == 9 ? null : "team " + CounterRandom.bounded(CounterRandom.mix(p), 7);
        people.addData(
            p,
            node.binary()
                .builder("Person")
                .setField("team", team, String.class)
                .setField("part", p % 2 == 0 ? "train" : "test")
                .setField("age", (float) (p % 70))
                .setField(
                    "likes",
                    p % 3 == 0 ? new String[] {"tea"} : new String[] {"tea", "chess " + p % 5})
                .build());
      }
    }
    try (IgniteDataStreamer<String, BinaryObject> places = fill(node, "places", backups)) {
      for (int p = 0; p < 100; p++) {
        places.addData(
            "place " + p,
            node.binary()
                .builder("Place")
                .setField("kind", p % 3 == 0 ? "inn" : "inn|hall " + p % 4)
                .build());
      }
    }
    try (IgniteDataStreamer<Long, BinaryObject> links = fill(node, "links", backups)) {
      for (long l = 0; l < LINKS; l++) {
        links.addData(
            l, link(node, person(2 * l), person(2 * l + 1), l % 9, l % 4 == 0 ? "old" : "new"));
      }
    }
    try (IgniteDataStreamer<Long, BinaryObject> visits = fill(node, "visits", backups)) {
      for (long v = 0; v < PEOPLE; v++) {
        visits.addData(
            v,
            node.binary()
                .builder("Visit")
                .setField("who", v)
                .setField("where", "place " + v % 100)
                .build());
      }
    }
  }

  private static BinaryObject link(Ignite node, long from, long to, float strength, String kind) {
    return node.binary()
        .builder("Link")
        .setField("from", from)
        .setField("to", to)
        .setField("strength", strength)
        .setField("kind", kind)
        .build();
  }

  private static long person(long draw) {
    return CounterRandom.bounded(CounterRandom.mix(draw), PEOPLE);
  }

  private static TestCluster start(int nodes) {
    return TestCluster.start(
        nodes,
        new GraphemberConfiguration().setMemoryBudgetBytes(512L << 20),
        ignite -> ignite.setIncludeEventTypes(EventType.EVT_CACHE_QUERY_EXECUTED));
  }

  private static TablesLoad load(GraphemberClient client) {
    return load(client, TablesRequest.of("{name: town, partitions: 8, symmetrize: true}", SOURCE));
  }

  private static TablesLoad load(GraphemberClient client, TablesRequest request) {
    return client.loadTables(request, progress -> {}, Cancellation.NEVER);
  }

  private static Map<Long, byte[]> blocks(TestCluster cluster, GraphInfo graph) {
    return blocks(cluster, 0, graph);
  }

  private static Map<Long, byte[]> blocks(TestCluster cluster, int node, GraphInfo graph) {
    Map<Long, byte[]> blocks = new TreeMap<>();
    IgniteCache<Long, byte[]> cache = cluster.node(node).cache(graph.cache());
    cache.forEach(entry -> blocks.put(entry.getKey(), entry.getValue()));
    return blocks;
  }

  @Test
  void threeNodesReadWhatTheyHaveAndTheGraphIsThatOfOne() {
    final Map<Long, byte[]> one;
    final GraphInfo ofOne;
    try (TestCluster cluster = start(1);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      ofOne = load(client).graph();
      one = blocks(cluster, ofOne);
    }
    try (TestCluster cluster = start(3);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final TablesLoad loaded = load(client);
      assertThat(loaded.graph().vertexTypes().get(0).classNames())
          .hasSize(7)
          .isEqualTo(ofOne.vertexTypes().get(0).classNames());
      assertThat(loaded.graph().vertexTypes().get(1).targets())
          .isEqualTo(ofOne.vertexTypes().get(1).targets());
      assertThat(loaded.sample()).hasSize(5).allMatch(vertex -> vertex.key() instanceof Long);
      assertThat(loaded.graph().edges()).isEqualTo(ofOne.edges());
      final Map<Long, byte[]> three = blocks(cluster, loaded.graph());
      assertThat(three.keySet()).isEqualTo(one.keySet());
      one.forEach((key, block) -> assertThat(three.get(key)).isEqualTo(block));
      assertEachReadsItsOwn(cluster);
    }
  }

  private static void assertEachReadsItsOwn(TestCluster cluster) {
    for (int node = 0; node < 3; node++) {
      long own = 0;
      for (String cache : List.of("people", "places", "links", "visits")) {
        own += cluster.node(node).cache(cache).localSizeLong(CachePeekMode.PRIMARY);
      }
      assertThat(cluster.parts(node).tableRows().total()).as("node %d", node).isEqualTo(own);
    }
  }

  /** As a client reads it itself, but for the order of rows. */
  @Test
  void edgesAreHeldOutAsAClientHoldsThemOut() {
    try (TestCluster cluster = start(2);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final GraphInfo graph =
          load(
                  client,
                  TablesRequest.of("{name: town, partitions: 4}", SOURCE)
                      .holdingOut(0.25, List.of("knows"), 7))
              .graph();
      assertThat(graph.heldOutEdges()).isBetween(LINKS / 5L, LINKS / 3L);
      assertThat(graph.edges() + graph.heldOutEdges()).isEqualTo(LINKS + PEOPLE);
      final GraphInfo more =
          load(
                  client,
                  TablesRequest.of(
                      "{name: town, add: true, partitions: 4}",
                      """
                      type: ignite
                      vertexTypes:
                        - {name: person}
                        - {name: place, keys: string}
                      edgeTypes:
                        - {name: knows, from: person, to: person, table: Links, source: from, destination: to, weight: strength, label: kind}
                        - {name: visits, from: person, to: place, cache: visits, source: who, destination: where}
                      """))
              .graph();
      assertThat(more.edges()).isEqualTo(graph.edges() + LINKS + PEOPLE);
    }
  }

  @Test
  void rowsThatAreWrongAreNamedWithTheirPartition() {
    try (TestCluster cluster = start(3);
        GraphemberClient client = cluster.connect()) {
      try (IgniteDataStreamer<Long, BinaryObject> links = fill(cluster.node(0), "links", 0)) {
        for (long l = 0; l < 1000; l++) {
          links.addData(l, link(cluster.node(0), l, l + 1, l == 700 ? -1 : 1, "new"));
        }
      }
      final int partition = cluster.node(0).affinity("links").partition(700L);
      assertThatThrownBy(
              () ->
                  load(
                      client,
                      TablesRequest.of(
                          "{name: bad}",
                          "{type: ignite, edges: {cache: links, source: from, destination: to, weight: strength}}")))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.code()).isEqualTo("INPUT_WEIGHT_NEGATIVE"))
          .hasMessageMatching(
              "cache links, partition %d:[0-9]+: column [0-9] \\(strength\\) is -1\\.0; a weight must be 0 or more\\."
                  .formatted(partition));
      assertNothingLeft(cluster, client, 3);
    }
  }

  @Test
  void whatNodesDoNotReadIsRefused() {
    try (TestCluster cluster = start(1);
        GraphemberClient client = cluster.connect()) {
      refused(
          client,
          TablesRequest.of("{name: g}", "{type: block-model, vertices: 10}"),
          "Graph g cannot be loaded from tables: nodes read source.type = ignite, and not with graph.partitioner = file.");
      refused(
          client,
          TablesRequest.of(
              "{name: g, partitioner: file, partitionerOptions: {edge: cut.csv}}",
              "{type: ignite, edges: {cache: links}}"),
          "Graph g cannot be loaded from tables: nodes read source.type = ignite, and not with graph.partitioner = file.");
      refused(
          client,
          TablesRequest.of("{name: g}", "{type: ignite, edges: {cache: links}}")
              .holdingOut(1.5, List.of(), 0),
          "Graph g cannot be loaded from tables: a share of 1.5 of the edges is held out, which is not 0 to 1.");
      refused(
          client,
          TablesRequest.of("{name: g}", "{type: ignite, edges: {cache: links}}")
              .waiting(Duration.ofDays(2)),
          "Graph g cannot be loaded from tables: waitMillis is not from 0 to a day.");
    }
  }

  private static void refused(GraphemberClient client, TablesRequest request, String message) {
    assertThatThrownBy(() -> load(client, request))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("REQUEST_MALFORMED"))
        .hasMessage(message);
  }

  /** The client goes as soon as rows come. */
  @Test
  void aLoadThatIsCancelledLeavesNothing() {
    try (TestCluster cluster = start(3);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final AtomicBoolean begun = new AtomicBoolean();
      assertThatThrownBy(
              () ->
                  client.loadTables(
                      TablesRequest.of("{name: town, partitions: 8}", SOURCE),
                      progress -> begun.set(true),
                      begun::get))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("CANCELLED"));
      assertNothingLeft(cluster, client, 3);
      assertThat(load(client).graph().edges()).isPositive();
    }
  }

  /** Its rows are gone, and must not be missing in the graph without a word. */
  @Test
  void aNodeThatIsLostWithRowsEndsTheLoad(@TempDir Path folder) throws IOException {
    try (TestCluster cluster = start(1);
        ServerProcess second = ServerProcess.join(1, folder, cluster).get(0);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final AtomicBoolean killed = killWhenRead(cluster, second, "links");
      assertThatThrownBy(() -> load(client))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_LOST"))
          .hasMessageMatching(
              "A node left the cluster while graph town was read, and its caches have not as many rows as before"
                  + " \\(ExpectedSize.*, now ExpectedSize.*\\): load it again when they are whole, or give them backups\\.");
      assertThat(killed).isTrue();
      assertNothingLeft(cluster, client, 1);
    }
  }

  /** The graph is the one of a cluster in which nothing happens. */
  private static void assertUndisturbed(Map<Long, byte[]> blocks) {
    try (TestCluster cluster = start(1);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final Map<Long, byte[]> expected = blocks(cluster, load(client).graph());
      assertThat(blocks.keySet()).isEqualTo(expected.keySet());
      expected.forEach((key, block) -> assertThat(blocks.get(key)).isEqualTo(block));
    }
  }

  /** The load begins again on the node that is left, and the graph is what it would have been. */
  @Test
  void aLoadThatLosesANodeGoesOnWithTheBackups(@TempDir Path folder) throws IOException {
    final GraphInfo ofOne;
    final Map<Long, byte[]> one;
    try (TestCluster cluster = start(1);
        ServerProcess second = ServerProcess.join(1, folder, cluster).get(0);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0), 1);
      final AtomicBoolean killed = killWhenRead(cluster, second, "links");
      ofOne = load(client).graph();
      assertThat(killed).isTrue();
      assertThat(client.graphs()).extracting(GraphInfo::name).containsExactly("town");
      one = blocks(cluster, ofOne);
    }
    assertUndisturbed(one);
  }

  /** The client has another node begin again, which finds as many rows as the first one had. */
  @Test
  void aLoadThatLosesItsNodeBeginsAgainAtAnother() {
    final Map<Long, byte[]> one;
    try (TestCluster cluster = start(3);
        GraphemberClient client = GraphemberClient.connect(addresses(cluster))) {
      fill(cluster.node(0), 1);
      final CountDownLatch stopped = new CountDownLatch(1);
      for (int node = 1; node < 3; node++) {
        holdWhenRead(cluster, node, "links", stopped);
      }
      final GraphInfo graph =
          client
              .loadTables(
                  TablesRequest.of("{name: town, partitions: 8, symmetrize: true}", SOURCE),
                  progress -> {
                    if (progress.phase().equals("receive")
                        && progress.total() > 0
                        && stopped.getCount() > 0) {
                      cluster.stopNode(0);
                      stopped.countDown();
                    }
                  },
                  Cancellation.NEVER)
              .graph();
      assertThat(stopped.getCount()).isZero();
      one = blocks(cluster, 1, graph);
    }
    assertUndisturbed(one);
  }

  /** Another node would make a graph of fewer rows. */
  @Test
  void aLoadIsNotBegunAgainWithFewerRows() {
    try (TestCluster cluster = start(1);
        GraphemberClient client = cluster.connect()) {
      fill(cluster.node(0));
      final TablesRequest request = TablesRequest.of("{name: town, partitions: 8}", SOURCE);
      assertThatThrownBy(() -> load(client, request.of(1_000_000)))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_LOST"))
          .hasMessageMatching(
              "A node left the cluster while graph town was read, and its caches have not as many rows as before"
                  + " \\(1000000 in all, now ExpectedSize.*\\): load it again when they are whole, or give them backups\\.");
      assertThat(load(client, request.of(2 * PEOPLE + 100 + LINKS)).graph().edges())
          .isEqualTo(LINKS + PEOPLE);
    }
  }

  private static String addresses(TestCluster cluster) {
    return IntStream.range(0, 3).mapToObj(cluster::address).collect(Collectors.joining(","));
  }

  /** Lets a node go on to read its partitions of a cache when something has happened. */
  private static void holdWhenRead(
      TestCluster cluster, int node, String cache, CountDownLatch happened) {
    final IgnitePredicate<CacheQueryExecutedEvent<?, ?>> hold =
        scan -> {
          if (scan.cacheName().equals(cache) && cluster.parts(node).reads().open() > 0) {
            Await.until(BOUND, () -> happened.getCount() == 0);
          }
          return true;
        };
    cluster.node(node).events().localListen(hold, EventType.EVT_CACHE_QUERY_EXECUTED);
  }

  /** Kills a process when the other node begins to read its partitions of a cache. */
  private static AtomicBoolean killWhenRead(
      TestCluster cluster, ServerProcess process, String cache) {
    final AtomicBoolean killed = new AtomicBoolean();
    final IgnitePredicate<CacheQueryExecutedEvent<?, ?>> kill =
        scan -> {
          if (!scan.cacheName().equals(cache) || cluster.parts(0).reads().open() == 0) {
            return true; // it looks at columns, or reads another one
          }
          killed.set(true);
          process.kill();
          return false;
        };
    cluster.node(0).events().localListen(kill, EventType.EVT_CACHE_QUERY_EXECUTED);
    return killed;
  }

  private static void assertNothingLeft(TestCluster cluster, GraphemberClient client, int nodes) {
    assertThat(client.graphs()).isEmpty();
    for (int node = 0; node < nodes; node++) {
      final NodeView parts = cluster.parts(node);
      Await.until(
          BOUND,
          () ->
              parts.reads().open() == 0
                  && parts.shards().open() == 0
                  && parts.loads().openLoads() == 0
                  && parts.budget().takenBytes() == 0);
    }
  }
}
