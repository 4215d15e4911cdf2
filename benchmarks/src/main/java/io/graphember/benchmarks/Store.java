// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.PersistentNode;
import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.CompactAdjacency;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.Section;
import io.graphember.memory.AlignedInts;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/**
 * The store of an R-MAT graph, directed, both directions, edges that carry nothing: its size in
 * either layout, visits of lists against plain arrays, loading from a node after a restart, and the
 * heap that building takes.
 */
final class Store implements Benchmark {
  private static final int BATCH = 1 << 10; // lists that are visited together, as a sampler does
  private static final int BATCHES = 1 << 10;
  private static final int GATHERED_BATCHES = 1 << 6;
  private static final int ROUNDS = 60;
  private static final int DRAWN = 10;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int[] firsts = new int[BATCH];
  private final int[] ends = new int[BATCH];
  private long sink;

  @Override
  public String name() {
    return "store";
  }

  @Override
  public String description() {
    return "bytes per edge, visits of neighbour lists, loading after a restart, heap of the build";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edgesPerVertex", "20");
    options.put("partitions", "8");
    options.put("partitioner", "adadne");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    int scale = Integer.parseInt(options.text("scale"));
    List<Measurement> all = new ArrayList<>();
    all.add(heap(build(options, scale - 2, "compact")));
    BuiltGraph compact = build(options, scale, "compact");
    BuiltGraph compressed = build(options, scale, "compressed");
    all.add(heap(compact));
    all.add(
        Measurement.lower(
            "replication factor, " + options.text("partitioner"),
            "",
            List.of(compact.summary().quality().replicationFactor())));
    all.add(size("compact", compact).withTarget(10));
    all.add(size("compressed", compressed).withTarget(6));
    visits(compact, compressed, all);
    loads(compact, all);
    return all;
  }

  private static BuiltGraph build(BenchmarkOptions options, int scale, String layout) {
    long edges = Long.parseLong(options.text("edgesPerVertex")) << scale;
    try (GraphSource source = new RmatSource(scale, edges, 0, 1, 0)) {
      return BuiltGraph.build(
          source,
          "{name: store, partitions: %s, partitioner: %s, store: %s}"
              .formatted(options.text("partitions"), options.text("partitioner"), layout));
    }
  }

  private static Measurement heap(BuiltGraph graph) {
    double edges = graph.summary().edges();
    return Measurement.lower(
        "peak heap of the build, %.1f M edges".formatted(edges / 1e6),
        "B/edge",
        List.of(graph.peakHeapBytes() / edges));
  }

  private static Measurement size(String layout, BuiltGraph graph) {
    return Measurement.lower(
        layout + ", all included",
        "B/edge",
        List.of(graph.topologyBytes() / (double) graph.summary().edges()));
  }

  /** In-lists of one partition in plain arrays: what the store is measured against. */
  private record PlainLists(int[] offsets, int[] neighbors) {
    static PlainLists of(PartitionTopology topology) {
      int[] offsets = new int[topology.vertices() + 1];
      int[] neighbors = new int[topology.edges()];
      for (int v = 0; v < topology.vertices(); v++) {
        offsets[v + 1] = offsets[v] + topology.in().lists().copy(v, neighbors, offsets[v]);
      }
      return new PlainLists(offsets, neighbors);
    }
  }

