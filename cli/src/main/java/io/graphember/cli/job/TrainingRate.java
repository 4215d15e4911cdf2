// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.client.JobFile;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.live.GraphTask;
import io.graphember.spi.Cancellation;
import io.graphember.spi.batch.BatchView;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * How fast this machine trains a job: a node in this process trains the same model with the same
 * batches on a generated graph of as many features, classes and edges a vertex, which is small
 * where the graph of the job is large. What that lacks in rows of a batch is made up for: the time
 * of a step grows with the distinct vertices that it meets.
 *
 * @param epochs epochs of the job
 * @param steps steps of one trainer in an epoch
 * @param stepSeconds time of one, the best of some epochs
 */
public record TrainingRate(int epochs, long steps, double stepSeconds) {
  private static final long MOST_VALUES = 1L << 24; // floats of all feature rows together
  private static final long MOST_EDGES = 2_000_000;
  private static final int STEPS = 8;
  private static final int EPOCHS = 4; // the first of them warms up

  /** True if there is a generated graph that is like the graph of the job. */
  public static boolean measurable(JobSettings job, GraphInfo graph) {
    return job.trainsModel()
        && job.train().training().batch().view() instanceof BatchView.Neighborhoods
        && !job.ofModel().ofPairs()
        && !job.graph().add()
        && !job.train().task().objective().targets()
        && graph.vertexTypes().size() == 1
        && graph.edgeTypes().size() == 1
        && graph.featureDim() > 0
        && !looksAtEdgeFeatures(job, graph)
        && !job.train().sampling().needsWeights()
        && !job.train().sampling().needsTimes()
        && job.train().sampling().edgeTypes().isEmpty();
  }

  private static boolean looksAtEdgeFeatures(JobSettings job, GraphInfo graph) {
    return job.ofModel().spec(GraphTask.of(graph, job).shape()).programs().stream()
        .anyMatch(program -> program.edgeFeatures() > 0);
  }

  /**
   * Measures.
   *
   * @param graph of the job, see {@link #measurable}
   * @param trained vertices that are trained on
   * @param verbose whether the node logs its warnings
   */
  public static TrainingRate measure(
      JobSettings job, GraphInfo graph, long trained, boolean verbose, Cancellation cancellation) {
    final int batch = job.train().training().batchSize();
    final double degree = Math.min(10_000, (double) graph.edges() / graph.vertices());
    final long vertices =
        Math.max(
            2,
            Math.min(
                Math.min(graph.vertices(), MOST_VALUES / graph.featureDim()),
                (long) (MOST_EDGES / Math.max(1, degree))));
    final long seeds = Math.max(1, Math.min(Math.min(trained, vertices), (long) STEPS * batch));
    double best = Double.POSITIVE_INFINITY;
    try (ClusterChoice.Connection connection =
        ClusterChoice.embedded(1, verbose).connect(cancellation)) {
      List<EpochInfo> epochs =
          connection
              .client()
              .run(sample(job, graph, vertices, degree, seeds), state -> {}, cancellation)
              .epochs();
      for (EpochInfo epoch : epochs.subList(1, epochs.size())) {
        best = Math.min(best, epoch.seconds() / ceiling(seeds, batch));
      }
    }
    final long share = ceiling(trained, job.job().trainers().orElse(1)); // of each trainer
    final double met = met(job, graph.vertices(), degree, Math.min(batch, share));
    final double sampled = met(job, vertices, degree, Math.min(batch, seeds));
    return new TrainingRate(
        job.train().training().epochs(), ceiling(share, batch), best * Math.max(1, met / sampled));
  }

  private static long ceiling(long count, long size) {
    return (count + size - 1) / size;
  }

  private static JobFile sample(
      JobSettings job, GraphInfo graph, long vertices, double degree, long seeds) {
    final int classes = Math.max(2, Math.min(1000, graph.classNames().size()));
    final int words = Math.max(classes, Math.min(100_000, graph.featureDim()));
    SettingsDocument settings =
        SettingsDocument.parse("estimate", SettingsDocument.toJson(job.withoutSource()));
    for (String change :
        List.of(
            "source={type: block-model, vertices: %d, classes: %d, words: %d, degree: %s}"
                .formatted(vertices, classes, words, degree),
            "graph={name: measured, partitions: %d, partitioner: hash-2d}"
                .formatted(job.graph().partitions()),
            "model.from=null",
            "training.epochs=" + EPOCHS,
            "training.trainers=1",
            "task.split={train: %s, valid: 0, test: 0}".formatted((double) seeds / vertices),
            "task.vertexType=null",
            "training.schedule=constant",
            "training.warmUp=0",
            "training.patience=0",
            "training.checkpointEvery=0",
            "training.baseline=false",
            "publish={predictions: false, embeddings: false}")) {
      settings = settings.set(change);
    }
    return new JobFile(settings.bind(JobSettings.class), Path.of(""));
  }

  /** Distinct vertices that a batch meets, if neighbours are anybody. */
  private static double met(JobSettings job, long vertices, double degree, long seeds) {
    double hop = seeds;
    double draws = seeds;
    for (int layer = 0; layer < job.ofModel().model().layers(); layer++) {
      List<String> fanouts = job.train().training().fanouts();
      final String fanout = fanouts.get(Math.min(layer, fanouts.size() - 1));
      hop *= fanout.equals("all") ? degree : Math.min(degree, Integer.parseInt(fanout));
      draws += hop;
    }
    return vertices * -Math.expm1(-draws / vertices);
  }

  /** How long all epochs take together. */
  public double seconds() {
    return epochs * steps * stepSeconds;
  }
}
