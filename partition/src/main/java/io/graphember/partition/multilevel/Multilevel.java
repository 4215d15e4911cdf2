// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.graph.GraphError;
import io.graphember.partition.OptionPartitioner;
import io.graphember.partition.weighted.GraphReader;
import io.graphember.partition.weighted.VertexAssignment;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An edge cut in METIS's manner (Karypis, Kumar, "Multilevel k-way partitioning scheme for
 * irregular graphs", J. Parallel Distrib. Comput. 1998): {@linkplain Coarsening coarser} and
 * coarser graphs, a cut of the coarsest by {@linkplain Bisections bisections}, {@linkplain
 * CutRefinement refined} on each finer one. Edges that end at a vertex are where its master is;
 * their sources are mirrors there (DistDGL, section III-B).
 *
 * <p>What {@linkplain Balance balances} are several constraints (Karypis, Kumar, "Multilevel
 * algorithms for multi-constraint graph partitioning", SC 1998): a vertex has a weight for each,
 * and of each weight a partition has {@code imbalance} times its share at most, or its share
 * rounded up, as far as single vertices allow.
 *
 * <p>Holds the whole graph in every node: 96 bytes an edge, 110 a vertex, and 12 a vertex for each
 * constraint beyond the first: one more for edges, three for splits, one for each vertex type, of
 * which {@link #estimateBytes} reckons with eight. About O(E log V) time for each constraint, one
 * thread. A partition may stay empty.
 */
public final class Multilevel extends OptionPartitioner<Multilevel.Options> {
  private static final int COARSE_A_PARTITION = 30;
  private static final int LEAST_COARSE = 200;
  private static final double LEAST_STEP = 0.95; // a step that keeps more vertices is the last
  private static final int MOST_PARTITIONS = 1 << 12;
  private static final int MOST_COARSE = 3; // edges of coarser graphs, by edge
  private static final int TRIES = 16; // cuts of the coarsest graph, at most
  private static final long MOST_TRIED = 400_000; // ends of edges in all of them, or one cut

  /** For the service loader. */
  public Multilevel() {
    super(Options.class);
  }

  /**
   * Options of {@code multilevel}.
   *
   * @param imbalance factor of its share that a partition has at most
   * @param balance what balances, names joined by +
   * @param cycles how often the cut is coarsened and refined again
   * @param passes passes of refinement on each graph
   */
  record Options(
      @Setting(
              value = "A partition has this times its share of what balances at most.",
              byDefault = "1.03")
          @DecimalMin("1")
          @DecimalMax("64")
          double imbalance,
      @Setting(
              value =
                  "What balances: vertices, edges (that end at a partition's masters), splits, types.",
              byDefault = "vertices")
          @NotNull
          @Pattern(regexp = Balance.PATTERN, message = Balance.RULE)
          String balance,
      @Setting(
              value = "How often the cut is refined again on coarser graphs, in more time.",
              byDefault = "1")
          @Min(0)
          @Max(100)
          int cycles,
      @Setting(value = "Passes of refinement on each graph, at most.", byDefault = "10")
          @Min(0)
          @Max(1000)
          int passes) {
    Set<Balance> balanced() {
      return Balance.named(balance);
    }
  }

  @Override
  public String name() {
    return "multilevel";
  }

  @Override
  public String description() {
    return "edge cut by coarser and coarser graphs, as METIS makes it";
  }

  @Override
  public void check(int partitions, Map<String, String> given) {
    super.check(partitions, given);
    if (partitions > MOST_PARTITIONS) {
      throw new GraphemberException(
          GraphError.PARTITIONER_OPTION,
          "graph.partitions = %d: multilevel makes up to %d partitions; for more use hdrf or hash-2d."
              .formatted(partitions, MOST_PARTITIONS));
    }
  }

  @Override
  public boolean readsSplits(Map<String, String> given) {
    return options(given).balanced().contains(Balance.SPLITS);
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    // The graph, three times as much of coarser ones, and one that is put together.
    final int weights = options(given).balanced().stream().mapToInt(Balance::mostWeights).sum();
    return 16 * (1 + MOST_COARSE + 2) * edges + (110 + 12L * (weights - 1)) * vertices;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final Options options = options(request.options());
    final Set<Balance> balanced = options.balanced();
    if (balanced.contains(Balance.SPLITS)) {
      requireSplit(edges, request, options);
    }
    final WeightedGraph graph =
        new GraphReader(edges, request).read(name(), balanced.contains(Balance.EDGES));
    VertexAssignment.send(
        edges, request, sink, cut(Balance.weigh(balanced, graph, request), request, options));
  }

  private static void requireSplit(EdgeStream edges, PartitioningRequest request, Options options) {
    if (!request.splits().any((int) edges.vertices())) {
      throw new GraphemberException(
          GraphError.SPLIT_MISSING,
          "graph.partitionerOptions.balance = %s: no vertex is in a split; give the source one, or leave splits out."
              .formatted(options.balance));
    }
  }

  /** A cut, and cycles that coarsen it, which does not change it, and refine it again. */
  private static int[] cut(WeightedGraph graph, PartitioningRequest request, Options options) {
    final long[][] most = most(graph, request.partitions(), options.imbalance);
    int[] partitionOf = new int[graph.vertices()]; // none differs, so all may be matched
    for (int cycle = 0; cycle <= options.cycles; cycle++) {
      request.progress().at("refine", cycle, options.cycles + 1L);
      partitionOf = cycle(graph, partitionOf, cycle, most, request, options);
    }
    return partitionOf;
  }

  private static int[] cycle(
      WeightedGraph graph,
      int[] before,
      int number,
      long[][] most,
      PartitioningRequest request,
      Options options) {
    final int enough = enough(request.partitions());
    final long[] heaviest = heaviest(graph, enough);
    final List<Coarsening> steps = new ArrayList<>();
    final List<WeightedGraph> graphs = new ArrayList<>(List.of(graph));
    int[] partitionOf = before;
    long slots = 0; // of coarse graphs
    for (WeightedGraph fine = graph;
        fine.vertices() > enough && slots <= (MOST_COARSE - 1L) * graph.neighbors().length; ) {
      request.cancellation().check();
      final Coarsening step =
          new Coarsening(
              fine,
              heaviest,
              partitionOf,
              CounterRandom.child(request.seed(), 1, number, steps.size()));
      if (step.coarseVertices() > LEAST_STEP * fine.vertices()) {
        break;
      }
      fine = step.coarse();
      slots += fine.neighbors().length;
      partitionOf = step.coarsePartitions();
      steps.add(step);
      graphs.add(fine);
    }
    final WeightedGraph coarsest = graphs.get(steps.size());
    if (number == 0) {
      partitionOf = coarsest(coarsest, most, request, options);
    } else {
      refine(coarsest, partitionOf, most, request, options);
    }
    for (int level = steps.size() - 1; level >= 0; level--) {
      final int[] coarse = partitionOf;
      final int[] coarseOf = steps.get(level).coarseOf();
      partitionOf = new int[coarseOf.length];
      for (int v = 0; v < partitionOf.length; v++) {
        partitionOf[v] = coarse[coarseOf[v]];
      }
      refine(graphs.get(level), partitionOf, most, request, options);
    }
    return partitionOf;
  }

  /** Most of each weight that a vertex of a coarse graph has. */
  private static long[] heaviest(WeightedGraph graph, int enough) {
    final long[] heaviest = graph.totals();
    Arrays.setAll(heaviest, c -> Math.max(1, (long) (1.5 * heaviest[c] / enough)));
    return heaviest;
  }

  private static void refine(
      WeightedGraph graph,
      int[] partitionOf,
      long[][] most,
      PartitioningRequest request,
      Options options) {
    new CutRefinement(new CutState(graph, partitionOf, most), request.cancellation())
        .run(options.passes);
  }

  /** So few vertices are coarse enough. */
  private static int enough(int partitions) {
    return Math.max(LEAST_COARSE, COARSE_A_PARTITION * partitions);
  }

  /** Most of each weight that each partition should have. */
  private static long[][] most(WeightedGraph graph, int partitions, double imbalance) {
    final long[] totals = graph.totals();
    final long[][] most = new long[totals.length][partitions];
    for (int c = 0; c < totals.length; c++) {
      final long share = (totals[c] + partitions - 1) / partitions;
      Arrays.fill(most[c], Math.max(share, (long) (imbalance * totals[c] / partitions)));
    }
    return most;
  }

  private static int[] coarsest(
      WeightedGraph graph, long[][] most, PartitioningRequest request, Options options) {
    final int partitions = request.partitions();
    final int levels = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(partitions - 1));
    final Bisections bisections =
        new Bisections(1 + (options.imbalance - 1) / levels, request.cancellation());
    int[] best = new int[0];
    double bestExcess = Double.POSITIVE_INFINITY;
    long bestCut = Long.MAX_VALUE;
    final int tries = (int) Math.min(TRIES, MOST_TRIED / (1L + graph.neighbors().length) + 1);
    for (int t = 0; t < tries; t++) {
      final int[] tried =
          bisections.cut(graph, partitions, CounterRandom.child(request.seed(), 2, t));
      final CutState cut = new CutState(graph, tried, most);
      new CutRefinement(cut, request.cancellation()).run(options.passes);
      final double excess = cut.excess();
      final long weight = graph.cut(tried);
      if (excess < bestExcess - 1e-9 || (excess < bestExcess + 1e-9 && weight < bestCut)) {
        best = tried;
        bestExcess = excess;
        bestCut = weight;
      }
    }
    return best;
  }
}
