// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.Vector;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Embeddings of triples when a node is lost: rows of entities and of relations, and ranks. */
class TripleLossTest {
  private static final JobLimits LIMITS = new JobLimits(4, 1, 10_000, 1_000);
  private static final int ENTITIES = 40;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    write("train.txt", 0, 300);
    write("test.txt", 300, 330);
  }

  private void write(String file, int first, int end) throws IOException {
    final StringBuilder triples = new StringBuilder();
    for (int i = first; i < end; i++) {
      final int head = i % ENTITIES;
      final int tail = (head + 1 + i / ENTITIES) % ENTITIES;
      triples.append("e%d\tr%d\te%d\n".formatted(head, i % 3, tail));
    }
    Files.writeString(folder.resolve(file), triples);
  }

  private JobSettings job(String type) {
    return SettingsDocument.parse(
            "job",
            """
            name: facts
            source: {type: triples, data: %s, train: train.txt, test: test.txt}
            graph: {name: facts, partitions: 6}
            job: embed
            embedding:
              {type: %s, dim: 8, epochs: 4, batchSize: 32, chunkSize: 16, negatives: 8,
               consistency: bsp, optimizer: adagrad, learningRate: 0.1, trainers: 2,
               checkpointEvery: "4"}
            completion: {best: 3, relations: [r1]}
            """
                .formatted(folder, type))
        .bind(JobSettings.class);
  }

  /** All that the job has published, as texts. */
  private static Map<String, String> published(LocalCluster cluster, JobResult result) {
    final Map<String, String> all = new TreeMap<>();
    result
        .publications()
        .forEach(
            (name, publication) ->
                cluster
                    .cache(publication.cache())
                    .forEach((key, value) -> all.put(name + " " + key, text(value))));
    return all;
  }

  private static String text(Object value) {
    return value instanceof Vector row ? row.toString() : String.valueOf(value);
  }

  @ParameterizedTest
  @CsvSource({
    "transe, TableMessages$Checkpoint, 2",
    "complex, EmbeddingMessages$Train, 3",
    "rotate, RankMessages$Rank, 1",
    "distmult, PublishMessages$PublishRows, 1"
  })
  void itGivesWhatItWouldHaveGiven(String type, String at, int number) throws InterruptedException {
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      quiet.load(job(type));
      final JobResult undisturbed = SeedTimesTest.run(quiet, job(type));
      assertThat(undisturbed.publications())
          .containsOnlyKeys("embeddings", "relations", "completions");
      cluster.load(job(type));
      kill(cluster, at, number);
      final JobResult result = SeedTimesTest.run(cluster, job(type));
      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(result.test()).isEqualTo(undisturbed.test());
      assertThat(published(cluster, result)).isNotEmpty().isEqualTo(published(quiet, undisturbed));
      cluster.assertIdle();
    }
  }

  /** Kills the third node, or the second, when a call of a kind comes to it for the n-th time. */
  private static void kill(LocalCluster cluster, String kind, int number) {
    final AtomicBoolean killed = new AtomicBoolean(); // calls come to both at once
    for (LocalNode node : cluster.nodes().subList(1, 3)) {
      final AtomicInteger calls = new AtomicInteger();
      node.onCall(
          call -> {
            if (call.kind().endsWith(kind)
                && calls.incrementAndGet() == number
                && killed.compareAndSet(false, true)) {
              cluster.kill(node);
            }
          });
    }
  }

  @Test
  void asManyTriplesAreRankedAsAreHeldOut() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(2, 2, LIMITS)) {
      cluster.load(job("transe"));
      final JobResult result = SeedTimesTest.run(cluster, job("transe"));
      assertThat(result.test().links().heldOut()).isEqualTo(30);
    }
  }
}
