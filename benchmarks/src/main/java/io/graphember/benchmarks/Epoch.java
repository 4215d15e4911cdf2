// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An epoch of GraphSAGE 128-256-47 over an R-MAT graph with sampled neighbours, the whole path:
 * nodes in this JVM or in JVMs of their own, loaded and driven through the thin client.
 */
final class Epoch implements Benchmark {
  /** Section {@code graph} of the job. */
  static final String GRAPH = "{name: rmat, partitions: 8}";

  private static final int WARM_UPS = 3;
  private static final double TARGET_SECONDS = 0.8;
  private static final double MOST_WAITING = 5;

  @Override
  public String name() {
    return "epoch";
  }

  @Override
  public String description() {
    return "an epoch of GraphSAGE on R-MAT: 1M vertices, 20M edges, 20,000 seeds, fanouts [15, 10]";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("seeds", "20000");
    options.put("batchSize", "1024");
    options.put("fanouts", "[15, 10]");
    options.put("trainers", "2");
    options.put("pushDown", "true");
    options.put("epochs", "6");
    options.put("checkpointEvery", "0");
    options.put("nodes", "1");
    options.put("jvms", "false");
    return options;
  }

  /** The job as text. */
  static String job(BenchmarkOptions options) {
    return """
        name: epoch
        backend: djl
        graph: %s
        model: {type: graphsage, layers: 2, hidden: 256, inputDropout: 0, hiddenDropout: 0.5}
        training:
          epochs: %d
          batchSize: %s
          fanouts: %s
          evaluationFanouts: %s
          trainers: %s
          pushDown: %s
          checkpointEvery: %s
          learningRate: 0.003
          baseline: false
        publish: {predictions: false, embeddings: false}
        """
        .formatted(
            GRAPH,
            WARM_UPS + Integer.parseInt(options.text("epochs")),
            options.text("batchSize"),
            options.text("fanouts"),
            options.text("fanouts"), // nothing is evaluated; whole neighbourhoods need no room
            options.text("trainers"),
            options.text("pushDown"),
            options.text("checkpointEvery"));
  }

  /** The graph. */
  static GraphSource source(BenchmarkOptions options) {
    return new RmatSource(
        Integer.parseInt(options.text("scale")),
        Long.parseLong(options.text("edges")),
        128,
        47,
        Integer.parseInt(options.text("seeds")));
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(
                Integer.parseInt(options.text("nodes")),
                Boolean.parseBoolean(options.text("jvms")));
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        GraphSource source = source(options)) {
      client.load(GRAPH, source, progress -> {}, Cancellation.NEVER);
      JobResult result = client.submit(job(options)).await(state -> {}, Cancellation.NEVER);
      List<Double> seconds =
          result.epochs().stream().skip(WARM_UPS).map(EpochInfo::seconds).toList();
      List<Double> waited =
          result.epochs().stream()
              .skip(WARM_UPS)
              .map(epoch -> 100 * epoch.waitSeconds() / epoch.seconds())
              .toList();
      return List.of(
          Measurement.lower("epoch", "s", seconds).withTarget(TARGET_SECONDS).in(cluster.where()),
          Measurement.lower("share that the first trainer waits for batches", "%", waited)
              .withTarget(MOST_WAITING)
              .in(cluster.where()));
    }
  }
}
