// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.cluster.FirstBatch;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.MoreRmatEdges;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.HeapWatch;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph of the size of ogbn-products (R-MAT, 2.1M vertices, 124M edges with both directions, 100
 * features, 47 classes), a tenth of it, or its vertices with a tenth of its edges: what a load
 * takes, what jobs wait for that come one after the other, and inference of all vertices.
 */
final class Scale implements Benchmark {
  private static final String GRAPH =
      "{name: scale, partitions: %s, symmetrize: true, resumable: %s}";
  private static final double MOST_SECONDS = 0.3;
  private static final int INFERENCE_RUNS = 3;

  @Override
  public String name() {
    return "scale";
  }

  @Override
  public String description() {
    return "load of a graph as large as ogbn-products, or a tenth; jobs until their first batch";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("size", "small");
    options.put("partitions", "16");
    options.put("jobs", "5");
    options.put("nodes", "1");
    options.put("jvms", "false");
    options.put("features", Residence.HEAP.option());
    options.put("dim", "100");
    options.put("inference", "");
    options.put("add", "0");
    options.put("resumable", "false");
    return options;
  }

  /**
   * A size.
   *
   * @param scale of so many vertices the binary logarithm
   * @param edges of one direction
   * @param seeds of an epoch
   */
  private record Size(int scale, long edges, int seeds) {
    private static final int CLASSES = 47;

    static Size of(String name) {
      return switch (name) {
        case "small" -> new Size(18, 6_200_000, 20_000);
        case "few-edges" -> new Size(21, 6_200_000, 20_000);
        case "products" -> new Size(21, 62_000_000, 200_000);
        default ->
            throw new IllegalArgumentException(
                "size = " + name + ": must be small, few-edges or products");
      };
    }

    GraphSource source(int dim) {
      return new RmatSource(scale, edges, dim, CLASSES, seeds);
    }

    GraphSource more(long count) {
      return new MoreRmatEdges(scale, edges, count);
    }
  }

  private static String job(String graph, int number) {
    return """
        {name: scale-%d, backend: djl, graph: %s,
         model: {type: graphsage, hidden: 256},
         training: {epochs: 1, batchSize: 1024, fanouts: [15, 10], evaluationFanouts: [15, 10], trainers: 1,
           baseline: false, checkpointEvery: "0", observe: {traceSteps: 1}},
         publish: {predictions: false, embeddings: false}}
        """
        .formatted(number, graph);
  }

