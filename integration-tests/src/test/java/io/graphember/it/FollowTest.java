// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.jobs.NodeError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.CacheMode;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.configuration.CacheConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs that follow their tables: whatever happens, they become what the tables are. */
class FollowTest {
  private static final long ACCOUNTS = 60;
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String SOURCE =
      """
      type: ignite
      vertices: {cache: accounts, key: _key, label: kind, features: [balance]}
      edges: {cache: transfers, source: payer, destination: payee, weight: amount}
      """;
  private static final String GRAPH =
      "{name: %s, partitions: 4, unknownVertices: skip, follow: %s, followSeconds: 1}";

  private TestCluster cluster;
  private GraphemberClient client;

  /** A vertex. */
  record Account(String kind, Double balance) {}

  /** An edge. */
  record Transfer(Long payer, Long payee, Double amount) {}

  @BeforeEach
  void start() {
    cluster = TestCluster.start(3);
    client = cluster.connect();
    for (long i = 0; i < ACCOUNTS; i++) {
      accounts().put(i, new Account(i % 3 == 0 ? "bad" : "good", i / 4.0));
      transfers().put(i, new Transfer(i, (i * 7 + 1) % ACCOUNTS, 1.0 + i));
    }
  }

  @AfterEach
  void stop() {
    client.close();
    cluster.close();
  }

  private IgniteCache<Long, Account> accounts() {
    return cache("accounts");
  }

  private IgniteCache<Long, Transfer> transfers() {
    return cache("transfers");
  }

  private <T> IgniteCache<Long, T> cache(String name) {
    final CacheConfiguration<Long, T> configuration = new CacheConfiguration<>(name);
    configuration.setBackups(1).setCacheMode(CacheMode.PARTITIONED);
    return live().getOrCreateCache(configuration);
  }

  /** The youngest node: tests stop others. */
  private Ignite live() {
    return cluster.node(2);
  }

  private GraphInfo load(String graph, boolean follow, String source) {
    return client
        .loadTables(
            TablesRequest.of(GRAPH.formatted(graph, follow), source),
            progress -> {},
            Cancellation.NEVER)
        .graph();
  }

  private FollowInfo followed() {
    return client.follows().stream()
        .filter(info -> info.graph().equals("bank"))
        .findFirst()
        .orElseThrow();
  }

  private GraphInfo bank() {
    return client.graphs().stream()
        .filter(graph -> graph.name().equals("bank"))
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }

  /** Every block of a version; none while it is replaced by another one. */
  private Map<Long, String> blocks(GraphInfo graph) {
    final Map<Long, String> blocks = new HashMap<>();
    final IgniteCache<Long, byte[]> cache = live().cache(graph.cache());
    if (cache != null) {
      for (Cache.Entry<Long, byte[]> block : cache.query(new ScanQuery<Long, byte[]>())) {
        blocks.put(block.getKey(), Arrays.toString(block.getValue()));
      }
    }
    return blocks;
  }

  /** Waits until the graph is, bit for bit, what a load of the tables as they are now gives. */
  private void becomesTheTables() {
    final Map<Long, String> wanted = blocks(load("twin", false, SOURCE));
    assertThat(wanted).isNotEmpty();
    Await.until(BOUND, () -> isCurrent(wanted));
  }

  private boolean isCurrent(Map<Long, String> wanted) {
    try {
      return blocks(bank()).equals(wanted);
    } catch (IllegalStateException | javax.cache.CacheException expected) {
      return false; // the version was replaced as it was read
    }
  }

  @Test
  void rowsThatComeChangeAndGoAreFollowed() {
    final GraphInfo first = load("bank", true, SOURCE);
    assertThat(first.vertices()).isEqualTo(ACCOUNTS);
    final FollowInfo begun = followed();
    assertThat(begun.caches()).containsExactly("accounts", "transfers");
    assertThat(begun.cause()).isEqualTo(FollowCause.LOADED);
    assertThat(begun.version()).isEqualTo(first.version());

    accounts().put(1_000L, new Account("good", 7.0));
    transfers().put(1_000L, new Transfer(1_000L, 3L, 5.0));
    accounts().put(5L, new Account("bad", 99.0));
    transfers().put(6L, new Transfer(6L, 7L, 8.0));
    transfers().remove(2L);
    accounts().remove(9L); // its edges go with it
    becomesTheTables();
    assertThat(bank().vertices()).isEqualTo(ACCOUNTS);
    final FollowInfo after = followed();
    assertThat(after.version()).isEqualTo(bank().version()).isGreaterThan(first.version());
    assertThat(after.cause()).isEqualTo(FollowCause.ROWS_CHANGED);
    assertThat(after.changes()).isEqualTo(6);
    assertThat(client.graphs().stream().filter(graph -> graph.name().equals("bank"))).hasSize(1);

    accounts().put(9L, new Account("good", 1.0)); // and come back with it
    becomesTheTables();
  }

