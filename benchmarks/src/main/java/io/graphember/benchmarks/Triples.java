// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalEmbedding;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.CounterRandom;
import io.graphember.training.embedding.step.PassReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Triples a second of a knowledge graph as large as FB15k-237 with negatives that chunks share,
 * both cores, beside a plain PyTorch loop of the same arithmetic, by turns.
 */
final class Triples {
  private static final int ENTITIES = 14_541;
  private static final int RELATIONS = 237;
  private static final int TRIPLES = 272_115;
  private static final int BATCH = 1024;
  private static final int CHUNK = 256;

  private Triples() {}

  /** Options beside those of {@link Embed}. */
  static void addOptions(Map<String, String> options) {
    options.put("methods", "transe,distmult,complex,rotate");
    options.put("dim", "200");
    options.put("negatives", "256");
    options.put("turns", "7");
    options.put("seconds", "3");
  }

  static List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    final BuiltGraph graph;
    try (GraphSource source = source()) {
      graph = BuiltGraph.build(source, "{name: facts, partitions: 8, partitioner: hash-2d}");
    }
    for (String method : options.text("methods").split(",")) {
      all.addAll(compare(method, graph, options));
    }
    return all;
  }

  private static GraphSource source() {
    List<EdgeType> relations =
        IntStream.range(0, RELATIONS).mapToObj(r -> new EdgeType("r" + r, 0, 0)).toList();
    GraphHeader header =
        new GraphHeader(
            List.of(new VertexType("entity", KeyKind.INT64, 0, false, true)), relations);
    return GraphSource.of(
        header,
        graph -> {
          for (int i = 0; i < TRIPLES; i++) {
            graph.edge(
                skewed(3L * i, RELATIONS),
                (long) skewed(3L * i + 1, ENTITIES),
                (long) skewed(3L * i + 2, ENTITIES),
                1,
                0);
          }
        });
  }

  /** Small numbers are drawn more often. */
  private static int skewed(long counter, int bound) {
    final double unit = CounterRandom.unitDouble(CounterRandom.bits(7, counter));
    return (int) (unit * unit * bound);
  }

  private static List<Measurement> compare(
      String method, BuiltGraph graph, BenchmarkOptions options) throws Exception {
    final int dim = Integer.parseInt(options.text("dim"));
    final int negatives = Integer.parseInt(options.text("negatives"));
    final double seconds = Double.parseDouble(options.text("seconds"));
    String section =
        "{type: %s, dim: %d, negatives: %d, batchSize: %d, chunkSize: %d, trainers: %s, optimizer: adagrad, learningRate: 0.1, schedule: constant, epochs: 1000}"
            .formatted(method, dim, negatives, BATCH, CHUNK, options.text("trainers"));
    try (LocalEmbedding here = new LocalEmbedding(graph, new LocalPartitions(graph), section);
        PlainTriples plain =
            new PlainTriples(method, ENTITIES, RELATIONS, BATCH, CHUNK, negatives, dim)) {
      long step = 0;
      List<Double> rates = new ArrayList<>();
      List<Double> plainRates = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (int turn = 0; turn < Integer.parseInt(options.text("turns")); turn++) {
        final long from = step;
        PassReport[] report = {PassReport.NONE};
        long[] to = {from};
        final double took =
            Stopwatch.seconds(
                () -> {
                  final long began = System.nanoTime();
                  while (System.nanoTime() - began < seconds * 1e9) {
                    report[0] = report[0].plus(here.train(to[0], to[0] + 20));
                    to[0] += 20;
                  }
                });
        step = to[0];
        int[] steps = new int[1];
        final double plainTook =
            Stopwatch.seconds(
                () -> {
                  final long began = System.nanoTime();
                  while (System.nanoTime() - began < seconds * 1e9) {
                    plain.step();
                    steps[0]++;
                  }
                });
        if (turn > 1) { // compiled by then
          rates.add(report[0].pairs() / took);
          plainRates.add(steps[0] * (double) BATCH / plainTook);
          ratios.add(report[0].pairs() / took / (steps[0] * (double) BATCH / plainTook));
        }
      }
      return List.of(
          Measurement.higher(method, "triples/s", rates),
          Measurement.higher(method + ", plain PyTorch", "triples/s", plainRates),
          Measurement.higher(method + " by plain PyTorch", "times", ratios).withTarget(1.5));
    }
  }
}
