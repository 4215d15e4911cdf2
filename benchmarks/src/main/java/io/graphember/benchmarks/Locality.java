// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.CommunitySource;
import io.graphember.benchmarks.graphs.EqualDealing;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.graphs.SeedBatches;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.graph.id.Vid;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.training.task.DealtVertices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What an epoch of sampled training fetches from other nodes, one trainer on each: seeds dealt by
 * where they lie, as jobs do, against seeds dealt at random, and against the least that any dealing
 * of as many seeds to each trainer can reach over the same partitions. All in this process: edges
 * and rows are counted by the partition that has them, and nodes have runs of partitions, which is
 * what storage nodes are dealt of partitions of one weight.
 *
 * <p>The least is reckoned of seeds one by one, each with the neighbourhood of a batch of its own,
 * since in a batch what a seed costs depends on the others. So it is compared to dealings that are
 * counted in the same way.
 */
final class Locality implements Benchmark {
  private static final double TARGET = 0.6;
  private static final double CLEAR = 0.95; // share of edges within, from which on more is asked
  private static final double CLEAR_TARGET = 0.3;
  private static final double MOST_OVER_LEAST = 1.05;

  @Override
  public String name() {
    return "locality";
  }

  @Override
  public String description() {
    return "rows and sampled edges from other nodes in an epoch: seeds by place, shuffled, the least";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("graphs", "rmat,0.98,0.90"); // share of the edges within a community
    options.put("scale", "18"); // of R-MAT
    options.put("edges", "2500000"); // undirected
    options.put("vertices", "240000"); // in communities
    options.put("community", "1000");
    options.put("symmetrize", "true");
    options.put("partitions", "12");
    options.put("nodes", "3");
    options.put("seeds", "24000");
    options.put("batchSize", "512");
    options.put("fanouts", "15,10");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) {
    List<Measurement> all = new ArrayList<>();
    for (String graph : options.text("graphs").split(",")) {
      all.addAll(new Epoch(options, graph).measure());
    }
    return all;
  }

  /**
   * What comes from other nodes.
   *
   * @param rows of vertices
   * @param edges that were sampled
   */
  private record Fetched(double rows, double edges) {
    Fetched plus(Fetched other) {
      return new Fetched(rows + other.rows, edges + other.edges);
    }
  }

  /** An epoch over one graph. */
  private static final class Epoch {
    private final String name;
    private final double target; // of what comes from elsewhere, by that of shuffled seeds
    private final int nodes;
    private final int batchSize;
    private final int[] fanouts;
    private final LocalPartitions partitions;
    private final NeighborSampler sampler;
    private final long[] seeds; // in ascending order

    Epoch(BenchmarkOptions options, String graph) {
      final double within = graph.equals("rmat") ? 0 : Double.parseDouble(graph);
      name = within == 0 ? "R-MAT" : "communities, %.0f %% within".formatted(100 * within);
      target = within < CLEAR ? TARGET : CLEAR_TARGET;
      nodes = Integer.parseInt(options.text("nodes"));
      batchSize = Integer.parseInt(options.text("batchSize"));
      fanouts = Stream.of(options.text("fanouts").split(",")).mapToInt(Integer::parseInt).toArray();
      try (GraphSource source = source(options, (float) within)) {
        partitions =
            new LocalPartitions(
                BuiltGraph.build(
                    source,
                    "{name: locality, partitions: %s, partitioner: adadne, symmetrize: %s}"
                        .formatted(options.text("partitions"), options.text("symmetrize"))));
      }
      sampler = new NeighborSampler(partitions, new Replies(Cancellation.NEVER, 60_000));
      final int count = Integer.parseInt(options.text("seeds"));
      seeds = SeedBatches.draw(partitions, count, count)[0];
      Arrays.sort(seeds);
    }

    private static GraphSource source(BenchmarkOptions options, float within) {
      final int edges = Integer.parseInt(options.text("edges"));
      return within == 0
          ? new RmatSource(Integer.parseInt(options.text("scale")), edges, 0, 1, 0)
          : new CommunitySource(
              Integer.parseInt(options.text("vertices")),
              Integer.parseInt(options.text("community")),
              edges,
              within);
    }

