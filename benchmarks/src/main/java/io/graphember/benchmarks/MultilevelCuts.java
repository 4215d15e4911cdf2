// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.MetisFile;
import io.graphember.benchmarks.graphs.RealGraph;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.cli.partition.NamedPartitioner;
import io.graphember.schema.Split;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cuts of real graphs by {@code multilevel} with one balance constraint or several, against {@code
 * gpmetis} on the same graph with the same weights, each with several seeds. Each constraint of a
 * cut is measured as METIS does: the largest partition over the mean. Without {@code gpmetis} our
 * cuts are measured alone.
 */
final class MultilevelCuts implements Benchmark {
  private static final double MOST_OF_PEER = 1.15;
  private static final double IMBALANCE = 1.05;

  @Override
  public String name() {
    return "multilevel";
  }

  @Override
  public String description() {
    return "cuts of real graphs with several balance constraints, against gpmetis";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("data", "data");
    options.put("graphs", "cora,amazon-photo,blogcatalog,soc-epinions1");
    options.put("balance", "vertices,vertices+edges,vertices+splits,vertices+edges+splits");
    options.put("partitions", "4,8,16");
    options.put("split", "0.05,0.05,0.1"); // of graphs that have none: train, validate, test
    options.put("seeds", "5");
    options.put("gpmetis", "/usr/bin/gpmetis"); // of Debian's package metis
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final double[] shares =
        Stream.of(options.text("split").split(",")).mapToDouble(Double::parseDouble).toArray();
    final List<Measurement> all = new ArrayList<>();
    for (String name : options.text("graphs").split(",")) {
      final RealGraph graph =
          RealGraph.symmetric(Path.of(options.text("data")), name).split(shares, 0);
      for (String balance : options.text("balance").split(",")) {
        final int[][] weights = weights(graph, balance);
        for (String count : options.text("partitions").split(",")) {
          all.addAll(measure(graph, balance, weights, Integer.parseInt(count), options));
        }
      }
    }
    return all;
  }

  /** The weights of vertices that balance, {@code [constraints][vertices]}. */
  private static int[][] weights(RealGraph graph, String balance) {
    return Stream.of(balance.split("\\+"))
        .flatMap(
            name ->
                switch (name) {
                  case "vertices" -> Stream.of(ones(graph));
                  case "edges" -> Stream.of(inDegrees(graph));
                  case "splits" -> Stream.of(Split.values()).map(split -> marks(graph, split));
                  default ->
                      IntStream.range(0, graph.numbering().types())
                          .mapToObj(type -> marks(graph, type));
                })
        .filter(weights -> Arrays.stream(weights).anyMatch(weight -> weight > 0))
        .toArray(int[][]::new);
  }