  /** Turns take turns, so that what disturbs one disturbs all. */
  private void visits(BuiltGraph compact, BuiltGraph compressed, List<Measurement> all) {
    PartitionTopology fast = compact.topologies()[0];
    Adjacency small = compressed.topologies()[0].in().lists();
    CompactAdjacency lists = (CompactAdjacency) fast.in().lists();
    PlainLists plain = PlainLists.of(fast);
    int[][] batches = new int[BATCHES][BATCH];
    for (int i = 0; i < BATCHES * BATCH; i++) {
      batches[i / BATCH][i % BATCH] =
          CounterRandom.bounded(CounterRandom.bits(1, i), fast.vertices());
    }
    int[] scratch = new int[fast.edges()];
    List<List<Double>> rates = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < ROUNDS; round++) {
      double[] seconds = {
        timed(batches, batch -> visitPlain(plain, batch)),
        timed(batches, batch -> visitCompact(lists, batch)),
        timed(batches, batch -> visitAny(small, batch, scratch))
      };
      for (int i = 0; round >= ROUNDS / 3 && i < seconds.length; i++) {
        rates.get(i).add(BATCHES * BATCH / seconds[i] / 1e6);
      }
    }
    String[] names = {"plain int[]", "compact", "compressed"};
    for (int i = 0; i < names.length; i++) {
      Measurement visits =
          Measurement.higher("visits of random lists, " + names[i], "M/s", rates.get(i));
      all.add(i == 0 ? visits : visits.withLimit(Stopwatch.median(rates.get(0))));
    }
    all.add(ratio(rates).withTarget(1.2));
    gathers(lists, small, batches, all);
  }

  private static Measurement ratio(List<List<Double>> rates) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rates.get(0).size(); i++) {
      ratios.add(rates.get(0).get(i) / rates.get(1).get(i));
    }
    return Measurement.lower("visits, plain int[] / compact in one round", "x", ratios);
  }

  private interface Pass {
    long run();
  }

  private interface Visit {
    long of(int[] batch);
  }

  /** Seconds of all batches. */
  private double timed(int[][] batches, Visit visit) {
    return timed(
        () -> {
          long sum = 0;
          for (int[] batch : batches) {
            sum += visit.of(batch);
          }
          return sum;
        });
  }

  /** Seconds of processor time: waiting for a core says nothing about a layout. */
  private double timed(Pass pass) {
    long started = THREADS.getCurrentThreadCpuTime();
    sink += pass.run();
    return (THREADS.getCurrentThreadCpuTime() - started) / 1e9;
  }

  /** Both ends of all lists of the batch, then the lists: as the store is visited. */
  private long visitPlain(PlainLists lists, int[] vertices) {
    final int[] offsets = lists.offsets;
    final int[] neighbors = lists.neighbors;
    for (int i = 0; i < vertices.length; i++) {
      firsts[i] = offsets[vertices[i]];
      ends[i] = offsets[vertices[i] + 1];
    }
    long sum = 0;
    for (int i = 0; i < vertices.length; i++) {
      final int end = ends[i];
      for (int e = firsts[i]; e < end; e++) {
        sum += neighbors[e];
      }
    }
    return sum;
  }

  private long visitCompact(CompactAdjacency lists, int[] vertices) {
    lists.bounds(vertices, 0, vertices.length, firsts, ends);
    return switch (lists.neighbors().width()) {
      case 1 -> sum(lists.neighbors(), vertices.length, 1);
      case 2 -> sum(lists.neighbors(), vertices.length, 2);
      case 3 -> sum(lists.neighbors(), vertices.length, 3);
      default -> sum(lists.neighbors(), vertices.length, Integer.BYTES);
    };
  }

  private long sum(AlignedInts neighbors, int count, int width) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      final long end = neighbors.position(ends[i]);
      for (long at = neighbors.position(firsts[i]); at < end; at += width) {
        sum += neighbors.valueAt(at, width);
      }
    }
    return sum;
  }

  private static long visitAny(Adjacency lists, int[] vertices, int[] scratch) {
    long sum = 0;
    for (int vertex : vertices) {
      final int degree = lists.copy(vertex, scratch, 0);
      for (int i = 0; i < degree; i++) {
        sum += scratch[i];
      }
    }
    return sum;
  }

  /** The sampler's stage: up to {@value #DRAWN} positions of each list. */
  private void gathers(
      CompactAdjacency compact, Adjacency compressed, int[][] batches, List<Measurement> all) {
    List<Double> fast = new ArrayList<>();
    List<Double> small = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      double[] seconds = new double[2];
      long edges = 0;
      for (int[] batch : Arrays.copyOf(batches, GATHERED_BATCHES)) {
        int[] counts = new int[batch.length];
        int[] positions = positions(compact, batch, counts);
        int[] copy = positions.clone();
        edges += positions.length;
        seconds[0] += timed(() -> gather(compact, batch, counts, positions));
        seconds[1] += timed(() -> gather(compressed, batch, counts, copy));
      }
      if (round >= ROUNDS / 3) {
        fast.add(edges / seconds[0] / 1e6);
        small.add(edges / seconds[1] / 1e6);
      }
    }
    all.add(Measurement.higher("sampled edges gathered, compact", "M/s", fast));
    all.add(
        Measurement.higher("sampled edges gathered, compressed", "M/s", small)
            .withLimit(Stopwatch.median(fast)));
  }

  private static long gather(Adjacency lists, int[] batch, int[] counts, int[] positions) {
    lists.gather(batch, counts, batch.length, positions);
    return positions.length;
  }

  private static int[] positions(Adjacency lists, int[] batch, int[] counts) {
    int[] positions = new int[batch.length * DRAWN];
    int size = 0;
    for (int i = 0; i < batch.length; i++) {
      final int degree = lists.degree(batch[i]);
      counts[i] = Math.min(degree, DRAWN);
      for (int j = 0; j < counts[i]; j++) {
        positions[size++] = CounterRandom.bounded(CounterRandom.bits(i, j), degree);
      }
    }
    return Arrays.copyOf(positions, size);
  }

  /** Partitions loaded from a node that was stopped and started again. */
  private void loads(BuiltGraph graph, List<Measurement> all) throws Exception {
    double megabytes = graph.topologyBytes() / 1e6;
    double memcpy = Stopwatch.median(Limits.copies(256)) * 1e3;
    List<Double> own = Stopwatch.seconds(2, 5, () -> check(graph));
    all.add(
        Measurement.higher(
                "load of topologies from the heap: join, checksum, bounds",
                "MB/s",
                own.stream().map(seconds -> megabytes / seconds).toList())
            .withLimit(memcpy));
    try (PersistentNode node = new PersistentNode()) {
      node.put(graph.blocks());
      List<Double> wall = new ArrayList<>();
      List<Double> again = new ArrayList<>();
      for (int restart = 0; restart < 4; restart++) {
        node.restart();
        wall.add(megabytes / Stopwatch.seconds(() -> load(node, graph)));
        again.add(megabytes / Stopwatch.seconds(() -> load(node, graph)));
      }
      all.add(
          Measurement.higher("load of topologies after a restart of the node", "MB/s", wall)
              .withTarget(500)
              .withLimit(memcpy));
      all.add(
          Measurement.higher("load of topologies, pages in memory", "MB/s", again)
              .withLimit(memcpy));
    }
  }

  /** Of that, what is not Ignite's: joining the pieces, checksums, bounds. */
  private void check(BuiltGraph graph) {
    sink += graph.topologies().length;
  }

  /** By as many threads as a node opens partitions with. */
  private static void load(PersistentNode node, BuiltGraph graph) {
    new Workers(ForkJoinPool.commonPool(), Runtime.getRuntime().availableProcessors())
        .each(
            graph.summary().partitions(),
            1,
            (worker, from, to) -> {
              for (int p = from; p < to; p++) {
                load(node, p);
              }
            });
  }

  private static void load(PersistentNode node, int partition) {
    byte[] payload =
        Section.fromBlocks(
                Table.TOPOLOGY,
                partition,
                block -> node.peek(BlockKey.of(partition, Table.TOPOLOGY.number(), block)))
            .toBytes();
    if (PartitionTopology.of(partition, payload).edges() < 0) {
      throw new AssertionError("no partition has fewer edges than none");
    }
  }
}
