// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.it.Await;
import io.graphember.it.ServerProcess;
import io.graphember.it.TestCluster;
import io.graphember.it.docs.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs from nothing to embeddings by key, by clients that are not Java's: the programs of the user
 * pages, against two nodes with Calcite, one of which has Ignite's REST module.
 */
class DoorsTest {
  private static final Path MODULES = Path.of("../ignite-modules/target/lib");
  private static final long LONGEST_SECONDS = 300;

  @TempDir static Path work;

  private static final int REST = TestCluster.freePort();
  private static final List<ServerProcess> CLUSTER = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    try (Stream<Path> jars = Files.list(MODULES)) {
      CLUSTER.addAll(
          ServerProcess.startWithRest(2, work, jars.map(Path::toAbsolutePath).toList(), REST));
    }
  }

  @AfterAll
  static void stop() {
    ServerProcess.closeAll(CLUSTER);
  }

  private static String program(String page, String language) throws IOException {
    return Pages.samples("docs/user/clients/" + page, language).get(0);
  }

  /** What a program has said. */
  private record Said(int exit, String text) {}

  private static Said run(Path folder, String... command) throws IOException {
    final Path output = Files.createTempFile(folder, "said", ".txt");
    final Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("it has not ended: " + Files.readString(output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return new Said(process.exitValue(), Files.readString(output));
  }

  private static boolean has(String command) {
    try {
      return run(work, command, "--version").exit() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static float[] embedding(
      String graph, String job, Function<PublishedTable<float[]>, float[]> read) {
    try (GraphemberClient client = GraphemberClient.connect(CLUSTER.get(1).address())) {
      return read.apply(client.embeddings(graph, job));
    }
  }

  @Test
  void nodeJs() throws IOException {
    assumeThat(has("node") && has("npm")).as("Node.js and npm are installed").isTrue();
    final Path folder = Files.createDirectory(work.resolve("nodejs"));
    final Path example = Path.of("../examples/clients/nodejs");
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(example.resolve(file), folder.resolve(file));
    }
    final String program = program("nodejs.md", "javascript");
    assertThat(program).isEqualTo(Files.readString(example.resolve("train.js")));
    Files.writeString(folder.resolve("train.js"), program);
    final Said installed = run(folder, "npm", "ci", "--no-audit", "--no-fund");
    assumeThat(installed.exit()).as("npm finds the client: " + installed.text()).isZero();

    final Said said = run(folder, "node", "train.js", CLUSTER.get(0).address());

    assertThat(said.exit()).as(said.text()).isZero();
    assertThat(said.text()).contains("DONE").contains("embedding of person 7:");
    assertThat(embedding("people", "friends", table -> table.get(7))).hasSize(16);
  }

  /** The statements of a page, one after the other; those without an end are comments. */
  private static List<String> statements(String page) throws IOException {
    return Stream.of(program(page, "sql").split(";\\s*\n")).map(String::strip).toList();
  }

  @Test
  void jdbc() throws IOException, SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:ignite:thin://" + CLUSTER.get(0).address());
        Statement statement = connection.createStatement()) {
      for (String sql : statements("sql.md")) {
        if (sql.startsWith("SELECT STATUS")) {
          Await.until(RequestClient.BOUND, () -> said(statement, sql).has("results"));
        } else {
          statement.execute(sql);
        }
      }
      try (ResultSet row = statement.getResultSet()) { // of the last: the vector of a key
        assertThat(row.next()).isTrue();
        assertThat((float[]) row.getObject(1))
            .isEqualTo(embedding("towns", "roads", table -> table.get(7)));
      }
      // Tables and results lie on different nodes.
      assertThat(
              rows(
                  statement,
                  "SELECT COUNT(*) FROM TOWN t JOIN GRAPHEMBER.\"towns.roads.predictions\" p ON p.KEY = t.ID"))
          .containsExactly("200");
      requireBadInputIsSaid(statement);
      requireListed(statement);
    }
  }

  private static String status(Statement statement, String sql) {
    return said(statement, sql).path("status").asText();
  }

  private static void requireBadInputIsSaid(Statement statement) throws SQLException {
    assertThatThrownBy(
            () ->
                statement.execute(
                    "INSERT INTO GRAPHEMBER.REQUESTS (NAME, REQUEST) VALUES ('roads', 'name: x')"))
        .isInstanceOf(SQLException.class);
    statement.execute(
        "INSERT INTO GRAPHEMBER.REQUESTS (NAME, REQUEST) VALUES ('broken', 'name: [')");
    final String sql = "SELECT STATUS FROM GRAPHEMBER.STATUS WHERE NAME = 'broken'";
    Await.until(RequestClient.BOUND, () -> status(statement, sql).equals("FAILED"));
    statement.execute("UPDATE GRAPHEMBER.REQUESTS SET REQUEST = 'cancel' WHERE NAME = 'broken'");
    Await.until(RequestClient.BOUND, () -> said(statement, sql).has("refused"));
    statement.execute("DELETE FROM GRAPHEMBER.REQUESTS WHERE NAME = 'broken'");
    Await.until(RequestClient.BOUND, () -> said(statement, sql).isEmpty());
  }

  /** What the statement gives, a text of each row. */
  private static List<String> rows(Statement statement, String sql) {
    final List<String> rows = new ArrayList<>();
    try (ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        final List<String> values = new ArrayList<>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
          values.add(row.getString(column));
        }
        rows.add(String.join(" ", values));
      }
    } catch (SQLException e) {
      assertThat(e.getMessage()).contains("retry on stable topology");
    }
    return rows;
  }

  private static void requireListed(Statement statement) throws SQLException {
    for (Map.Entry<String, String> listed :
        Map.of(
                "SELECT VALUE, DESCRIPTION FROM SYS.METRICS WHERE NAME = 'custom.graphember.JobsRunning'",
                "0 jobs that this node coordinates",
                "SELECT NAME, VERTICES, EDGES, PARTITIONS FROM GRAPHEMBER.GRAPHS WHERE NAME = 'towns'",
                "towns 200 400 4",
                "SELECT NAME, GRAPH, KIND, STATUS, EPOCH, EPOCHS FROM GRAPHEMBER.JOBS WHERE NAME = 'roads'",
                "roads towns train DONE 5 5",
                "SELECT GRAPH, JOB FROM GRAPHEMBER.MODELS WHERE GRAPH = 'towns'",
                "towns roads",
                "SELECT NODE, STORES, TRAINS FROM GRAPHEMBER.NODES WHERE NODE = 'node-1'",
                "node-1 true true",
                "SELECT GRAPH, JOB, NAME, ENTRIES FROM GRAPHEMBER.RESULTS WHERE NAME = 'embeddings' AND GRAPH = 'towns'",
                "towns roads embeddings 200")
            .entrySet()) {
      Await.until(
          RequestClient.BOUND,
          () -> rows(statement, listed.getKey()).equals(List.of(listed.getValue())));
    }
    statement.execute("DELETE FROM GRAPHEMBER.JOBS");
    Await.until(
        RequestClient.BOUND,
        () -> rows(statement, "SELECT NAME FROM GRAPHEMBER.JOBS").contains("roads"));
  }

  private static JsonNode said(Statement statement, String sql) {
    try (ResultSet row = statement.executeQuery(sql)) {
      final JsonNode said = new ObjectMapper().readTree(row.next() ? row.getString(1) : "{}");
      assertThat(sql.contains("roads") && said.has("error")).as(said.toString()).isFalse();
      return said;
    } catch (SQLException e) {
      assertThat(e.getMessage()).contains("retry on stable topology"); // as the page says
      return MissingNode.getInstance();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void http() throws IOException {
    assumeThat(has("bash") && has("curl") && has("python3"))
        .as("bash, curl and python3 are installed")
        .isTrue();
    final Path folder = Files.createDirectory(work.resolve("http"));
    Files.write(
        folder.resolve("train.sh"), program("http.md", "bash").getBytes(StandardCharsets.UTF_8));

    final Said said = run(folder, "bash", "train.sh", "http://127.0.0.1:" + REST + "/ignite");

    assertThat(said.exit()).as(said.text()).isZero();
    final float[] vector = embedding("blocks", "by-http", table -> table.get("paper-00007"));
    assertThat(said.text()).contains("\"status\":\"DONE\"").contains(String.valueOf(vector[0]));
  }

  /** Python's client is not at hand where tests run: its program is read, not run. */
  @Test
  void python() throws IOException {
    final String program = program("python.md", "python");
    assertThat(program).contains("graphember.requests", "graphember.status", "pyignite");
    assumeThat(has("python3")).as("python3 is installed").isTrue();
    final Path folder = Files.createDirectory(work.resolve("python"));
    Files.writeString(folder.resolve("train.py"), program);
    assertThat(run(folder, "python3", "-m", "py_compile", "train.py"))
        .matches(said -> said.exit() == 0);
  }
}