  /** Results of all vertices by the model of the first job. */
  private static String inference(String graph, String rows) {
    return """
        {name: scale-%s, graph: %s, job: infer, model: {type: graphsage, hidden: 256},
         inference: {model: scale-0, rows: %s},
         publish: {embeddings: false}}
        """
        .formatted(rows, graph, rows);
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final String graph = GRAPH.formatted(options.text("partitions"), options.text("resumable"));
    try (Residence.Place place = Residence.of(options.text("features")).open();
        BenchmarkCluster cluster = start(options, place);
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        GraphSource source =
            Size.of(options.text("size")).source(Integer.parseInt(options.text("dim")));
        HeapWatch heap = new HeapWatch(() -> 0)) {
      final long begun = System.nanoTime();
      final double processorBefore = processorSeconds(cluster);
      client.load(graph, source, progress -> {}, Cancellation.NEVER);
      final double loaded = 1e-9 * (System.nanoTime() - begun);
      final List<Measurement> nodes = new ArrayList<>();
      if (cluster.nodes() instanceof ServerJvms servers) {
        nodes.add(
            Measurement.lower(
                    "most memory of each node by the end of the load",
                    "MB",
                    servers.peakBytes().stream().map(bytes -> 1e-6 * bytes).toList())
                .in(cluster.where()));
        nodes.add(
            Measurement.lower(
                    "processor of all nodes for the load",
                    "s",
                    List.of(processorSeconds(cluster) - processorBefore))
                .in(cluster.where()));
      }
      final long added = Long.parseLong(options.text("add"));
      if (added > 0) {
        nodes.addAll(add(client, cluster, graph, Size.of(options.text("size")).more(added)));
      }
      heap.forgetPauses();
      final List<Double> waits = new ArrayList<>();
      final List<Double> epochs = new ArrayList<>();
      for (int i = 0; i < Integer.parseInt(options.text("jobs")); i++) {
        final long submitted = System.currentTimeMillis();
        final JobResult result =
            client.submit(job(graph, i)).await(state -> {}, Cancellation.NEVER);
        waits.add(FirstBatch.seconds(result, submitted));
        epochs.add(result.epochs().get(0).seconds());
      }
      final String where = cluster.where() + ", " + options.text("features");
      final List<Measurement> all = new ArrayList<>(nodes);
      if (!Boolean.parseBoolean(options.text("jvms"))) {
        all.add(
            Measurement.lower("heap of the resident graph", "MB", List.of(1e-6 * heap.grownBytes()))
                .in(where));
        all.add(
            Measurement.lower(
                    "longest pause while jobs ran",
                    "ms",
                    List.of((double) heap.longestPauseMillis()))
                .in(where));
      }
      all.add(Measurement.lower("load", "s", List.of(loaded)).in(where));
      if (waits.isEmpty()) {
        return all;
      }
      all.addAll(
          List.of(
              Measurement.lower("first job until its first batch", "s", waits.subList(0, 1))
                  .in(where),
              Measurement.lower("each job after it", "s", waits.subList(1, waits.size()))
                  .withTarget(MOST_SECONDS)
                  .in(where),
              Measurement.lower("epoch", "s", epochs).in(where)));
      for (String rows : options.text("inference").split(",")) {
        if (!rows.isEmpty()) {
          all.add(infer(client, graph, rows, where));
        }
      }
      return all;
    }
  }

  /** Adds edges to the graph. */
  private static List<Measurement> add(
      GraphemberClient client, BenchmarkCluster cluster, String graph, GraphSource more)
      throws IOException {
    final double before = processorSeconds(cluster);
    final long begun = System.nanoTime();
    client.load(
        graph.replaceFirst("\\{", "{add: true, "), more, progress -> {}, Cancellation.NEVER);
    final double seconds = 1e-9 * (System.nanoTime() - begun);
    final List<Measurement> measured = new ArrayList<>();
    measured.add(Measurement.lower("addition", "s", List.of(seconds)).in(cluster.where()));
    if (cluster.nodes() instanceof ServerJvms servers) {
      measured.add(
          Measurement.lower(
                  "processor of all nodes for the addition",
                  "s",
                  List.of(processorSeconds(cluster) - before))
              .in(cluster.where()));
      measured.add(
          Measurement.lower(
                  "most memory of each node by the end of the addition",
                  "MB",
                  servers.peakBytes().stream().map(bytes -> 1e-6 * bytes).toList())
              .in(cluster.where()));
    }
    return measured;
  }

  private static Measurement infer(
      GraphemberClient client, String graph, String rows, String where) {
    final List<Double> seconds = new ArrayList<>();
    for (int run = 0; run < INFERENCE_RUNS; run++) {
      final long begun = System.nanoTime();
      client.submit(inference(graph, rows)).await(state -> {}, Cancellation.NEVER);
      seconds.add(1e-9 * (System.nanoTime() - begun));
    }
    return Measurement.lower("inference of all vertices, rows in " + rows, "s", seconds).in(where);
  }

  /** Of nodes in JVMs of their own. */
  private static double processorSeconds(BenchmarkCluster cluster) {
    return cluster.nodes() instanceof ServerJvms servers ? servers.processorSeconds() : 0;
  }

  private static BenchmarkCluster start(BenchmarkOptions options, Residence.Place place)
      throws IOException {
    final int nodes = Integer.parseInt(options.text("nodes"));
    if (Boolean.parseBoolean(options.text("jvms"))) {
      return BenchmarkCluster.start(nodes, true);
    }
    final boolean mapped = Residence.of(options.text("features")) == Residence.MAPPED;
    return BenchmarkCluster.start(
        nodes,
        configuration -> configuration.setGraphFolder(mapped ? place.folder().toString() : null));
  }
}
