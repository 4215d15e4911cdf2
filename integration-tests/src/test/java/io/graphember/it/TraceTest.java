// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.config.SettingsDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of the first steps of a job. */
class TraceTest {
  @TempDir static Path folder;
  private static TestCluster cluster;
  private static GraphemberClient client;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static List<JsonNode> events(Path file, int trainer, String part) throws IOException {
    return StreamSupport.stream(
            new ObjectMapper().readTree(file.toFile()).path("traceEvents").spliterator(), false)
        .filter(event -> event.path("pid").asInt() == trainer)
        .filter(event -> event.path("name").asText().equals(part))
        .toList();
  }

  @Test
  void everyTrainerHasThePartsOfItsFirstSteps() throws IOException {
    final Path job =
        Files.writeString(
            folder.resolve("job.json"),
            SettingsDocument.toJson(
                BlockModelJob.settings("training.trainers=2", "training.observe.traceSteps=5")));
    final Path trace = folder.resolve("trace.json");
    final CommandRun run =
        CommandRun.of(
            "run", job.toString(), "--connect", cluster.address(0), "--trace", trace.toString());
    assertThat(run.exit()).as(run.err()).isZero();

    for (int trainer = 0; trainer < 2; trainer++) {
      assertThat(events(trace, trainer, "process_name").get(0).at("/args/name").asText())
          .startsWith("trainer %d on ".formatted(trainer));
      final List<JsonNode> computed = events(trace, trainer, "compute");
      assertThat(computed).hasSize(5);
      assertThat(computed)
          .extracting(event -> event.path("tid").asLong())
          .containsOnly(computed.get(0).path("tid").asLong());
      for (int i = 1; i < 5; i++) { // one thread does one thing at a time
        assertThat(computed.get(i).path("ts").asLong())
            .isGreaterThanOrEqualTo(
                computed.get(i - 1).path("ts").asLong() + computed.get(i - 1).path("dur").asLong());
      }
      assertThat(events(trace, trainer, "sample")).hasSizeGreaterThanOrEqualTo(5);
      assertThat(events(trace, trainer, "fetch")).hasSizeGreaterThanOrEqualTo(5);
      assertThat(events(trace, trainer, "wait")).hasSizeGreaterThanOrEqualTo(5);
      assertThat(events(trace, trainer, "update")).hasSizeBetween(4, 5);
      final List<JsonNode> all = new ArrayList<>(computed);
      all.addAll(events(trace, trainer, "sample"));
      assertThat(all)
          .allMatch(event -> event.path("ts").asLong() >= 0 && event.path("dur").asLong() >= 0);
    }

    final JobResult result = result(BlockModelJob.NAME);
    assertThat(result.trainers().nodes())
        .extracting(JobTrainers.OnNode::step)
        .doesNotContainNull()
        .allMatch(
            step ->
                step.sample() > 0 && step.fetch() > 0 && step.compute() > 0 && step.update() > 0);
    assertThat(result.traces()).hasSize(2);
  }

  private static JobResult result(String name) {
    final long job =
        client.jobs().stream().filter(of -> of.name().equals(name)).findFirst().orElseThrow().job();
    return client.job(job).result();
  }

  /** Without a number in the file the option asks for a hundred; a job without steps is refused. */
  @Test
  void theOptionAsksForSteps() throws IOException {
    final Path job =
        Files.writeString(
            folder.resolve("short.json"),
            SettingsDocument.toJson(BlockModelJob.settings("name=short", "training.epochs=2")));
    final Path trace = folder.resolve("short-trace.json");
    assertThat(
            CommandRun.of(
                    "run",
                    job.toString(),
                    "--connect",
                    cluster.address(0),
                    "--trace",
                    trace.toString())
                .exit())
        .isZero();
    assertThat(events(trace, 0, "compute")).hasSize(20); // of 160 seeds in batches of 16, twice

    final Path walks =
        Files.writeString(
            folder.resolve("walks.yaml"),
            "{name: walks, job: embed, source: {type: block-model}, graph: {name: blocks}}");
    final CommandRun refused =
        CommandRun.of("run", walks.toString(), "--trace", folder.resolve("no.json").toString());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--trace goes with jobs that train a model: leave it out");
    assertThat(folder.resolve("no.json")).doesNotExist();
  }
}
