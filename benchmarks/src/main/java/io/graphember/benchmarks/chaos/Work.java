// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.util.Set;

/**
 * What is done on a cluster, each in some seconds. A job runs on the graph {@value #BASE}, which
 * nobody drops, and has the name of its work.
 */
public enum Work {
  /** A graph is loaded in the place of one of its name. */
  LOAD(Kind.LOAD, "", Phase.LOAD, Phase.PARTITION),
  /** The same, and the cluster keeps what is sent until the graph is there. */
  LOAD_RESUMABLE(Kind.LOAD, "", Phase.LOAD, Phase.PARTITION),
  /** The same vertices and edges, and others, are added to a graph. */
  ADD(Kind.LOAD, "", Phase.LOAD, Phase.PARTITION),
  /** Classes of vertices by batches of sampled neighbours. */
  SAMPLED(
      Kind.JOB,
      """
      model: {type: graphsage, hidden: 16, inputDropout: 0.1, hiddenDropout: 0.3}
      task: {split: {train: 0.2, valid: 0.2, test: 0.6}}
      training: {epochs: 20, batchSize: 16, trainers: 2, fanouts: [5, 4], evaluationFanouts: [10, 10],
        evaluationBatchSize: 64, baseline: false, checkpointEvery: 20, consistency: bsp}
      """,
      Phase.TRAIN,
      Phase.PUBLISH),
  /** The same by steps that all partitions compute. */
  WHOLE(
      Kind.JOB,
      """
      model: {type: gcn, hidden: 16, inputDropout: 0.1, hiddenDropout: 0.3}
      task: {split: {train: 0.2, valid: 0.2, test: 0.6}}
      training: {epochs: 15, batch: {type: global-batch}, compute: partitions, baseline: false,
        checkpointEvery: 5}
      """,
      Phase.TRAIN,
      Phase.PUBLISH),
  /** Edges that are predicted. */
  LINKS(
      Kind.JOB,
      """
      model: {type: graphsage, hidden: 16, inputDropout: 0, hiddenDropout: 0}
      task: {type: links, decoder: dot, negatives: 2}
      training: {epochs: 4, batchSize: 128, trainers: 2, fanouts: [4, 3], evaluationFanouts: [4, 3],
        baseline: false, checkpointEvery: 8, consistency: bsp}
      """,
      Phase.TRAIN),
  /** A wide model, and a checkpoint behind every step. */
  SAMPLED_CHECKPOINTS(
      Kind.JOB,
      """
      model: {type: graphsage, hidden: 512, inputDropout: 0.1, hiddenDropout: 0.3}
      task: {split: {train: 0.2, valid: 0.2, test: 0.6}}
      training: {epochs: 3, batchSize: 16, trainers: 2, fanouts: [5, 4], evaluationFanouts: [5, 5],
        baseline: false, checkpointEvery: 1, consistency: bsp}
      """,
      Phase.CHECKPOINT),
  /** Embeddings by walks. */
  WALKS(
      Kind.JOB,
      """
      job: embed
      embedding: {dim: 16, epochs: 12, walkLength: 10, window: 3, batchSize: 32, consistency: bsp,
        learningRate: 0.1, trainers: 2, checkpointEvery: 25}
      """,
      Phase.EMBED,
      Phase.PUBLISH),
  /** The same with a checkpoint behind every step. */
  WALKS_CHECKPOINTS(
      Kind.JOB,
      """
      job: embed
      embedding: {dim: 64, epochs: 3, walkLength: 10, window: 3, batchSize: 32, consistency: bsp,
        optimizer: momentum, learningRate: 0.01, trainers: 2, checkpointEvery: 1}
      """,
      Phase.CHECKPOINT),
  /** The model of {@link #DEEP} over the whole graph, rows in memory. */
  INFER(
      Kind.JOB,
      Work.DEEP_MODEL
          + "inference: {model: deep, engine: kernel}\njob: infer\ntask: {split: {train: 0.05, valid: 0.05, test: 0.1}}\n",
      Phase.INFER,
      Phase.PUBLISH),
  /** The same, rows in files. */
  INFER_FILES(
      Kind.JOB,
      Work.DEEP_MODEL
          + "inference: {model: deep, engine: kernel, rows: files, cacheMebibytes: 8}\njob: infer\ntask: {split: {train: 0.05, valid: 0.05, test: 0.1}}\n",
      Phase.INFER),
  /** A graph and what a job has left of it are dropped. */
  DROP_GRAPH(Kind.DROP, "", Phase.DROP),
  /** What a job has left is dropped. */
  DROP_RESULTS(Kind.DROP, "", Phase.DROP),
  /** What a cancelled job has left is dropped. */
  DROP_CHECKPOINT(
      Kind.DROP,
      """
      model: {type: graphsage, hidden: 16, inputDropout: 0, hiddenDropout: 0}
      task: {split: {train: 0.2, valid: 0.2, test: 0.6}}
      training: {epochs: 100000, batchSize: 64, trainers: 2, fanouts: [5, 4], evaluationFanouts: [5, 5],
        baseline: false, checkpointEvery: 2}
      """,
      Phase.DROP),
  /** Trains what {@link #INFER} runs; nothing happens meanwhile. */
  DEEP(
      Kind.JOB,
      Work.DEEP_MODEL
          + """
          task: {split: {train: 0.05, valid: 0.05, test: 0.1}}
          training: {epochs: 1, batchSize: 64, trainers: 2, fanouts: [2, 2, 2], evaluationFanouts: [2, 2, 2],
            baseline: false}
          publish: {predictions: false, embeddings: false}
          """),
  /** Runs beside the work of every round. */
  BESIDE(
      Kind.JOB,
      """
      model: {type: graphsage, hidden: 16, inputDropout: 0, hiddenDropout: 0}
      task: {type: unsupervised, walkLength: 4, negatives: 4}
      training: {epochs: 3, batchSize: 64, trainers: 2, fanouts: [4, 3], evaluationFanouts: [4, 3],
        checkpointEvery: 10, consistency: bsp}
      """),
  /** A small job that shows whether a graph is whole; without a fault. */
  PROBE(
      Kind.JOB,
      """
      model: {type: graphsage, hidden: 8, inputDropout: 0, hiddenDropout: 0}
      task: {split: {train: 0.2, valid: 0.2, test: 0.6}}
      training: {epochs: 2, batchSize: 64, trainers: 2, fanouts: [5, 4], evaluationFanouts: [5, 5],
        baseline: false, checkpointEvery: 0}
      publish: {embeddings: false}
      """);

