// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ThreadShards;
import io.graphember.benchmarks.graphs.RmatEdges;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.cli.partition.NamedPartitioner;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.ShardPartitioner;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;

/**
 * Partitioners on simple R-MAT graphs in memory: edges a second next to a plain scan of the edge
 * list, what each cut is worth, and what several shards would exchange to find it. On real graphs,
 * with option {@code data}, what of a neighbourhood stays local.
 */
final class Partition implements Benchmark {
  private static final int BATCH = 8192;
  private static final int RUNS = 3;

  private long sink;

  @Override
  public String name() {
    return "partition";
  }

  @Override
  public String description() {
    return "partitioners on R-MAT: edges a second, replication factor, balance";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "5000000,10000000,20000000,40000000");
    options.put("partitions", "4,8,16");
    options.put("partitioners", "adadne;adadne refinementPasses=0;dne;hdrf;hash-2d");
    options.put("shards", "3");
    options.put("threads", "2");
    options.put("warmUps", "2");
    options.put("data", ""); // folder of real graphs, on which locality is measured
    options.put("graphs", "cora,amazon-photo,soc-epinions1");
    options.put("split", "0.05,0.05,0.1"); // of graphs that have none: train, validate, test
    options.put("hops", "2");
    options.put("seeds", "5");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    if (!options.text("data").isEmpty()) {
      return NeighborhoodLocality.measure(options);
    }
    List<Measurement> all = new ArrayList<>();
    for (String count : options.text("edges").split(",")) {
      all.addAll(
          run(
              new RmatEdges(Integer.parseInt(options.text("scale")), Integer.parseInt(count)),
              options));
    }
    return all;
  }

  private List<Measurement> run(RmatEdges edges, BenchmarkOptions options) throws Exception {
    int warmUps = Integer.parseInt(options.text("warmUps"));
    int threads = Integer.parseInt(options.text("threads"));
    String graph = "%.1fM edges".formatted(edges.edges() / 1e6);
    List<Double> scans = perSecond(edges, Stopwatch.seconds(warmUps, RUNS, () -> scan(edges)));
    double limit = scans.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    List<Measurement> all = new ArrayList<>();
    all.add(Measurement.higher(graph + ", scan of the list", "M edges/s", scans));
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      for (String partitioner : options.text("partitioners").split(";")) {
        for (String count : options.text("partitions").split(",")) {
          Cut cut =
              new Cut(
                  edges, graph, partitioner, Integer.parseInt(count), new Workers(pool, threads));
          all.addAll(cut.measure(warmUps, limit));
          all.addAll(cut.exchanged(Integer.parseInt(options.text("shards"))));
        }
      }
    } finally {
      pool.shutdown();
    }
    return all;
  }

  private static List<Double> perSecond(RmatEdges edges, List<Double> seconds) {
    return seconds.stream().map(s -> edges.edges() / s / 1e6).toList();
  }

  private void scan(RmatEdges edges) {
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    edges.rewind();
    for (int n = edges.read(sources, destinations); n > 0; n = edges.read(sources, destinations)) {
      for (int i = 0; i < n; i++) {
        sink += sources[i] ^ destinations[i];
      }
    }
  }

  /** Of a shard: the answer is the one that was measured. */
  private static final class Ignored implements AssignmentSink {
    @Override
    public void assignEdges(int[] partitions, int count) {
      // Not compared here.
    }

    @Override
    public void assignMaster(int vertex, int partition) {
      // None is named.
    }
  }

  /** One partitioner with its options, and one number of partitions. */
  private static final class Cut implements AssignmentSink {
    private final RmatEdges edges;
    private final String name;
    private final Partitioner partitioner;
    private final PartitioningRequest request;
    private final short[] assigned;
    private int next;

    Cut(RmatEdges edges, String graph, String description, int partitions, Workers workers) {
      this.edges = edges;
      name = "%s, %s, P = %d".formatted(graph, description, partitions);
      final NamedPartitioner named = NamedPartitioner.parse(description).orElseThrow();
      partitioner = named.find(partitions);
      request =
          new PartitioningRequest(
              partitions,
              1,
              named.options(),
              workers,
              PartitioningProgress.NONE,
              Cancellation.NEVER);
      assigned = new short[(int) edges.edges()];
    }

    List<Measurement> measure(int warmUps, double limit) throws Exception {
      List<Double> speed = perSecond(edges, Stopwatch.seconds(warmUps, RUNS, this::run));
      PartitionQuality quality = quality();
      return List.of(
          Measurement.higher(name, "M edges/s", speed).withLimit(limit),
          Measurement.lower(name, "RF", List.of(quality.replicationFactor())),
          Measurement.lower(name, "VB", List.of(quality.vertexBalance())),
          Measurement.lower(name, "EB", List.of(quality.edgeBalance())),
          Measurement.lower(
              name,
              "B/edge",
              List.of(
                  (double)
                          partitioner.estimateBytes(
                              edges.vertices(),
                              edges.edges(),
                              request.partitions(),
                              request.options())
                      / edges.edges())));
    }

    /** What shards say to one another, if the partitioner is one that they run together. */
    List<Measurement> exchanged(int count) throws Exception {
      if (count < 2 || !(partitioner instanceof ShardPartitioner together)) {
        return List.of();
      }
      ThreadShards shards = new ThreadShards(count);
      shards.run(exchange -> cutShard(together, exchange));
      return List.of(
          Measurement.lower(
                  name, "B/edge exchanged", List.of((double) shards.bytes() / edges.edges()))
              .in(count + " shards"),
          Measurement.lower(name, "supersteps", List.of((double) shards.supersteps()))
              .in(count + " shards"));
    }

    private void cutShard(ShardPartitioner together, ShardExchange exchange) {
      final int vertices = (int) edges.vertices();
      final VertexHomes homes =
          VertexHomes.of(new int[] {vertices}, exchange.shard(), exchange.shards());
      final LocalVertices all =
          new LocalVertices(
              new long[] {0, vertices}, LongStream.range(0, vertices).toArray(), homes);
      together.partition(
          new GraphShard(edges.incident(homes), SharedVertices.of(all, exchange, bytes -> {})),
          request,
          new Ignored());
    }

    private void run() {
      next = 0;
      partitioner.partition(edges, request, this);
    }

    @Override
    public void assignEdges(int[] partitions, int count) {
      for (int i = 0; i < count; i++) {
        assigned[next++] = (short) partitions[i];
      }
    }

    @Override
    public void assignMaster(int vertex, int partition) {
      // Masters are chosen later.
    }

    private PartitionQuality quality() {
      final int partitions = request.partitions();
      boolean[][] holds = new boolean[partitions][(int) edges.vertices()];
      boolean[] connected = new boolean[(int) edges.vertices()];
      long[] partitionEdges = new long[partitions];
      int[] sources = new int[BATCH];
      int[] destinations = new int[BATCH];
      int edge = 0;
      edges.rewind();
      for (int n = edges.read(sources, destinations);
          n > 0;
          n = edges.read(sources, destinations)) {
        for (int i = 0; i < n; i++, edge++) {
          partitionEdges[assigned[edge]]++;
          holds[assigned[edge]][sources[i]] = true;
          holds[assigned[edge]][destinations[i]] = true;
          connected[sources[i]] = true;
          connected[destinations[i]] = true;
        }
      }
      long[] partitionVertices = new long[partitions];
      Arrays.setAll(partitionVertices, p -> count(holds[p]));
      return PartitionQuality.of(count(connected), partitionVertices, partitionEdges);
    }

    private static long count(boolean[] flags) {
      long count = 0;
      for (boolean flag : flags) {
        count += flag ? 1 : 0;
      }
      return count;
    }
  }
}
