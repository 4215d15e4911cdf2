// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Jobs that leave something of every kind: two small graphs, one of two vertex types with keys of
 * text and numbers, labels, targets, weights, times and classes of edges, one with sparse features;
 * models with and without learned rows, every kind of publication, and checkpoints of jobs that
 * were cancelled.
 */
final class StoredJobs {
  static final String PAPERS = "papers";
  static final String BLOCKS = "blocks";

  /** Jobs whose checkpoint is left. */
  static final String CUT_MODEL = "cut";

  static final String CUT_WALKS = "cut-walks";

  private static final int AUTHORS = 24;
  private static final int WORKS = 36;
  private static final int GROUPS = 3;

  private StoredJobs() {}

  /**
   * Loads the graphs.
   *
   * @param assignments to their settings
   */
  static void load(GraphemberClient client, Path folder, String... assignments) throws IOException {
    write(folder);
    Jobs.load(client, papers(folder, assignments));
    Jobs.load(client, walks(assignments));
  }

  /** Runs all jobs. */
  static void run(GraphemberClient client, Path folder) throws IOException {
    Jobs.run(
        client, groups(folder, "publish={predictions: true, embeddings: true, uncertainty: true}"));
    Jobs.run(
        client,
        papers(
                folder,
                "name=numbers",
                "task={type: regression, vertexType: paper, split: {train: 0.5, valid: 0.2, test: 0.3}}")
            .withoutSource());
    Jobs.run(
        client,
        papers(folder, "name=kinds", "task={type: edge-classes, edgeType: writes}")
            .withoutSource());
    Jobs.run(
        client,
        papers(
                folder,
                "name=found",
                "task={type: edge-classes, edgeType: writes}",
                "inference={model: kinds, edges: all}")
            .withoutSource());
    Jobs.run(
        client,
        papers(folder, "name=links", "task={type: links, edgeTypes: [writes]}").withoutSource());
    Jobs.run(
        client,
        papers(
                folder,
                "name=near",
                "task={type: links}",
                "inference={model: links, edgeType: writes, candidates: 3, edges: all}")
            .withoutSource());
    Jobs.run(client, walks().withoutSource());
    cut(
        client,
        papers(folder, "name=" + CUT_MODEL, "training.epochs=100000", "training.checkpointEvery=3")
            .withoutSource());
    cut(
        client,
        walks("name=" + CUT_WALKS, "embedding.epochs=100000", "embedding.checkpointEvery=3")
            .withoutSource());
  }

  /** Cancels a job that has completed a checkpoint. */
  private static void cut(GraphemberClient client, JobSettings job) {
    final JobHandle handle = client.submit(SettingsDocument.toJson(job));
    Await.until(Duration.ofSeconds(60), () -> handle.state().epochs().size() > 3);
    handle.cancel();
    Await.until(Duration.ofSeconds(60), () -> handle.state().status().ended());
  }

  /** The job that learns the groups of authors, who have learned rows. */
  static JobSettings groups(Path folder, String... assignments) {
    return papers(folder, assignments).withoutSource();
  }

  private static JobSettings walks(String... assignments) {
    return Jobs.parse(
        """
        name: walks
        source: {type: block-model, vertices: 60, classes: 3, words: 80, degree: 5, seed: 3}
        graph: {name: blocks, partitions: 2, dropDuplicates: true, dropSelfLoops: true}
        job: embed
        embedding: {dim: 8, epochs: 2, walkLength: 6, window: 2, batchSize: 32, trainers: 1}
        """,
        assignments);
  }

  private static JobSettings papers(Path folder, String... assignments) {
    return Jobs.parse(
        """
        name: groups
        source:
          type: csv
          data: %s
          vertexTypes:
            - {name: paper, file: papers.csv, key: id, features: [x, y], targets: [read]}
            - {name: author, file: authors.csv, key: id, keys: string, label: group, time: born}
          edgeTypes:
            - {name: writes, from: author, to: paper, file: writes.csv, source: author,
               destination: paper, weight: share, time: at, label: role}
        graph: {name: papers, partitions: 2, symmetrize: true, dropDuplicates: true}
        model: {type: rgcn, hidden: 4, learnableDim: 4, inputDropout: 0, hiddenDropout: 0}
        task:
          type: classification
          vertexType: author
          split: {train: 0.5, valid: 0.2, test: 0.3}
        training: {epochs: 3, batchSize: 8, fanouts: [3, 3], learningRate: 0.02, trainers: 1}
        """
            .formatted(folder),
        assignments);
  }

  private static void write(Path folder) throws IOException {
    StringBuilder authors = new StringBuilder("id,group,born\n");
    StringBuilder papers = new StringBuilder("id,x,y,read\n");
    StringBuilder writes = new StringBuilder("author,paper,share,at,role\n");
    for (int a = 0; a < AUTHORS; a++) {
      authors.append("a%d,g%d,%d%n".formatted(a, a % GROUPS, 1900 + a));
    }
    for (int p = 0; p < WORKS; p++) {
      papers.append("%d,%d,%d,%d%n".formatted(p, below(1, p, 10), below(2, p, 10), p % 5));
      for (int i = 0; i < 3; i++) {
        final int author = below(4, 3L * p + i, AUTHORS / GROUPS) * GROUPS + p % GROUPS;
        writes.append(
            "a%d,%d,%d,%d,%s%n".formatted(author, p, 1 + i, 2000 + p, i == 0 ? "first" : "other"));
      }
    }
    Files.writeString(folder.resolve("authors.csv"), authors);
    Files.writeString(folder.resolve("papers.csv"), papers);
    Files.writeString(folder.resolve("writes.csv"), writes);
  }

  private static int below(long key, long counter, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(key, counter), bound);
  }
}