  private static int[] ones(RealGraph graph) {
    final int[] ones = new int[graph.splits().length];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int[] inDegrees(RealGraph graph) {
    final int[] degrees = new int[graph.splits().length];
    Arrays.setAll(degrees, graph.edges()::inDegree);
    return degrees;
  }

  private static int[] marks(RealGraph graph, Split split) {
    final int[] marks = new int[graph.splits().length];
    Arrays.setAll(marks, v -> graph.splits()[v] == split.code() ? 1 : 0);
    return marks;
  }

  private static int[] marks(RealGraph graph, int type) {
    final int[] marks = new int[graph.splits().length];
    Arrays.setAll(marks, v -> graph.numbering().type(v) == type ? 1 : 0);
    return marks;
  }

  private static List<Measurement> measure(
      RealGraph graph, String balance, int[][] weights, int partitions, BenchmarkOptions options)
      throws Exception {
    final Cuts ours = new Cuts(graph, weights, partitions);
    final Cuts theirs = new Cuts(graph, weights, partitions);
    final Path gpmetis = Path.of(options.text("gpmetis"));
    final Path file = Files.createTempFile("graph", ".metis");
    try {
      MetisFile.write(graph.edges(), weights, file);
      for (int seed = 0; seed < Integer.parseInt(options.text("seeds")); seed++) {
        final int key = seed;
        ours.add(() -> cut(graph, "multilevel balance=" + balance, partitions, key));
        if (Files.isExecutable(gpmetis)) {
          theirs.add(() -> MetisFile.cut(gpmetis, file, partitions, key));
        }
      }
    } finally {
      Files.delete(file);
    }
    final String title = "%s, %s, P = %d".formatted(graph.name(), balance, partitions);
    final List<Measurement> all = new ArrayList<>(ours.measured(title));
    if (!theirs.seconds.isEmpty()) {
      all.addAll(theirs.measured(title + ", gpmetis"));
      final double cut = Stopwatch.median(theirs.edges);
      all.add(
          Measurement.lower(
                  title + ", cut by gpmetis's", "", ours.edges.stream().map(e -> e / cut).toList())
              .withTarget(MOST_OF_PEER));
      all.add(
          Measurement.lower(title + ", load by what is allowed", "", ours.byAllowed(theirs))
              .withTarget(1));
    }
    return all;
  }

  private static int[] cut(RealGraph graph, String partitioner, int partitions, long seed) {
    final NamedPartitioner named = NamedPartitioner.parse(partitioner).orElseThrow();
    final int[] masters = new int[graph.splits().length];
    graph.edges().rewind();
    named
        .find(partitions)
        .partition(
            graph.edges(),
            new PartitioningRequest(
                partitions,
                seed,
                named.options(),
                GivenAssignment.EMPTY,
                v -> graph.splits()[v],
                graph.numbering().vertexTypes(),
                Workers.CALLER,
                PartitioningProgress.NONE,
                Cancellation.NEVER),
            new AssignmentSink() {
              @Override
              public void assignEdges(int[] some, int count) {
                // They are where the master of their destination is.
              }

              @Override
              public void assignMaster(int vertex, int partition) {
                masters[vertex] = partition;
              }
            });
    return masters;
  }

  /** Makes a cut: partition of each vertex. */
  @FunctionalInterface
  private interface Cutter {
    int[] cut() throws Exception;
  }

  /** Cuts of one graph by one partitioner, with several seeds. */
  private static final class Cuts {
    private final RealGraph graph;
    private final int[][] weights;
    private final int partitions;
    private final List<Double> edges = new ArrayList<>();
    private final List<Double> seconds = new ArrayList<>();
    private final List<long[]> largest = new ArrayList<>(); // of each seed: [constraints]

    Cuts(RealGraph graph, int[][] weights, int partitions) {
      this.graph = graph;
      this.weights = weights;
      this.partitions = partitions;
    }

    void add(Cutter cutter) throws Exception {
      final int[][] found = new int[1][];
      seconds.add(Stopwatch.seconds(() -> found[0] = cutter.cut()));
      edges.add((double) cutEdges(found[0]));
      largest.add(Stream.of(weights).mapToLong(of -> largest(of, found[0])).toArray());
    }

    private long cutEdges(int[] partitionOf) {
      final int[] offsets = graph.edges().offsets();
      final int[] sources = graph.edges().sources();
      long twice = 0;
      for (int v = 0; v + 1 < offsets.length; v++) {
        for (int e = offsets[v]; e < offsets[v + 1]; e++) {
          twice += partitionOf[v] == partitionOf[sources[e]] ? 0 : 1;
        }
      }
      return twice / 2;
    }

    private long largest(int[] weight, int[] partitionOf) {
      final long[] loads = new long[partitions];
      for (int v = 0; v < weight.length; v++) {
        loads[partitionOf[v]] += weight[v];
      }
      return Arrays.stream(loads).max().orElseThrow();
    }

    private double mean(int constraint) {
      return (double) Arrays.stream(weights[constraint]).asLongStream().sum() / partitions;
    }

    List<Measurement> measured(String title) {
      final List<Measurement> all = new ArrayList<>();
      all.add(Measurement.lower(title, "edges cut", edges));
      for (int c = 0; c < weights.length; c++) {
        final int constraint = c;
        all.add(
            Measurement.lower(
                title + ", constraint " + (c + 1),
                "most by mean",
                largest.stream().map(most -> most[constraint] / mean(constraint)).toList()));
      }
      all.add(Measurement.milliseconds(title + ", time", seconds));
      return all;
    }

    /**
     * Of each seed, the worst constraint: the largest load by 1.05 times the mean, the mean and one
     * vertex more, or the largest that the peer has with any seed, whichever is most.
     */
    List<Double> byAllowed(Cuts peer) {
      return largest.stream()
          .map(
              most ->
                  IntStream.range(0, weights.length)
                      .mapToDouble(c -> most[c] / allowed(c, peer))
                      .max()
                      .orElseThrow())
          .toList();
    }

    private double allowed(int constraint, Cuts peer) {
      final double own = Math.max(IMBALANCE * mean(constraint), mean(constraint) + 1);
      return peer.largest.stream().mapToDouble(most -> most[constraint]).reduce(own, Math::max);
    }
  }
}
