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
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs that follow their tables: whatever happens, they become what the tables are. */
class FollowTest {
  private static TestCluster cluster;
  private static GraphemberClient client;
  private static FollowedTables tables;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
    tables = new FollowedTables(cluster.node(0), client);
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @BeforeEach
  void fill() {
    tables.fill();
  }

  @AfterEach
  void drop() {
    client.dropGraph("bank", true);
  }

  @Test
  void rowsThatComeChangeAndGoAreFollowed() {
    final GraphInfo first = tables.load("bank", true);
    assertThat(first.vertices()).isEqualTo(FollowedTables.ACCOUNTS);
    final FollowInfo begun = tables.followed();
    assertThat(begun.caches()).containsExactly("accounts", "transfers");
    assertThat(begun.cause()).isEqualTo(FollowCause.LOADED);
    assertThat(begun.version()).isEqualTo(first.version());

    tables.accounts().put(1_000L, new FollowedTables.Account("good", 7.0));
    tables.transfers().put(1_000L, new FollowedTables.Transfer(1_000L, 3L, 5.0));
    tables.accounts().put(5L, new FollowedTables.Account("bad", 99.0));
    tables.transfers().put(6L, new FollowedTables.Transfer(6L, 7L, 8.0));
    tables.transfers().remove(2L);
    tables.accounts().remove(9L); // its edges go with it
    tables.awaitTheTables();
    assertThat(tables.bank().vertices()).isEqualTo(FollowedTables.ACCOUNTS);
    final FollowInfo after = tables.followed();
    assertThat(after.version()).isEqualTo(tables.bank().version()).isGreaterThan(first.version());
    assertThat(after.cause()).isEqualTo(FollowCause.ROWS_CHANGED);
    assertThat(after.changes()).isEqualTo(6);
    assertThat(client.graphs().stream().filter(graph -> graph.name().equals("bank"))).hasSize(1);

    tables.accounts().put(9L, new FollowedTables.Account("good", 1.0)); // and come back with it
    tables.awaitTheTables();
  }

  /** Rows that come while tables are read, and between readings: each is in the graph once. */
  @Test
  void rowsThatAreInsertedAreAdded() {
    tables
        .transfers()
        .put(900L, new FollowedTables.Transfer(1L, 2L, 3.0)); // twice, and so it stays
    tables.transfers().put(901L, new FollowedTables.Transfer(1L, 2L, 3.0));
    tables.load("bank", true);
    for (long i = 1_000; i < 1_020; i++) {
      tables.accounts().put(i, new FollowedTables.Account(i % 2 == 0 ? "good" : "bad", i / 8.0));
    }
    tables.awaitTheTables();
    for (long round = 0; round < 3; round++) {
      for (long i = 2_000 + 10 * round; i < 2_010 + 10 * round; i++) {
        tables.transfers().put(i, new FollowedTables.Transfer(i % 60, 1_000 + i % 20, 1.0));
      }
      tables.transfers().put(910 + round, new FollowedTables.Transfer(1L, 2L, 3.0));
      tables.awaitTheTables();
    }
    final FollowInfo after = tables.followed();
    assertThat(after.readings()).as("%s", after).isEqualTo(1);
    assertThat(after.cause()).isEqualTo(FollowCause.LOADED);
    assertThat(after.added().rows()).isEqualTo(20 + 33);
    assertThat(tables.bank().edges()).isEqualTo(FollowedTables.ACCOUNTS + 2 + 33);
    assertThat(CommandRun.succeeds("follow", "bank", "--connect", cluster.address(0)))
        .contains("53 rows since, the last 11 at");

    tables.transfers().put(3L, new FollowedTables.Transfer(3L, 4L, 0.5)); // changed: all is read
    tables.transfers().put(3_000L, new FollowedTables.Transfer(5L, 6L, 0.5));
    tables.awaitTheTables();
    assertThat(tables.followed().readings()).isGreaterThan(1);
    assertThat(tables.followed().cause()).isEqualTo(FollowCause.ROWS_CHANGED);

    final long readings = tables.followed().readings();
    tables.transfers().put(3_001L, new FollowedTables.Transfer(5L, 777L, 0.5)); // no such account
    Await.until(FollowedTables.BOUND, () -> tables.followed().readings() > readings);
    tables.awaitTheTables();
    tables.accounts().put(777L, new FollowedTables.Account("good", 1.0)); // and now there is
    tables.awaitTheTables();
    assertThat(tables.bank().skippedEdges()).isZero();
  }

  /** Rows of vertices as they are now take the place of what the graph has of them. */
  @Test
  void verticesThatChangeAreAddedAgain() {
    tables.load("bank", true);
    for (int round = 0; round < 3; round++) {
      for (long i = 0; i < 20; i++) {
        tables.accounts().put(i, new FollowedTables.Account("good", round + i / 2.0));
        tables
            .accounts()
            .put(i, new FollowedTables.Account(i % 2 == 0 ? "bad" : null, (double) i * round));
      }
      tables.accounts().put(100L + round, new FollowedTables.Account("good", 5.0));
      tables.accounts().put(100L + round, new FollowedTables.Account("bad", 6.0));
      tables.transfers().put(100L + round, new FollowedTables.Transfer(3L, 4L, 1.0));
      tables.awaitTheTables();
    }
    assertThat(tables.followed().readings()).as("%s", tables.followed()).isEqualTo(1);
    tables.accounts().put(5L, new FollowedTables.Account("odd", 1.0)); // a new class
    tables.awaitTheTables();
    assertThat(tables.bank().classNames()).containsExactly("bad", "good", "odd");
  }