  /** The graph that jobs run on. */
  static final String BASE = "base";

  private static final String DEEP_MODEL =
      "model: {type: graphsage, layers: 3, hidden: 256, inputDropout: 0, hiddenDropout: 0}\n";

  private static final String GRAPH =
      """
      name: %s
      source: {type: block-model, vertices: %d, classes: 4, words: 60, degree: 8, seed: 3}
      graph: {name: %s, partitions: 8, dropDuplicates: true, dropSelfLoops: true, add: %s,
        resumable: %s}
      """;

  private static final int VERTICES = 1500;

  private enum Kind {
    LOAD,
    JOB,
    DROP
  }

  private final Kind kind;
  private final String yaml;
  private final Set<Phase> phases;

  Work(Kind kind, String yaml, Phase... phases) {
    this.kind = kind;
    this.yaml = yaml;
    this.phases = Set.of(phases);
  }

  /** Phases in which something may happen. */
  Set<Phase> phases() {
    return phases;
  }

  boolean isJob() {
    return kind == Kind.JOB;
  }

  boolean isLoad() {
    return kind == Kind.LOAD;
  }

  /** True if it goes on whoever is lost, but its client; and then where that has left it. */
  boolean isResumable() {
    return this == LOAD_RESUMABLE;
  }

  boolean isDrop() {
    return kind == Kind.DROP;
  }

  /** Name of its job. */
  String job() {
    return Round.word(this);
  }

  /** The graph that it loads, drops or runs on. */
  String graph() {
    return isJob() || this == DROP_CHECKPOINT ? BASE : Round.word(this);
  }

  /** The job, on a graph that is there. */
  JobSettings settings(String graph) {
    return settings(graph, VERTICES, false).withoutSource();
  }

  /** The graph that work finds. */
  static JobSettings before(String graph) {
    return LOAD.settings(graph, VERTICES, false);
  }

  /** What a load reads: the graph that the work leaves. */
  JobSettings loaded() {
    return this == ADD
        ? settings(graph(), VERTICES + 100, true)
        : settings(graph(), VERTICES - 100, false);
  }

  /** A graph that takes much room: 1000 words, and every vertex has all of them. */
  static JobSettings filler(String name, int vertices) {
    return SettingsDocument.parse(name, GRAPH.formatted(name, vertices, name, false, false))
        .set("source.words=1000")
        .set("source.normalize=standardize")
        .bind(JobSettings.class);
  }

  private JobSettings settings(String graph, int vertices, boolean add) {
    return SettingsDocument.parse(
            job(), GRAPH.formatted(job(), vertices, graph, add, isResumable()) + yaml)
        .bind(JobSettings.class);
  }
}
