// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.graphs.BlogCatalog;
import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalEmbedding;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.evaluation.F1;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Embeddings with both cores: DeepWalk, node2vec and LINE on BlogCatalog, with how well they tell
 * groups, and a table of the vertices of an R-MAT graph with momentum.
 */
final class Embed implements Benchmark {
  private static final String ALL = "deepwalk,cut,bsp,line,node2vec,rmat,jvms,triples";
  private static final int CUT_TURNS = 14;
  private static final String WALKS =
      "trainers: %s, epochs: %s, walkLength: 40, window: 10, subsample: 0.001";

  @Override
  public String name() {
    return "embed";
  }

  @Override
  public String description() {
    return "embeddings of BlogCatalog (option data: its folder) and of R-MAT, both cores";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("data", "");
    options.put("only", ALL);
    options.put("partitions", "8");
    options.put("trainers", "2");
    options.put("epochs", "80");
    options.put("lineEpochs", "200");
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("steps", "30");
    options.put("jvmScale", "16");
    options.put("jvmEdges", "1000000");
    Triples.addOptions(options);
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    final double reads = Stopwatch.median(new Limits().reads(80));
    all.add(Measurement.higher("random 4-byte reads", "M/s", List.of(reads)));
    List<String> wanted = List.of(options.text("only").split(","));
    final String walks = WALKS.formatted(options.text("trainers"), options.text("epochs"));
    if (!options.text("data").isEmpty()) {
      BlogCatalog blogs =
          BlogCatalog.read(
              Path.of(options.text("data")), Integer.parseInt(options.text("partitions")));
      if (wanted.contains("deepwalk")) {
        List<Measurement> rows = train(blogs, "deepwalk async", "{%s}".formatted(walks));
        all.add(rows.get(0).withTarget(900_000));
        all.add(rows.get(1).withTarget(45));
        all.add(rows.get(2).withTarget(0.405));
        all.add(rows.get(3).withTarget(0.265));
      }
      if (wanted.contains("cut")) {
        all.add(cut(blogs, Path.of(options.text("data")), walks).withTarget(0.95));
      }
      if (wanted.contains("bsp")) {
        all.addAll(
            train(blogs, "deepwalk bsp", "{%s, consistency: bsp, batchSize: 32}".formatted(walks)));
      }
      if (wanted.contains("node2vec")) {
        all.addAll(
            train(
                blogs,
                "node2vec async",
                "{%s, type: node2vec, p: 0.25, q: 0.25}".formatted(walks)));
      }
      if (wanted.contains("line")) {
        all.addAll(
            train(
                blogs,
                "line 1st+2nd async",
                "{trainers: %s, type: line, epochs: %s, batchSize: 4096}"
                    .formatted(options.text("trainers"), options.text("lineEpochs"))));
      }
    }
    if (wanted.contains("rmat")) {
      all.addAll(rmat(options));
    }
    if (wanted.contains("jvms")) {
      for (int nodes : new int[] {1, 3}) {
        for (int staleness : new int[] {0, 1}) {
          all.addAll(storage(nodes, staleness, options));
        }
      }
    }
    if (wanted.contains("triples")) {
      all.addAll(Triples.run(options));
    }
    return all;
  }

  /** Steps of a job over storage nodes in JVMs of their own, driven through the thin client. */
  private static List<Measurement> storage(int nodes, int staleness, BenchmarkOptions options)
      throws Exception {
    final int walks = 1024;
    String job =
        """
        name: embed
        graph: {name: rmat}
        job: embed
        embedding: {epochs: 4, trainers: %s, batchSize: %d, consistency: bsp, staleness: %d}
        publish: {embeddings: false}
        """
            .formatted(options.text("trainers"), walks, staleness);
    try (BenchmarkCluster cluster = BenchmarkCluster.start(nodes, true);
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        GraphSource source =
            new RmatSource(
                Integer.parseInt(options.text("jvmScale")),
                Long.parseLong(options.text("jvmEdges")) / 2,
                0,
                1,
                0)) {
      client.load(
          "{name: rmat, partitions: 6, symmetrize: true}", source, x -> {}, Cancellation.NEVER);
      JobResult result = client.submit(job).await(state -> {}, Cancellation.NEVER);
      final double steps =
          Math.ceil(
              result.graph().vertices() / (walks * Double.parseDouble(options.text("trainers"))));
      List<Double> millis =
          result.epochs().stream().skip(1).map(epoch -> 1e3 * epoch.seconds() / steps).toList();
      List<Double> waits =
          result.epochs().stream()
              .skip(1)
              .map(epoch -> 100 * epoch.waitSeconds() / epoch.seconds())
              .toList();
      String what = "bsp step, staleness " + staleness;
      String where = nodes == 1 ? "1 JVM" : nodes + " JVMs";
      return List.of(
          Measurement.lower(what, "ms", millis).in(where),
          Measurement.lower(what + ", waiting", "%", waits).in(where),
          Measurement.lower(
                  what + ", moved",
                  "MB",
                  List.of(result.bytes() / 1e6 / (steps * result.epochs().size())))
              .in(where));
    }
  }