  /** A classifier follows, too: it is trained on, and says what a vertex is that came later. */
  @Test
  void aModelFollowsTheGraph() {
    tables.load("bank", true);
    client
        .submit(
            """
            name: kinds
            graph: {name: bank}
            model: {hidden: 8, inputDropout: 0, hiddenDropout: 0}
            task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
            training: {epochs: 2, baseline: false}
            retrain: {changedShare: 0.2, everySeconds: 1, epochs: 1, tolerance: 1}
            """)
        .await(state -> {}, Cancellation.NEVER);
    assertThat(client.predictions("bank", "kinds").get(1_000L)).isNull();
    for (long i = 1_000; i < 1_030; i++) {
      tables.accounts().put(i, new FollowedTables.Account("good", i / 400.0));
      tables.transfers().put(i, new FollowedTables.Transfer(i, i - 970, 1.0));
    }
    Await.until(
        FollowedTables.BOUND, () -> client.predictions("bank", "kinds").get(1_029L) != null);
    Await.until(FollowedTables.BOUND, () -> client.retrainings().get(0).published() > 0);
    client.stopRetraining("bank", "kinds");
  }

  /** A class whose last vertex goes stays a class: models fit. */
  @Test
  void classesStay() {
    tables.accounts().put(2_000L, new FollowedTables.Account("odd", 1.0));
    tables.load("bank", true);
    assertThat(tables.bank().classNames()).containsExactly("bad", "good", "odd");
    tables.accounts().remove(2_000L);
    Await.until(FollowedTables.BOUND, () -> tables.bank().vertices() == FollowedTables.ACCOUNTS);
    assertThat(tables.bank().classNames()).containsExactly("bad", "good", "odd");
  }

  @Test
  void aCacheMayBeDroppedAndMadeAnew() {
    tables.load("bank", true);
    final long version = tables.bank().version();
    cluster.node(0).destroyCache("transfers");
    Await.until(FollowedTables.BOUND, () -> tables.followed().error() != null);
    assertThat(tables.followed().error().message())
        .contains("The cache transfers")
        .contains("does not exist");
    assertThat(tables.bank().version()).isEqualTo(version);
    tables.transfers().put(0L, new FollowedTables.Transfer(0L, 1L, 2.0));
    tables.awaitTheTables();
    assertThat(tables.followed().error()).isNull();
    assertThat(tables.bank().edges()).isEqualTo(1);
    cluster.node(0).destroyCache("transfers"); // and at once
    tables.transfers().put(0L, new FollowedTables.Transfer(1L, 2L, 2.0));
    tables.transfers().put(1L, new FollowedTables.Transfer(2L, 3L, 2.0));
    tables.awaitTheTables();
    tables.transfers().put(2L, new FollowedTables.Transfer(3L, 4L, 2.0));
    tables.awaitTheTables();
    assertThat(tables.bank().edges()).isEqualTo(3);
  }

  @Test
  void itEnds() {
    tables.load("bank", true);
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
                        TablesRequest.of(
                            "{name: bank, partitions: 4, add: true}", FollowedTables.SOURCE),
                        progress -> {},
                        Cancellation.NEVER))
            .getMessage();
    assertThat(refusal)
        .isEqualTo(
            "graph.add: graph bank follows its tables; add rows to these, or stop it with 'graphember follow bank --stop'.");
    assertThat(CommandRun.succeeds("follow", "bank", "--stop", "--connect", cluster.address(0)))
        .contains("does not follow its tables any more; it stays at version");
    assertThat(client.follows()).isEmpty();
    assertThat(client.endFollow("bank")).isFalse();
    assertThat(CommandRun.succeeds("follow", "bank", "--connect", cluster.address(0)))
        .contains("Graph bank does not follow its tables.");
    tables.load("bank", true);
    tables.load("bank", false); // in its place
    assertThat(client.follows()).isEmpty();
    tables.load("bank", true);
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
    final String graph = FollowedTables.following();
    assertThat(
            refusal(
                TablesRequest.of(
                    graph, "{type: ignite, edges: {query: 'SELECT 1, 2', source: a}}")))
        .isEqualTo(
            "graph.follow of graph bank: the query 'SELECT 1, 2' gives rows of which nobody says when they change; name a whole table or cache.");
    assertThat(
            refusal(TablesRequest.of(graph, FollowedTables.SOURCE).holdingOut(0.1, List.of(), 1)))
        .startsWith("graph.follow of graph bank: 0.1 of the edges are held out");
    assertThat(
            refusal(
                TablesRequest.of("{name: bank, follow: true, add: true}", FollowedTables.SOURCE)))
        .startsWith("graph.follow of graph bank: graph.add adds rows once");
    assertThat(client.follows()).isEmpty();
  }
}
