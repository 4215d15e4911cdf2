// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.it.Await;
import io.graphember.it.BlockModelJob;
import io.graphember.it.Jobs;
import io.graphember.it.ServerProcess;
import io.graphember.it.TestCluster;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code examples/monitoring}: a real Prometheus scrapes a node by JMX exporter. */
class PrometheusTest {
  private static final Path FILES = Path.of("../examples/monitoring");
  private static final Path AGENT = Path.of("../ignite-modules/target/agent");
  private static final Duration BOUND = Duration.ofSeconds(90);

  @TempDir static Path work;
  private static TestCluster cluster;
  private static ServerProcess server;
  private static GraphemberClient client;
  private static Prometheus prometheus;

  @BeforeAll
  static void start() throws IOException {
    assumeThat(Prometheus.PROGRAM).as("Debian's package prometheus is installed").isExecutable();
    final int scraped = TestCluster.freePort();
    cluster = TestCluster.start(1);
    server = ServerProcess.join(cluster, 7, work, List.of(agent(scraped)));
    client = GraphemberClient.connect(server.address());
    Jobs.load(client, BlockModelJob.settings());
    Files.copy(FILES.resolve("alerts.yaml"), work.resolve("alerts.yaml"));
    final Path configuration =
        Files.writeString(
            work.resolve("prometheus.yaml"),
            Files.readString(FILES.resolve("prometheus.yaml"))
                .replace("15s", "1s")
                .replace("127.0.0.1:9404", "127.0.0.1:" + scraped));
    prometheus = new Prometheus(configuration, work, TestCluster.freePort());
  }

  private static String agent(int port) throws IOException {
    try (Stream<Path> jars = Files.list(AGENT)) {
      return "-javaagent:%s=127.0.0.1:%d:%s"
          .formatted(
              jars.findFirst().orElseThrow().toAbsolutePath(),
              port,
              FILES.resolve("jmx-exporter.yaml").toAbsolutePath());
    }
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable part : new AutoCloseable[] {prometheus, client, server, cluster}) {
      if (part != null) {
        close(part);
      }
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static JobHandle submit(JobSettings job) {
    return client.submit(SettingsDocument.toJson(job.withoutSource()));
  }

  private static void awaitValue(String expression, double least) {
    Await.until(BOUND, () -> prometheus.value(expression) >= least);
  }

  @Test
  void everyPanelHasASeriesAndEveryAlertIsEvaluated() throws IOException {
    awaitValue("graphember_jobs_failed_total + 1", 1);
    final JobHandle fails = submit(BlockModelJob.settings("name=fails", "graph.name=nowhere"));
    Await.until(BOUND, () -> fails.state().status() == JobState.Status.FAILED);
    final JobHandle job =
        submit(
            BlockModelJob.settings(
                "training.trainers=2", "training.epochs=1000000", "training.checkpointEvery=5"));
    awaitValue("graphember_job_epoch{job_number=\"%d\"}".formatted(job.number()), 3);
    awaitValue("graphember_jobs_running", 1);
    awaitValue("rate(graphember_sampled_edges_total[1m])", 1);

    final List<String> expressions = panels();
    assertThat(expressions).hasSizeGreaterThan(20);
    for (String expression : expressions) {
      Await.until(
          BOUND,
          () -> {
            final double value = prometheus.value(expression);
            return prometheus.query(expression).size() > 0 && !Double.isNaN(value);
          });
    }
    Await.until(BOUND, () -> states("alerting").contains("GraphemberJobFailed firing"));
    for (JsonNode group : prometheus.rules()) {
      for (JsonNode rule : group.path("rules")) {
        assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
      }
    }
    assertThat(states("alerting")).contains("GraphemberCheckpointOld inactive");
    assertThat(states("recording")).hasSize(3);
    assertBucketsGrow();

    job.cancel();
    Await.until(BOUND, () -> prometheus.query("graphember_job_epoch").size() == 0);
  }

  private static void assertBucketsGrow() {
    assertThat(
            prometheus.value(
                "sum(graphember_request_seconds_bucket{kind=\"rows\",le=\"+Inf\"})"
                    + " - sum(graphember_request_seconds_bucket{kind=\"rows\",le=\"0.0005\"})"))
        .isNotNegative();
    assertThat(prometheus.query("graphember_request_seconds_bucket{kind=\"rows\"}").size())
        .isEqualTo(15);
  }

  private static List<String> panels() throws IOException {
    final List<String> expressions = new ArrayList<>();
    final JsonNode board = new ObjectMapper().readTree(FILES.resolve("grafana.json").toFile());
    for (JsonNode panel : board.path("panels")) {
      panel.path("targets").forEach(target -> expressions.add(target.path("expr").asText()));
    }
    return expressions;
  }

  private static List<String> states(String type) {
    final List<String> states = new ArrayList<>();
    for (JsonNode group : prometheus.rules()) {
      for (JsonNode rule : group.path("rules")) {
        if (rule.path("type").asText().equals(type)) {
          states.add(rule.path("name").asText() + " " + rule.path("state").asText());
        }
      }
    }
    return states;
  }
}
