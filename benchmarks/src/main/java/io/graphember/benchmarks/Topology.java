// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Neighbours drawn at storage nodes, and at a trainer that has a copy of the topology: requests,
 * bytes and time of a batch over several JVMs, by turns.
 */
final class Topology implements Benchmark {
  private static final String GRAPH =
      "{name: topology, partitions: %s, symmetrize: true, store: %s}";
  private static final List<String> PLACES = List.of("storage", "trainer");
  private static final int DIM = 100;
  private static final int CLASSES = 47;
  private static final int BATCH = 1024;

  @Override
  public String name() {
    return "topology";
  }

  @Override
  public String description() {
    return "neighbours drawn at storage nodes or at trainers: requests, bytes and time of a batch";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("nodes", "3");
    options.put("scale", "18");
    options.put("edges", "6200000");
    options.put("seeds", "40960");
    options.put("partitions", "6");
    options.put("store", "compact");
    options.put("pushDown", "true");
    options.put("runs", "5");
    return options;
  }

  private static int number(BenchmarkOptions options, String name) {
    return Integer.parseInt(options.text(name));
  }

  private static String job(String graph, String place, String pushDown, int run) {
    return """
        {name: topology-%s-%d, backend: djl, graph: %s,
         model: {type: graphsage, hidden: 64},
         sampling: {topology: %s},
         training: {epochs: 2, batchSize: %d, fanouts: [15, 10], trainers: 1, pushDown: %s,
           baseline: false, checkpointEvery: "0"},
         publish: {predictions: false, embeddings: false}}
        """
        .formatted(place, run, graph, place, BATCH, pushDown);
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final String graph = GRAPH.formatted(options.text("partitions"), options.text("store"));
    final int seeds = number(options, "seeds");
    try (BenchmarkCluster cluster = BenchmarkCluster.start(number(options, "nodes"), true);
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        GraphSource source =
            new RmatSource(
                number(options, "scale"), number(options, "edges"), DIM, CLASSES, seeds)) {
      client.load(graph, source, progress -> {}, Cancellation.NEVER);
      final Map<String, List<Double>> figures = new LinkedHashMap<>();
      for (int run = 0; run <= number(options, "runs"); run++) { // the first warms up
        for (String place : PLACES) {
          final JobResult result =
              client
                  .submit(job(graph, place, options.text("pushDown"), run))
                  .await(state -> {}, Cancellation.NEVER);
          if (run > 0) {
            add(figures, place, result, 2.0 * ((seeds + BATCH - 1) / BATCH));
          }
        }
      }
      return figures.entrySet().stream()
          .map(
              figure -> {
                final String[] parts = figure.getKey().split(";");
                return Measurement.lower(parts[0], parts[1], figure.getValue()).in(cluster.where());
              })
          .toList();
    }
  }

  private static void add(
      Map<String, List<Double>> figures, String place, JobResult result, double batches) {
    final long requests = result.nodes().stream().mapToLong(NodeCounts::requestsServed).sum();
    add(figures, "requests of a batch, " + place + ";requests", requests / batches);
    add(figures, "bytes of a batch, " + place + ";MB", 1e-6 * result.bytes() / batches);
    add(
        figures,
        "time of a batch in the second epoch, " + place + ";ms",
        2e3 * result.epochs().get(1).seconds() / batches);
  }

  private static void add(Map<String, List<Double>> figures, String name, double value) {
    figures.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
  }
}
