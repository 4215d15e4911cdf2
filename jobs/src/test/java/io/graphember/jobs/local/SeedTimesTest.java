// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.fit.GraphFit;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs whose seeds have times of their own, on graphs whose labels only edges of the future tell: a
 * witness of the class of a vertex, or of an edge, gets an edge to it after its time. Edges before
 * it come from witnesses drawn all alike.
 */
class SeedTimesTest {
  private static final JobLimits LIMITS = new JobLimits(4, 1, 10_000, 1_000);
  private static final int PERSONS = 240;
  private static final int WITNESSES = 20;

  @TempDir Path dir;

  /** Persons with a label and a time; witnesses have neither, their feature is their class. */
  private void write() throws IOException {
    StringBuilder vertices = new StringBuilder("id,class,when,own,left,right\n");
    StringBuilder edges = new StringBuilder("from,to,when,class\n");
    for (int w = 0; w < WITNESSES; w++) {
      vertices.append("w%d,,,0,%d,%d\n".formatted(w, w % 2, 1 - w % 2));
    }
    for (int p = 0; p < PERSONS; p++) {
      final int label = random(p, 0, 2);
      final long time = 1_000 + random(p, 1, 500);
      vertices.append("p%d,c%d,%d,1,0,0\n".formatted(p, label, time));
      for (int i = 0; i < 2; i++) {
        edge(edges, "w" + random(p, 2 + i, WITNESSES), "p" + p, time - 1 - i, "");
      }
      for (int i = 0; i < 5; i++) {
        final int witness = label + 2 * random(p, 6 + i, WITNESSES / 2);
        edge(edges, "w" + witness, "p" + p, time + i, "");
      }
      // an edge that is learned, from a vertex nobody else meets
      vertices.append("s%d,,,1,0,0\n".formatted(p));
      edge(edges, "s" + p, "p" + p, time, "c" + label);
    }
    Files.writeString(dir.resolve("vertices.csv"), vertices);
    Files.writeString(dir.resolve("edges.csv"), edges);
  }

  private static int random(int person, int stream, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(CounterRandom.child(7, person), stream), bound);
  }

  private static void edge(StringBuilder edges, String from, String to, long time, String label) {
    edges.append("%s,%s,%d,%s\n".formatted(from, to, time, label));
  }

  private JobSettings job(String columns, String sampling, String task) {
    return SettingsDocument.parse(
            "job",
            """
            name: timed
            source:
              type: csv
              data: %s
              keys: string
              vertices: {file: vertices.csv, key: id, label: class%s, features: [own, left, right]}
              edges: {file: edges.csv, source: from, destination: to, time: when%s}
            graph: {name: persons, partitions: 6}
            model: {type: graphsage, hidden: 8, hiddenDropout: 0, inputDropout: 0}
            task: %s
            sampling: %s
            training:
              trainers: 2
              epochs: 30
              batchSize: 20
              fanouts: [10, 10]
              learningRate: 0.03
              baseline: false
            """
                .formatted(
                    dir, columns, task.contains("edge") ? ", label: class" : "", task, sampling))
        .bind(JobSettings.class);
  }

  private JobSettings ofVertices(String sampling) {
    return job(", time: when", sampling, "{split: {train: 0.5, valid: 0.1, test: 0.4}}");
  }

  /** Loads the graph of a job and runs it to its end. */
  static JobResult run(LocalCluster cluster, JobSettings settings) throws InterruptedException {
    cluster.load(settings);
    final long job =
        cluster
            .node(0)
            .part(JobRunner.class)
            .submit(settings.withoutSource(), new byte[0], Optional.empty());
    JobCatalog jobs = cluster.node(0).part(JobCatalog.class);
    CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (jobs.state(job).status() == JobState.Status.RUNNING) {
      assertThat(System.nanoTime()).isLessThan(end);
      never.await(1, TimeUnit.MILLISECONDS);
    }
    assertThat(jobs.state(job).error()).isNull();
    return jobs.result(job);
  }

  private static double accuracy(JobSettings job) throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      return run(cluster, job).test().accuracy();
    }
  }

  @Test
  void nothingOfTheFutureIsLearnedOfVertices() throws IOException, InterruptedException {
    write();
    assertThat(accuracy(ofVertices("{}"))).isGreaterThan(0.95);
    assertThat(accuracy(ofVertices("{before: 3000}"))).isGreaterThan(0.95);
    assertThat(accuracy(ofVertices("{before: seed}"))).isBetween(0.35, 0.65);
  }

  @Test
  void nothingOfTheFutureIsLearnedOfEdges() throws IOException, InterruptedException {
    write();
    final String task = "{type: edge-classes, validation: 0.1, test: 0.4}";
    assertThat(accuracy(job("", "{}", task))).isGreaterThan(0.9);
    assertThat(accuracy(job("", "{before: seed}", task))).isBetween(0.35, 0.65);
  }

  /** Of a vertex without a time all is seen. */
  @Test
  void resultsAreTheSameOnAnyNumberOfNodes() throws IOException, InterruptedException {
    write();
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job = ofVertices("{before: seed, window: 400}");
      final JobResult alone = run(one, job);
      final JobResult shared = run(three, job);
      assertThat(alone.test()).isEqualTo(shared.test());
      assertThat(predictions(one, alone))
          .hasSize(2 * PERSONS + WITNESSES)
          .usingRecursiveComparison()
          .isEqualTo(predictions(three, shared));
    }
  }

  private static Map<Object, Object> predictions(LocalCluster cluster, JobResult result) {
    return new TreeMap<>(cluster.cache(result.publications().get("predictions").cache()));
  }

  @Test
  void timesThatAreMissingAreSaidBeforeAnythingIsTrained() throws IOException {
    write();
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final JobSettings without =
          job("", "{before: seed}", "{split: {train: 0.5, valid: 0.1, test: 0.4}}");
      assertThatThrownBy(() -> GraphFit.require(cluster.load(without), without))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SamplingError.VERTEX_COLUMN_MISSING)).isTrue())
          .hasMessage(
              "Vertices of type vertex of graph persons have no time, which sampling.before: seed asks for: name its column in the source, time of the vertices, or give sampling.before a number.");
    }
  }

  @Test
  void aLabelledVertexWithoutATimeEndsTheJob() throws IOException, InterruptedException {
    write();
    final Path file = dir.resolve("vertices.csv");
    Files.writeString(file, Files.readString(file).replaceFirst("(p5,c.),[0-9]+", "$1,"));
    try (LocalCluster cluster = new LocalCluster(2, 1, LIMITS)) {
      assertThatThrownBy(() -> run(cluster, ofVertices("{before: seed}")))
          .hasMessageContaining(
              "1 labelled vertices of graph persons have no time, which sampling.before: seed asks for");
    }
  }
}
