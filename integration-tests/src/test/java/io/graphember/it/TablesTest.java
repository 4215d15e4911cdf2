// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Completion;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.PublicationKind;
import io.graphember.client.api.Retention;
import io.graphember.client.api.TripleQuery;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.table.TableError;
import io.graphember.it.docs.Pages;
import io.graphember.schema.InputError;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.query.SqlFieldsQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Graphs of the tables and caches that are in the cluster already: two server JVMs, with a query
 * engine.
 */
class TablesTest {
  private static final int PEOPLE = 300;

  @TempDir static Path work;

  private static final List<ServerProcess> CLUSTER = new ArrayList<>();
  private static GraphemberClient client;

  @BeforeAll
  static void start() throws IOException {
    CLUSTER.addAll(ServerProcess.start(2, work, queryEngine()));
    client = GraphemberClient.connect(CLUSTER.get(0).address());
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      sql(ignite, "CREATE TABLE Person (id BIGINT PRIMARY KEY, team VARCHAR, x REAL, y DOUBLE)");
      sql(
          ignite,
          "CREATE TABLE Knows (id BIGINT PRIMARY KEY, a BIGINT, b BIGINT, w REAL, t TIMESTAMP)");
      sql(ignite, "CREATE TABLE City (name VARCHAR PRIMARY KEY, size INT)");
      sql(ignite, "CREATE TABLE Lives (id BIGINT PRIMARY KEY, person BIGINT, city VARCHAR)");
      for (String city : List.of("Oslo", "Rome")) {
        sql(ignite, "INSERT INTO City VALUES (?, 7)", city);
      }
      for (long p = 0; p < PEOPLE; p++) {
        String team = p % 2 == 0 ? "red" : "blue";
        sql(ignite, "INSERT INTO Person VALUES (?, ?, ?, ?)", p, team, p % 2 + .25f, 1.0 * (p % 7));
        sql(
            ignite,
            "INSERT INTO Knows VALUES (?, ?, ?, ?, '2020-01-01 00:00:00')",
            p,
            p,
            (p + 2) % PEOPLE,
            0.5f);
        sql(ignite, "INSERT INTO Lives VALUES (?, ?, ?)", p, p, p % 3 == 0 ? "Oslo" : "Rome");
      }
      ClientCache<UUID, Double> plain = ignite.createCache("scores");
      ClientCache<Long, Link> links = ignite.createCache("links");
      for (long i = 0; i < 40; i++) {
        plain.put(new UUID(1, i), i / 4.0);
        links.put(i, new Link(new UUID(1, i), new UUID(1, (i + 1) % 40)));
      }
    }
  }

  /** A thing in a cache. */
  record Link(UUID from, UUID to) {}

  private static List<Path> queryEngine() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/query-engine"))) {
      return jars.map(Path::toAbsolutePath).toList();
    }
  }

  private static void sql(IgniteClient ignite, String text, Object... arguments) {
    ignite.query(new SqlFieldsQuery(text).setArgs(arguments)).getAll();
  }

  @AfterAll
  static void stop() {
    if (client != null) {
      client.close();
    }
    ServerProcess.closeAll(CLUSTER);
  }

  private static GraphInfo load(String graph, String source) {
    return client
        .loadTables(TablesRequest.of(graph, source), progress -> {}, Cancellation.NEVER)
        .graph();
  }

  /** Requests are a table by this query engine, too. */
  @Test
  void aJobIsPutBySql() {
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      sql(
          ignite,
          "INSERT INTO GRAPHEMBER.REQUESTS (NAME, REQUEST) VALUES ('teams', ?)",
          """
          name: teams
          source:
            type: ignite
            vertices: {query: "SELECT id, team, x FROM Person", key: id, label: team, features: [x]}
            edges: {query: "SELECT a, b FROM Knows", source: a, destination: b}
          graph: {name: teams, symmetrize: true}
          model: {hidden: 8}
          task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
          training: {epochs: 2, fanouts: [3, 3], batchSize: 64, trainers: 1, baseline: false}
          """);
      Await.until(Duration.ofMinutes(2), () -> status(ignite, "teams").contains("\"DONE\""));
      assertThat(client.predictions("teams", "teams").get(7).label()).isIn("red", "blue");
      sql(ignite, "DELETE FROM GRAPHEMBER.REQUESTS WHERE NAME = 'teams'");
      Await.until(Duration.ofMinutes(2), () -> status(ignite, "teams").isEmpty());
    }
  }

  private static String status(IgniteClient ignite, String name) {
    final List<List<?>> rows =
        ignite
            .query(
                new SqlFieldsQuery("SELECT STATUS FROM GRAPHEMBER.STATUS WHERE NAME = ?")
                    .setArgs(name))
            .getAll();
    return rows.isEmpty() ? "" : (String) rows.get(0).get(0);
  }

  @Test
  void targetsComeFromTables() {
    GraphInfo numbers =
        load(
            "{name: numbers}",
            """
            type: ignite
            vertices: {query: "SELECT id, x, y FROM Person", key: id, features: [x], targets: [y]}
            edges: {query: "SELECT a, b, w FROM Knows", source: a, destination: b, target: w}
            """);
    assertThat(numbers.edgeTypes().get(0).target()).isTrue();
    assertThat(numbers.vertexTypes().get(0).targets()).containsExactly("y");
    assertThat(numbers.featureDim()).isEqualTo(1);
    GraphInfo labels =
        load(
            "{name: labels}",
            """
            type: ignite
            vertices: {query: "SELECT id, team || '|all' AS teams FROM Person", key: id, label: teams, labelSeparator: '|'}
            edges: {query: "SELECT a, b FROM Knows", source: a, destination: b}
            """);
    assertThat(labels.vertexTypes().get(0).targets())
        .containsExactlyInAnyOrder("red", "blue", "all");
  }

  @Test
  void trainsOnTables() {
    GraphInfo graph =
        load(
            "{name: people, symmetrize: true}",
            """
            type: ignite
            vertices: {query: "SELECT id, team, x, y FROM Person", key: id, label: team, features: [x, y]}
            edges: {query: "SELECT a, b, w, t FROM Knows", source: a, destination: b, weight: w, time: t}
            """);
    assertThat(graph.vertices()).isEqualTo(PEOPLE);
    assertThat(graph.edges()).isEqualTo(2 * PEOPLE);
    assertThat(graph.featureDim()).isEqualTo(2);
    JobResult result =
        client
            .submit(
                """
                name: teams
                graph: {name: people}
                model: {hidden: 8}
                training: {epochs: 12, learningRate: 0.05, baseline: false}
                task: {split: {train: 0.5, valid: 0.25, test: 0.25}}
                """)
            .await(state -> {}, Cancellation.NEVER);
    assertThat(result.epochs()).isNotEmpty();
    PublishedTable<Prediction> predictions = client.predictions("people", "teams");
    int right = 0;
    for (long p = 0; p < PEOPLE; p++) {
      right += predictions.get(p).label().equals(p % 2 == 0 ? "red" : "blue") ? 1 : 0;
    }
    assertThat(right).isGreaterThan(PEOPLE * 9 / 10);
    resultsAreTables(predictions);
  }

  /** Views are found by any node, and follow what is current. */
  private static void resultsAreTables(PublishedTable<Prediction> predictions) {
    infer(
        "{name: found, seed: 1, job: infer, inference: {model: teams, candidates: 3, edges: all}, publish: {uncertainty: true}}");
    infer(
        "{name: found, seed: 2, job: infer, inference: {model: teams, candidates: 3, edges: all}, publish: {uncertainty: true, keepPrevious: false}}");
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      assertThat(ignite.cacheNames().stream().filter(name -> name.contains("people.found")))
          .hasSize(5);
      Object[] row =
          row(
              ignite,
              "SELECT key, label, class, probabilities FROM %s WHERE key = 7",
              "people.teams.predictions");
      Prediction expected = predictions.get(7);
      assertThat(row)
          .containsExactly(7L, expected.label(), expected.classIndex(), expected.probabilities());
      assertThat(row(ignite, "SELECT count(*) FROM %s", "people.found.predictions"))
          .containsExactly((long) PEOPLE);
      float[] vector = client.embeddings("people", "found").get(9);
      assertThat(row(ignite, "SELECT embedding FROM %s WHERE key = 9", "people.found.embeddings"))
          .containsExactly(vector);
      assertThat(
              row(
                  ignite,
                  "SELECT score FROM %s WHERE source = 5 AND destination = 7",
                  "people.found.scores"))
          .containsExactly(client.scores("people", "found").get(new EdgeKey(5L, 7L)));
      assertThat(
              row(
                  ignite,
                  "SELECT key, uncertainty FROM %s ORDER BY uncertainty DESC LIMIT 1",
                  "people.found.uncertainty"))
          .endsWith(mostUncertain("people", "found"));
      Object[] best =
          row(ignite, "SELECT candidates, scores FROM %s WHERE key = 3", "people.found.candidates");
      Map<Object, Float> candidates = client.candidates("people", "found").get(3);
      assertThat((long[]) best[0])
          .containsExactly(candidates.keySet().stream().mapToLong(key -> (Long) key).toArray());
      assertThat((float[]) best[1]).hasSize(3);
      sql(ignite, "CREATE VIEW GRAPHEMBER.\"people.found.mine\" AS SELECT * FROM PUBLIC.Person");
      client.dropResults("people", "found");
      Await.until(
          Duration.ofSeconds(30), () -> !views(ignite, "people.%").contains("people.found.scores"));
      assertThat(views(ignite, "people.%"))
          .containsExactlyInAnyOrder(
              "people.found.mine", "people.teams.embeddings", "people.teams.predictions");
      assertThat(row(ignite, "SELECT count(*) FROM %s", "people.teams.predictions"))
          .containsExactly((long) PEOPLE);
      client.setRetention("people", new Retention(1, null));
      infer("{name: latest, seed: 3, job: infer, inference: {model: teams}}");
      Await.until(
          Duration.ofSeconds(30),
          () -> !views(ignite, "people.%").contains("people.teams.embeddings"));
      assertThat(views(ignite, "people.%"))
          .containsExactlyInAnyOrder(
              "people.found.mine", "people.latest.embeddings", "people.latest.predictions");
    }
  }

  /** On tables as the pages have them. */
  @Test
  void queriesOfThePagesRun() throws IOException {
    load(
        "{name: papers}",
        """
        type: ignite
        vertices: {query: "SELECT id, team, x FROM Person", key: id, label: team, features: [x]}
        edges: {query: "SELECT a, b FROM Knows", source: a, destination: b}
        """);
    client
        .submit(
            """
            name: papers-all
            graph: {name: papers}
            model: {hidden: 4}
            training: {epochs: 1, baseline: false}
            task: {split: {train: 0.5, valid: 0.25, test: 0.25}}
            publish: {uncertainty: true}
            """)
        .await(state -> {}, Cancellation.NEVER);
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      sql(ignite, "CREATE TABLE Author (id BIGINT PRIMARY KEY, name VARCHAR)");
      sql(ignite, "INSERT INTO Author VALUES (7, 'Ann')");
      final List<String> queries =
          Stream.concat(
                  Pages.samples("docs/user/exporting.md", "sql").stream(),
                  Pages.samples("docs/user/models.md", "sql").stream())
              .flatMap(sample -> Arrays.stream(sample.split(";\\s*")))
              .toList();
      assertThat(queries).hasSize(3);
      for (String query : queries) {
        assertThat(ignite.query(new SqlFieldsQuery(query).setDistributedJoins(true)).getAll())
            .as(query)
            .isNotEmpty();
      }
    }
  }

  private static float mostUncertain(String graph, String job) {
    float[] most = new float[1];
    client
        .results(graph, job, PublicationKind.UNCERTAINTY)
        .forEach((key, uncertainty) -> most[0] = Math.max(most[0], uncertainty));
    return most[0];
  }

  private static void infer(String job) {
    client
        .submit(job.replaceFirst("[{]", "{graph: {name: people}, model: {hidden: 8}, "))
        .await(state -> {}, Cancellation.NEVER);
  }

  private static Object[] row(IgniteClient ignite, String text, String view) {
    List<List<?>> rows =
        ignite.query(new SqlFieldsQuery(text.formatted("GRAPHEMBER.\"" + view + "\""))).getAll();
    assertThat(rows).hasSize(1);
    return rows.get(0).toArray();
  }

  @Test
  void completionsAndRelationsAreTables() {
    load(
        "{name: facts}",
        """
        type: ignite
        vertices: {query: "SELECT id FROM Person", key: id}
        edges: {query: "SELECT a, b FROM Knows", source: a, destination: b}
        """);
    client
        .submit(
            """
            name: filled
            graph: {name: facts}
            job: embed
            embedding: {type: distmult, dim: 8, epochs: 1, negatives: 4, batchSize: 64, chunkSize: 32}
            completion: {best: 3, ends: both, known: mark}
            """)
        .await(state -> {}, Cancellation.NEVER);
    final List<Completion> best =
        client.completions("facts", "filled").get(TripleQuery.heads("edge", 7L));
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      final Object[] found =
          row(
              ignite,
              "SELECT candidates, scores, known FROM %s"
                  + " WHERE entity = 7 AND relation = 'edge' AND missing = 'head'",
              "facts.filled.completions");
      assertThat((long[]) found[0])
          .containsExactly(best.stream().mapToLong(one -> (Long) one.key()).toArray());
      assertThat((float[]) found[1]).hasSize(3).contains(best.get(0).score());
      assertThat((Object[]) found[2])
          .containsExactly(best.stream().map(one -> one.known().text()).toArray());
      assertThat(row(ignite, "SELECT key FROM %s", "facts.filled.relations"))
          .containsExactly("edge");
    }
  }

  /** By the nodes that have the rows, under the names that SQL has for the columns. */
  @Test
  void tablesAreReadWithoutQueries() {
    final GraphInfo graph =
        load(
            "{name: whole, symmetrize: true}",
            """
            type: ignite
            vertexTypes:
              - {name: person, table: Person, key: id, label: team, features: [x, y]}
              - {name: city, keys: string, table: PUBLIC.City, key: name, features: ["size"]}
            edgeTypes:
              - {name: knows, from: person, to: person, table: Knows, source: a, destination: b, weight: w, time: t}
              - {name: lives, from: person, to: city, table: lives, source: person, destination: city}
            """);
    assertThat(graph.vertexTypes())
        .extracting(type -> type.name() + " " + type.count())
        .containsExactly("person 300", "city 2");
    assertThat(graph.vertexTypes().get(0).featureDim()).isEqualTo(2);
    assertThat(graph.edgeTypes()).extracting(GraphInfo.Edges::count).contains(300L);
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      sql(
          ignite,
          "CREATE TABLE Visit (person BIGINT, city VARCHAR, days INT, PRIMARY KEY (person, city))");
      sql(ignite, "ALTER TABLE Visit ADD COLUMN stars INT");
      sql(ignite, "INSERT INTO Visit VALUES (3, 'Oslo', 2, 5), (4, 'Rome', 3, NULL)");
    }
    final Tables.Rows rows = client.tables().table("visit");
    assertThat(rows.columns()).containsExactly("PERSON", "CITY", "DAYS", "STARS");
    final Set<List<Object>> visits = new HashSet<>();
    while (rows.next()) {
      visits.add(Arrays.asList(rows.value(0), rows.value(1), rows.value(2), rows.value(3)));
    }
    rows.close();
    assertThat(visits)
        .containsExactlyInAnyOrder(
            Arrays.asList(3L, "Oslo", 2, 5), Arrays.asList(4L, "Rome", 3, null));
  }

  @Test
  void typesAndKeysOfTheirOwn() {
    GraphInfo graph =
        load(
            "{name: typed}",
            """
            type: ignite
            vertexTypes:
              - {name: person, query: "SELECT * FROM Person", key: id}
              - {name: city, keys: string, query: "SELECT name, size FROM City", key: NAME, features: ["size"]}
            edgeTypes:
              - {name: lives, from: person, to: city, label: SINCE, query: "SELECT person, city, CASE WHEN person < 50 THEN 'old' ELSE 'new' END AS since FROM Lives"}
            """);
    assertThat(graph.vertexTypes())
        .extracting(type -> type.name() + " " + type.count())
        .containsExactly("person 300", "city 2");
    assertThat(graph.edgeTypes()).extracting(GraphInfo.Edges::count).containsExactly(300L);
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(1).address()))) {
      assertThat(viewsOfHomes(ignite, ""))
          .containsExactlyInAnyOrder(
              "typed.homes.embeddings.person", "typed.homes.embeddings.city");
      assertThat(
              row(
                  ignite,
                  "SELECT embedding FROM %s WHERE key = 'Oslo'",
                  "typed.homes.embeddings.city"))
          .containsExactly(client.embeddings("typed", "homes", "city").get("Oslo"));
      pairsOfTwoTypes(ignite);
      assertThat(viewsOfHomes(ignite, ", vertexType: person"))
          .containsExactly("typed.homes.embeddings");
      assertThat(row(ignite, "SELECT count(*) FROM %s", "typed.homes.embeddings"))
          .containsExactly((long) PEOPLE);
    }
  }

  /** Persons have numbers, cities have names. */
  private static void pairsOfTwoTypes(IgniteClient ignite) {
    final String typed = "graph: {name: typed}, model: {type: rgcn, hidden: 8}, ";
    submit(
        "{name: moves, %s task: {type: links}, job: infer, inference: {model: homes, edgeType: lives, edges: all, candidates: 1}}"
            .formatted(typed));
    assertThat(row(ignite, "SELECT candidates FROM %s WHERE key = 4", "typed.moves.candidates")[0])
        .isEqualTo(new String[] {"Oslo"}); // at home in Rome
    assertThat(
            row(
                ignite,
                "SELECT score FROM %s WHERE source = 3 AND destination = 'Oslo'",
                "typed.moves.scores"))
        .containsExactly(client.scores("typed", "moves").get(new EdgeKey(3L, "Oslo")));
    submit("{name: times, %s task: {type: edge-classes}, training: {epochs: 1}}".formatted(typed));
    submit(
        "{name: since, %s task: {type: edge-classes}, job: infer, inference: {model: times, edges: all}}"
            .formatted(typed));
    Prediction since = client.edgeClasses("typed", "since").get(new EdgeKey(4L, "Rome"));
    assertThat(since.label()).isIn("old", "new");
    assertThat(
            row(
                ignite,
                "SELECT label, class, probabilities FROM %s WHERE source = 4 AND destination = 'Rome'",
                "typed.since.edge-classes"))
        .containsExactly(since.label(), since.classIndex(), since.probabilities());
  }

  private static void submit(String job) {
    client.submit(job).await(state -> {}, Cancellation.NEVER);
  }

  /** Names of the views that a job leaves, of which every vertex type with results has one. */
  private static List<Object> viewsOfHomes(IgniteClient ignite, String task) {
    client
        .submit(
            "{name: homes, graph: {name: typed}, model: {type: rgcn, hidden: 8}, task: {type: links%s}, training: {epochs: 1}}"
                .formatted(task))
        .await(state -> {}, Cancellation.NEVER);
    return views(ignite, "typed.homes.%");
  }

  private static List<Object> views(IgniteClient ignite, String pattern) {
    return ignite
        .query(new SqlFieldsQuery("SELECT NAME FROM SYS.VIEWS WHERE NAME LIKE ?").setArgs(pattern))
        .getAll()
        .stream()
        .<Object>map(row -> row.get(0))
        .toList();
  }

  @Test
  void cachesNeedNoQuery() {
    GraphInfo graph =
        load(
            "{name: links}",
            """
            type: ignite
            keys: uuid
            vertices: {cache: scores, key: _key, features: [_val]}
            edges: {cache: links, source: from, destination: to}
            """);
    assertThat(graph.vertices()).isEqualTo(40);
    assertThat(graph.edges()).isEqualTo(40);
  }

  private static void refused(ErrorCode code, String message, String edges) {
    GraphemberException e =
        catchThrowableOfType(
            GraphemberException.class,
            () -> load("{name: bad}", "{type: ignite, edges: {%s}}".formatted(edges)));
    assertThat(e.code()).isEqualTo(code.name());
    assertThat(e).hasMessageMatching(message);
    assertThat(client.graphs()).extracting(GraphInfo::name).doesNotContain("bad");
  }

  /** The connection ends in the middle of a table. */
  @Test
  void aLostConnectionIsSaid() {
    Tables tables;
    Tables.Rows rows;
    try (GraphemberClient lost = GraphemberClient.connect(CLUSTER.get(1).address())) {
      tables = lost.tables();
      rows = tables.query("SELECT a.id FROM Person a CROSS JOIN Person b");
      assertThat(rows.next()).isTrue();
    }
    assertThatThrownBy(
            () -> {
              for (int row = 1; rows.next(); row++) {
                assertThat(row).isLessThan(PEOPLE * PEOPLE / 4);
              }
            })
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TableError.QUERY_FAILED)).isTrue())
        .hasMessageStartingWith(
            "The query 'SELECT a.id FROM Person a CROSS JOIN Person b' failed: ");
    rows.close(); // must not hide what went wrong
    assertThatThrownBy(() -> tables.cache("links"))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TableError.QUERY_FAILED)).isTrue());
    assertThatThrownBy(() -> tables.query("SELECT 1"))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TableError.QUERY_FAILED)).isTrue());
  }

  @Test
  void whatIsWrongIsSaid() {
    refused(
        InputError.INPUT_COLUMN_MISSING,
        "query of edges:1: there is no column from; the columns are a, b\\.",
        "query: 'SELECT a, b FROM Knows', source: from, destination: b");
    refused(
        InputError.INPUT_KEY_EMPTY,
        "query of edges:1: column 2 \\(C\\) is empty; a key must not be empty\\.",
        "query: 'SELECT a, CAST(NULL AS BIGINT) AS c FROM Knows'");
    refused(
        InputError.INPUT_NOT_A_NUMBER,
        "query of edges:1: column 2 \\(TEAM\\) is (red|blue); it must be a whole number of 64 bits, or set keys: string for keys that are text\\.",
        "query: 'SELECT id, team FROM Person'");
    refused(
        TableError.QUERY_FAILED,
        "The query 'SELECT a FROM Nothing' failed: .*NOTHING.*",
        "query: 'SELECT a FROM Nothing'");
    refused(
        TableError.QUERY_FAILED,
        "The cache nothing does not exist; of an SQL table say table: nothing\\.",
        "cache: nothing");
    refused(
        TableError.QUERY_FAILED,
        "The cache Person does not exist; of an SQL table say table: Person,"
            + " or the name of its cache, SQL_PUBLIC_PERSON\\.",
        "cache: Person");
    refused(
        TableError.QUERY_FAILED,
        "The table Persons does not exist; the nearest name is PERSON\\.",
        "table: Persons");
    refused(
        TableError.QUERY_FAILED,
        "The cache link does not exist; the nearest name is links\\.",
        "cache: link");
  }

  /** Rows that SQL inserts and updates are taken one by one; one that it deletes has all read. */
  @Test
  void aGraphFollowsTablesOfSql() {
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(CLUSTER.get(0).address()))) {
      sql(ignite, "CREATE TABLE Account (number VARCHAR PRIMARY KEY, balance DOUBLE)");
      sql(
          ignite,
          "CREATE TABLE Payment (payer VARCHAR, no INT, payee VARCHAR, PRIMARY KEY (payer, no))");
      for (int a = 0; a < 60; a++) {
        sql(ignite, "INSERT INTO Account VALUES (?, ?)", "a" + a, a / 4.0);
        sql(ignite, "INSERT INTO Payment VALUES (?, ?, ?)", "a" + a, a, "a" + (a + 1) % 60);
      }
      client.loadTables(
          TablesRequest.of(
              "{name: payments, partitions: 2, follow: true, followSeconds: 1}",
              "{type: ignite, keys: string, vertices: {table: Account, key: number, features: [balance]},"
                  + " edges: {table: Payment, source: payer, destination: payee}}"),
          progress -> {},
          Cancellation.NEVER);
      sql(ignite, "INSERT INTO Account VALUES ('a60', 1), ('a61', 2)");
      sql(ignite, "INSERT INTO Payment VALUES ('a60', 1, 'a61'), ('a61', 1, 'a5')");
      sql(ignite, "UPDATE Account SET balance = 7 WHERE number = 'a3'");
      Await.until(Duration.ofSeconds(30), () -> follows().added().rows() == 5);
      assertThat(follows().readings()).isEqualTo(1);
      assertThat(follows().error()).isNull();
      final GraphInfo graph = current("payments");
      assertThat(graph.vertices()).isEqualTo(62);
      assertThat(graph.edges()).isEqualTo(62);
      sql(ignite, "DELETE FROM Payment WHERE payer = 'a61'");
      Await.until(Duration.ofSeconds(30), () -> current("payments").edges() == 61);
      assertThat(follows().readings()).isEqualTo(2);
      client.dropGraph("payments", true);
      sql(ignite, "DROP TABLE Account");
      sql(ignite, "DROP TABLE Payment");
    }
  }

  private static FollowInfo follows() {
    return client.follows().get(0);
  }

  private static GraphInfo current(String name) {
    return client.graphs().stream()
        .filter(graph -> graph.name().equals(name))
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }
}