  /** A class whose last vertex goes stays a class: models fit. */
  @Test
  void classesStay() {
    accounts().put(2_000L, new Account("odd", 1.0));
    load("bank", true, SOURCE);
    assertThat(bank().classNames()).containsExactly("bad", "good", "odd");
    accounts().remove(2_000L);
    Await.until(BOUND, () -> bank().vertices() == ACCOUNTS);
    assertThat(bank().classNames()).containsExactly("bad", "good", "odd");
  }

  @Test
  void anotherNodeTakesOver() {
    client.close();
    client = GraphemberClient.connect(cluster.address(0));
    load("bank", true, SOURCE);
    final String node = followed().node();
    final int number =
        cluster.nodes().stream()
            .map(ignite -> ignite.cluster().localNode().consistentId().toString())
            .toList()
            .indexOf(node);
    assertThat(number).isZero();
    client.close();
    cluster.stopNode(0);
    client = GraphemberClient.connect(cluster.address(2));
    transfers().put(500L, new Transfer(1L, 2L, 3.0));
    becomesTheTables();
    final FollowInfo after = followed();
    assertThat(after.node()).isNotEqualTo(node);
    assertThat(after.cause()).isEqualTo(FollowCause.TAKEN_OVER);
    transfers().put(501L, new Transfer(2L, 1L, 3.0));
    becomesTheTables();
  }

  /** Another server node may have had changes that nobody has seen. */
  @Test
  void theLossOfAServerIsAGap() {
    client.close();
    client = GraphemberClient.connect(cluster.address(2));
    load("bank", true, SOURCE);
    cluster.stopNode(0);
    Await.until(BOUND, () -> followed().cause() == FollowCause.NODE_LEFT);
    becomesTheTables();
  }

  @Test
  void aCacheMayBeDroppedAndMadeAnew() {
    load("bank", true, SOURCE);
    final long version = bank().version();
    live().destroyCache("transfers");
    Await.until(BOUND, () -> followed().error() != null);
    assertThat(followed().error().message())
        .contains("The cache transfers")
        .contains("does not exist");
    assertThat(bank().version()).isEqualTo(version);
    transfers().put(0L, new Transfer(0L, 1L, 2.0));
    becomesTheTables();
    assertThat(followed().error()).isNull();
    assertThat(bank().edges()).isEqualTo(1);
  }

  @Test
  void itEnds() {
    load("bank", true, SOURCE);
    assertThat(CommandRun.succeeds("follow", "--connect", cluster.address(0)))
        .contains("bank")
        .contains("well");
    assertThat(CommandRun.succeeds("follow", "bank", "--connect", cluster.address(0)))
        .contains("accounts, transfers")
        .contains("since the graph was loaded");
    final String refusal =
        catchThrowableOfType(
                GraphemberException.class,
                () ->
                    client.loadTables(
                        TablesRequest.of("{name: bank, partitions: 4, add: true}", SOURCE),
                        progress -> {},
                        Cancellation.NEVER))
            .getMessage();
    assertThat(refusal)
        .isEqualTo(
            "graph.add: graph bank follows its tables; add rows to these, or stop it with 'graphember follow bank --stop'.");
    assertThat(
            CommandRun.succeeds("follow", "bank", "--stop", "--connect", cluster.address(0)))
        .contains("does not follow its tables any more; it stays at version");
    assertThat(client.follows()).isEmpty();
    assertThat(client.endFollow("bank")).isFalse();
    assertThat(CommandRun.succeeds("follow", "bank", "--connect", cluster.address(0)))
        .contains("Graph bank does not follow its tables.");
    load("bank", true, SOURCE);
    load("bank", false, SOURCE); // in its place
    assertThat(client.follows()).isEmpty();
    load("bank", true, SOURCE);
    client.dropGraph("bank", true);
    assertThat(client.follows()).isEmpty();
  }

  private String refusal(TablesRequest request) {
    final GraphemberException refused =
        catchThrowableOfType(
            GraphemberException.class,
            () -> client.loadTables(request, progress -> {}, Cancellation.NEVER));
    assertThat(refused.is(NodeError.FOLLOW_REFUSED)).isTrue();
    return refused.getMessage();
  }

  @Test
  void whatCannotBeFollowedIsRefused() {
    final String graph = GRAPH.formatted("bank", true);
    assertThat(
            refusal(
                TablesRequest.of(
                    graph, "{type: ignite, edges: {query: 'SELECT 1, 2', source: a}}")))
        .isEqualTo(
            "graph.follow of graph bank: the query 'SELECT 1, 2' gives rows of which nobody says when they change; name a whole table or cache.");
    assertThat(
            refusal(
                TablesRequest.of(graph, SOURCE)
                    .holdingOut(0.1, java.util.List.of(), 1)))
        .startsWith("graph.follow of graph bank: 0.1 of the edges are held out");
    assertThat(refusal(TablesRequest.of("{name: bank, follow: true, add: true}", SOURCE)))
        .startsWith("graph.follow of graph bank: graph.add adds rows once");
    assertThat(client.follows()).isEmpty();
    assertThat(Optional.ofNullable(live().cache("accounts"))).isPresent();
  }
}
