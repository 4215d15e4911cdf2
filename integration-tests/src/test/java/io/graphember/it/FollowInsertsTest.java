// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteDataStreamer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that are inserted all the time come into a graph that follows, each once. */
class FollowInsertsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int FIRST = 20_000;
  private static final String SOURCE =
      "{type: ignite, edges: {cache: paid, source: payer, destination: payee, weight: amount}}";

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  /** A key of several fields. */
  private record PaidKey(Long payer, String number) {}

  /** What it has beside. */
  private record Paid(Long payee, Double amount) {}

  private static FollowInfo followed(GraphemberClient client) {
    return client.follows().get(0);
  }

  private static GraphInfo graph(GraphemberClient client, String name) {
    return client.graphs().stream()
        .filter(graph -> graph.name().equals(name))
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }

  private static void load(GraphemberClient client, String name, boolean follow, String source) {
    client.loadTables(
        TablesRequest.of(
            "{name: %s, partitions: 4, partitioner: hash-2d, follow: %s, followSeconds: 1}"
                .formatted(name, follow),
            source),
        progress -> {},
        Cancellation.NEVER);
  }

  /** Keys of two columns; rows come before, while and after the tables are read. */
  @Test
  void rowsComeWhileTheTablesAreRead() {
    final TestCluster cluster = CLUSTERS.three();
    final Ignite ignite = cluster.node(0);
    final IgniteCache<PaidKey, Paid> paid = ignite.getOrCreateCache("paid");
    final AtomicBoolean stop = new AtomicBoolean();
    try (GraphemberClient client = cluster.connect()) {
      try {
        for (int number = 0; number < FIRST; number++) {
          pay(paid, number);
        }
        final CompletableFuture<Integer> inserts = // joined below
            CompletableFuture.supplyAsync(() -> payUntil(paid, stop));
        load(client, "bank", true, SOURCE);
        Await.until(BOUND, () -> followed(client).added().rows() > FIRST / 10);
        stop.set(true);
        final int all = inserts.join();
        Await.until(BOUND, () -> graph(client, "bank").edges() == all);
        assertThat(followed(client).readings()).as("%s", followed(client)).isEqualTo(1);
        load(client, "twin", false, SOURCE);
        assertThat(GraphContent.of(ignite, graph(client, "bank")))
            .isEqualTo(GraphContent.of(ignite, graph(client, "twin")));
      } finally {
        stop.set(true);
        client.dropGraph("bank", true);
        client.dropGraph("twin", true);
        paid.destroy();
      }
    }
  }

  /** A data streamer fills caches without the way of a put. */
  @Test
  void rowsOfADataStreamerAreSeen() {
    final TestCluster cluster = CLUSTERS.three();
    final Ignite ignite = cluster.node(0);
    final IgniteCache<PaidKey, Paid> paid = ignite.getOrCreateCache("paid");
    try (GraphemberClient client = cluster.connect()) {
      try {
        for (int number = 0; number < 100; number++) {
          pay(paid, number);
        }
        load(client, "bank", true, SOURCE);
        for (boolean overwrites : new boolean[] {false, true}) {
          final long before = graph(client, "bank").edges();
          try (IgniteDataStreamer<PaidKey, Paid> streamer = ignite.dataStreamer("paid")) {
            streamer.allowOverwrite(overwrites);
            for (long i = 0; i < 50; i++) {
              streamer.addData(new PaidKey(i, overwrites + "s" + i), new Paid(i * 31L % 89, 1.0));
            }
          }
          Await.until(BOUND, () -> graph(client, "bank").edges() == before + 50);
        }
      } finally {
        client.dropGraph("bank", true);
        paid.destroy();
      }
    }
  }

  /** Of a vertex whose key is in the value of an entry; other columns of it may change. */
  private record Holder(String number, Double balance) {}

  @Test
  void aKeyInTheValueStays() {
    final TestCluster cluster = CLUSTERS.three();
    final Ignite ignite = cluster.node(0);
    final IgniteCache<Long, Holder> holders = ignite.getOrCreateCache("holders");
    final IgniteCache<PaidKey, Paid> paid = ignite.getOrCreateCache("paid");
    try (GraphemberClient client = cluster.connect()) {
      try {
        for (long i = 0; i < 100; i++) {
          holders.put(i, new Holder(String.valueOf(i), i / 8.0));
          paid.put(new PaidKey(i, "n" + i), new Paid(i * 31L % 89, 1.0));
        }
        final String source =
            """
            {type: ignite, vertices: {cache: holders, key: number, features: [balance]},
             edges: {cache: paid, source: payer, destination: payee, weight: amount}}
            """;
        load(client, "bank", true, source);
        holders.put(5L, new Holder("5", 77.0));
        awaitSame(ignite, client, source);
        assertThat(followed(client).added().rows()).as("%s", followed(client)).isEqualTo(1);
        assertThat(followed(client).readings()).isEqualTo(1);
        paid.remove(new PaidKey(97L, "n97"));
        holders.put(97L, new Holder("1097", 77.0)); // another vertex
        awaitSame(ignite, client, source);
        assertThat(followed(client).readings()).isGreaterThan(1);
        assertThat(followed(client).added().rows()).isZero();
      } finally {
        client.dropGraph("bank", true);
        client.dropGraph("twin", true);
        paid.destroy();
        holders.destroy();
      }
    }
  }

  private static void awaitSame(Ignite ignite, GraphemberClient client, String source) {
    load(client, "twin", false, source);
    final GraphContent wanted = GraphContent.of(ignite, graph(client, "twin"));
    Await.until(BOUND, () -> wanted.vertices().equals(verticesOf(ignite, client)));
    assertThat(GraphContent.of(ignite, graph(client, "bank"))).isEqualTo(wanted);
  }

  private static Map<String, String> verticesOf(Ignite ignite, GraphemberClient client) {
    try {
      return GraphContent.of(ignite, graph(client, "bank")).vertices();
    } catch (NullPointerException | IllegalStateException | GraphemberException expected) {
      return Map.of(); // the version was replaced as it was read
    }
  }

  private static void pay(IgniteCache<PaidKey, Paid> paid, int number) {
    paid.put(
        new PaidKey(number % 97L, "n" + number), new Paid(number * 31L % 89, 1.0 + number % 7));
  }

  private static int payUntil(IgniteCache<PaidKey, Paid> paid, AtomicBoolean stop) {
    int next = FIRST;
    while (!stop.get()) {
      pay(paid, next++);
    }
    return next;
  }
}