  /** Epochs over several partitions and over one, by turns: what the cut costs in one process. */
  private static Measurement cut(BlogCatalog blogs, Path data, String walks) throws Exception {
    final String section = "{%s}".formatted(walks);
    final BlogCatalog whole = BlogCatalog.read(data, 1);
    try (LocalEmbedding several = new LocalEmbedding(blogs.graph(), blogs.partitions(), section);
        LocalEmbedding one = new LocalEmbedding(whole.graph(), whole.partitions(), section)) {
      final long epoch = several.parameters().stepsPerEpoch();
      List<Double> ratios = new ArrayList<>();
      for (int turn = 0; turn < CUT_TURNS; turn++) {
        // who is first in a turn changes, since the machine is faster now and slower then
        final double first = rate(turn % 2 == 0 ? several : one, turn * epoch, epoch);
        final double second = rate(turn % 2 == 0 ? one : several, turn * epoch, epoch);
        if (turn > 1) {
          ratios.add(turn % 2 == 0 ? first / second : second / first);
        }
      }
      return Measurement.higher("deepwalk, tokens of several partitions by one", "times", ratios);
    }
  }

  private static double rate(LocalEmbedding embedding, long from, long steps) throws Exception {
    PassReport[] report = new PassReport[1];
    final double seconds = Stopwatch.seconds(() -> report[0] = embedding.train(from, from + steps));
    return report[0].walked() / seconds;
  }

  private static List<Measurement> train(BlogCatalog blogs, String what, String section)
      throws Exception {
    try (LocalEmbedding embedding =
        new LocalEmbedding(blogs.graph(), blogs.partitions(), section)) {
      PassReport[] report = new PassReport[1];
      final double seconds =
          Stopwatch.seconds(() -> report[0] = embedding.train(0, embedding.parameters().steps()));
      F1 f1 = blogs.score(embedding, embedding.workers());
      return List.of(
          Measurement.higher(what, "tokens/s", List.of(report[0].walked() / seconds)),
          Measurement.lower(what + ", whole run", "s", List.of(seconds)),
          Measurement.higher(what + ", micro F1", "", List.of(f1.micro())),
          Measurement.higher(what + ", macro F1", "", List.of(f1.macro())));
    }
  }

  /** Steps of all trainers together, each row updated once a step, momentum as if all rows were. */
  private static List<Measurement> rmat(BenchmarkOptions options) throws Exception {
    final BuiltGraph graph;
    try (GraphSource source =
        new RmatSource(
            Integer.parseInt(options.text("scale")),
            Long.parseLong(options.text("edges")) / 2,
            0,
            1,
            0)) {
      graph =
          BuiltGraph.build(
              source,
              "{name: rmat, partitions: %s, partitioner: hash-2d, symmetrize: true}"
                  .formatted(options.text("partitions")));
    }
    String section =
        "{trainers: %s, consistency: bsp, optimizer: momentum, learningRate: 0.0025, batchSize: 1024, walkLength: 40, window: 10}"
            .formatted(options.text("trainers"));
    try (LocalEmbedding embedding =
        new LocalEmbedding(graph, new LocalPartitions(graph), section)) {
      final long steps = Long.parseLong(options.text("steps"));
      embedding.train(0, steps / 3);
      List<Double> pairs = new ArrayList<>();
      for (long step = steps / 3; step + 5 <= steps; step += 5) {
        final long from = step;
        PassReport[] report = new PassReport[1];
        final double seconds = Stopwatch.seconds(() -> report[0] = embedding.train(from, from + 5));
        pairs.add(report[0].pairs() / seconds);
      }
      return List.of(
          Measurement.higher("R-MAT, momentum, bsp", "pairs/s", pairs).withTarget(1_000_000));
    }
  }
}