    List<Measurement> measure() {
      double[][] rows = new double[seeds.length][];
      double[][] edges = new double[seeds.length][];
      for (int s = 0; s < seeds.length; s++) {
        final Fetched[] costs = fetched(new long[] {seeds[s]}, s);
        rows[s] = Arrays.stream(costs).mapToDouble(Fetched::rows).toArray();
        edges[s] = Arrays.stream(costs).mapToDouble(Fetched::edges).toArray();
      }
      final int[] byPlace = runs();
      final int[] shuffled = shuffled(byPlace);
      final Fetched placed = epoch(byPlace);
      final Fetched anywhere = epoch(shuffled);
      List<Measurement> all = new ArrayList<>();
      compare(all, "rows", placed.rows, anywhere.rows, rows, byPlace);
      compare(all, "edges", placed.edges, anywhere.edges, edges, byPlace);
      return all;
    }

    /** The trainer of each seed where they have runs of as many, as in a job. */
    private int[] runs() {
      int[] dealt = new int[seeds.length];
      for (int t = 0; t < nodes; t++) {
        Arrays.fill(
            dealt,
            (int) DealtVertices.first(seeds.length, t, nodes),
            (int) DealtVertices.first(seeds.length, t + 1, nodes),
            t);
      }
      return dealt;
    }

    private static int[] shuffled(int[] dealt) {
      long[] order = LongStream.range(0, dealt.length).toArray();
      CounterRandom.shuffle(order, 7);
      return LongStream.of(order).mapToInt(seed -> dealt[(int) seed]).toArray();
    }

    private void compare(
        List<Measurement> all,
        String what,
        double placed,
        double anywhere,
        double[][] costs,
        int[] byPlace) {
      final EqualDealing cheapest = new EqualDealing(costs);
      final Fetched best = epoch(cheapest.dealing());
      add(all, what + ", dealt by place", "M", placed / 1e6);
      add(all, what + ", shuffled", "M", anywhere / 1e6);
      all.add(
          Measurement.lower(title(what + ", by place : shuffled"), "", List.of(placed / anywhere))
              .withTarget(target));
      add(
          all,
          what + ", dealt as cheaply as can be : shuffled",
          "",
          (what.equals("rows") ? best.rows : best.edges) / anywhere);
      add(all, what + " of seeds one by one, least of any dealing", "M", cheapest.least() / 1e6);
      all.add(
          Measurement.lower(
                  title(what + " of seeds one by one, by place : least"),
                  "",
                  List.of(sum(costs, byPlace) / cheapest.least()))
              .withTarget(MOST_OVER_LEAST));
    }

    private void add(List<Measurement> all, String what, String unit, double value) {
      all.add(Measurement.lower(title(what), unit, List.of(value)));
    }

    private String title(String what) {
      return name + ": " + what;
    }

    private static double sum(double[][] costs, int[] dealt) {
      double sum = 0;
      for (int s = 0; s < dealt.length; s++) {
        sum += costs[s][dealt[s]];
      }
      return sum;
    }

    /** What all trainers fetch in an epoch of batches. */
    private Fetched epoch(int[] dealt) {
      Fetched sum = new Fetched(0, 0);
      for (int t = 0; t < nodes; t++) {
        final int trainer = t;
        long[] own = new long[seeds.length];
        int size = 0;
        for (int s = 0; s < seeds.length; s++) {
          own[size] = seeds[s];
          size += dealt[s] == trainer ? 1 : 0;
        }
        own = Arrays.copyOf(own, size);
        CounterRandom.shuffle(own, 11);
        for (int from = 0; from < size; from += batchSize) {
          sum =
              sum.plus(
                  fetched(Arrays.copyOfRange(own, from, Math.min(size, from + batchSize)), from)[
                      t]);
        }
      }
      return sum;
    }

    /** What the trainer of each node would fetch for a batch. */
    private Fetched[] fetched(long[] batch, long key) {
      final long[] before = edgesByNode();
      final long[] vids = sampler.sample(batch, fanouts, key).vids();
      final long[] edges = edgesByNode();
      Arrays.setAll(edges, node -> edges[node] - before[node]);
      final long[] rows = new long[nodes];
      for (long vid : vids) {
        rows[node(Vid.partition(vid))]++;
      }
      final long allRows = Arrays.stream(rows).sum();
      final long allEdges = Arrays.stream(edges).sum();
      Fetched[] fetched = new Fetched[nodes];
      Arrays.setAll(fetched, node -> new Fetched(allRows - rows[node], allEdges - edges[node]));
      return fetched;
    }

    private long[] edgesByNode() {
      long[] edges = new long[nodes];
      for (int p = 0; p < partitions.partitions(); p++) {
        edges[node(p)] += partitions.partition(p).sampledEdges();
      }
      return edges;
    }

    private int node(int partition) {
      return partition * nodes / partitions.partitions();
    }
  }
}
