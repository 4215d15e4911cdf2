// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.graphs.PagesSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Epochs of a model on rows that are mostly zeros, kept sparse, and on the same rows with next to
 * nothing in the place of zeros, which are dense: by turns, the whole path.
 */
final class Sparse implements Benchmark {
  private static final double TARGET_RATIO = 5;
  private static final float NEXT_TO_NOTHING = 1e-20f;

  @Override
  public String name() {
    return "sparse";
  }

  @Override
  public String description() {
    return "an epoch on sparse features, and the same dense, by turns: 22,000 pages of 4,700 words";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("vertices", "22000");
    options.put("words", "4700");
    options.put("edges", "170000");
    options.put("classes", "4");
    options.put("model", "graphsage");
    options.put("hidden", "128");
    options.put("inputDropout", "0.5");
    options.put("fanouts", "[15, 10]");
    options.put("batchSize", "512");
    options.put("trainers", "1");
    options.put("epochs", "3");
    options.put("turns", "2");
    options.put("nodes", "2");
    return options;
  }

  /** What is measured of one form of the rows. */
  private static final class Form {
    final String name;
    final List<Double> seconds = new ArrayList<>();
    final List<Double> accuracy = new ArrayList<>();
    final List<Double> moved = new ArrayList<>();
    final List<Double> resident = new ArrayList<>();

    Form(String name) {
      this.name = name;
    }

    String graph() {
      return "{name: %s, partitions: 8, symmetrize: true}".formatted(name);
    }

    /** An epoch that compiles, then those that count. */
    void add(JobResult result) {
      result.epochs().stream().skip(1).map(EpochInfo::seconds).forEach(seconds::add);
      Optional.ofNullable(result.tested().accuracy()).ifPresent(share -> accuracy.add(100 * share));
      moved.add(
          result.nodes().stream().mapToLong(NodeCounts::bytesMoved).sum()
              / 1e6
              / result.epochs().size());
    }

    List<Measurement> measurements() {
      return List.of(
          Measurement.lower("epoch, " + name, "s", seconds),
          Measurement.higher("accuracy, " + name, "%", accuracy),
          Measurement.lower("bytes moved in an epoch, " + name, "MB", moved),
          Measurement.lower("bytes of the partitions, " + name, "MB", resident));
    }
  }

  private static String job(Form form, BenchmarkOptions options) {
    return """
        name: %s
        backend: djl
        graph: %s
        model: {type: %s, layers: 2, hidden: %s, inputDropout: %s, hiddenDropout: 0.5}
        training:
          epochs: %d
          batchSize: %s
          fanouts: %s
          evaluationFanouts: %s
          trainers: %s
          learningRate: 0.01
          baseline: false
        publish: {predictions: false, embeddings: false}
        """
        .formatted(
            form.name,
            form.graph(),
            options.text("model"),
            options.text("hidden"),
            options.text("inputDropout"),
            1 + Integer.parseInt(options.text("epochs")),
            options.text("batchSize"),
            options.text("fanouts"),
            options.text("fanouts"),
            options.text("trainers"));
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final Form sparse = new Form("sparse");
    final Form dense = new Form("dense");
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(Integer.parseInt(options.text("nodes")), false);
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      load(client, sparse, options, 0);
      load(client, dense, options, NEXT_TO_NOTHING);
      for (int turn = 0; turn < Integer.parseInt(options.text("turns")); turn++) {
        for (Form form : List.of(sparse, dense)) {
          form.add(client.submit(job(form, options)).await(state -> {}, Cancellation.NEVER));
        }
      }
    }
    List<Measurement> all = new ArrayList<>();
    all.add(
        Measurement.higher(
                "dense epoch by sparse epoch",
                "times",
                List.of(median(dense.seconds) / median(sparse.seconds)))
            .withTarget(TARGET_RATIO));
    all.addAll(sparse.measurements());
    all.addAll(dense.measurements());
    return all;
  }

  private static void load(
      GraphemberClient client, Form form, BenchmarkOptions options, float absent) throws Exception {
    try (GraphSource source =
        new PagesSource(
            Integer.parseInt(options.text("vertices")),
            Integer.parseInt(options.text("words")),
            Integer.parseInt(options.text("edges")),
            Integer.parseInt(options.text("classes")),
            absent)) {
      GraphInfo graph = client.load(form.graph(), source, progress -> {}, Cancellation.NEVER);
      form.resident.add(graph.slabBytes().stream().mapToLong(Long::longValue).sum() / 1e6);
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }
}
