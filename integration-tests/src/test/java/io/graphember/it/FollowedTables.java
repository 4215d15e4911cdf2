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
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.configuration.CacheConfiguration;

/** Accounts and transfers in two caches, and the graph {@code bank} that follows them. */
record FollowedTables(Ignite ignite, GraphemberClient client) {
  static final long ACCOUNTS = 60;
  static final Duration BOUND = Duration.ofSeconds(60);
  static final String SOURCE =
      """
      type: ignite
      vertices: {cache: accounts, key: _key, label: kind, features: [balance]}
      edges: {cache: transfers, source: payer, destination: payee, weight: amount}
      """;
  private static final String GRAPH =
      "{name: %s, partitions: 4, unknownVertices: skip, follow: %s, followSeconds: 1}";

  /** A vertex. */
  record Account(String kind, Double balance) {}

  /** An edge. */
  record Transfer(Long payer, Long payee, Double amount) {}

  /** Settings of a graph that follows. */
  static String following() {
    return GRAPH.formatted("bank", true);
  }

  IgniteCache<Long, Account> accounts() {
    return cache("accounts");
  }

  IgniteCache<Long, Transfer> transfers() {
    return cache("transfers");
  }

  private <T> IgniteCache<Long, T> cache(String name) {
    final CacheConfiguration<Long, T> configuration = new CacheConfiguration<>(name);
    configuration.setBackups(1);
    return ignite.getOrCreateCache(configuration);
  }

  /** The rows that every test begins with. */
  void fill() {
    accounts().clear();
    transfers().clear();
    for (long i = 0; i < ACCOUNTS; i++) {
      accounts().put(i, new Account(i % 3 == 0 ? "bad" : "good", i / 4.0));
      transfers().put(i, new Transfer(i, (i * 7 + 1) % ACCOUNTS, 1.0 + i));
    }
  }

  GraphInfo load(String graph, boolean follow) {
    return client
        .loadTables(
            TablesRequest.of(GRAPH.formatted(graph, follow), SOURCE),
            progress -> {},
            Cancellation.NEVER)
        .graph();
  }

  FollowInfo followed() {
    return client.follows().stream()
        .filter(info -> info.graph().equals("bank"))
        .findFirst()
        .orElseThrow();
  }

  GraphInfo bank() {
    return client.graphs().stream()
        .filter(graph -> graph.name().equals("bank"))
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }

  /** Waits until the graph is what a load of the tables as they are now gives. */
  void awaitTheTables() {
    final GraphContent wanted = GraphContent.of(ignite, load("twin", false));
    assertThat(wanted.edges()).isNotEmpty();
    Await.until(BOUND, () -> isCurrent(wanted));
  }

  private boolean isCurrent(GraphContent wanted) {
    try {
      return GraphContent.of(ignite, bank()).equals(wanted);
    } catch (IllegalStateException
        | NullPointerException
        | GraphemberException
        | CacheException expected) {
      return false; // the version was replaced as it was read
    }
  }
}
