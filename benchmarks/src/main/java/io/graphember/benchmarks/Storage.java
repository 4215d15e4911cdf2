// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.graph.id.Vid;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Sampling served by storage nodes that are JVMs of their own, for a trainer in another one: what
 * it costs them beside sampling in one process, how evenly it is spread, and how many bytes a batch
 * moves with and without push-down. Whole jobs over R-MAT, cut by AdaDNE, through the thin client.
 */
final class Storage implements Benchmark {
  private static final int STORAGE_NODES = 3;
  private static final int WARM_UPS = 5;
  private static final int[] FANOUTS = {15, 10};
  private static final int[] GLISP_FANOUTS = {15, 10, 5}; // GLISP, section IV-C and figure 10
  private static final double LEAST_SHARE = 0.4;
  private static final double MOST_LOAD = 1.3;

  @Override
  public String name() {
    return "storage";
  }

  @Override
  public String description() {
    return "sampling served by 3 storage JVMs: processor time, load by node, bytes of a batch";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("partitions", "8");
    options.put("tail", "0.02"); // of AdaDNE: the more is streamed, the more even is the load
    options.put("seeds", "20000");
    options.put("batchSize", "1024");
    options.put("features", "128"); // of the graph whose bytes are counted
    options.put("bytesSeeds", "1024");
    options.put("bytesBatchSize", "256");
    options.put("outerFanouts", "10,50,all");
    options.put("replicateBoundary", "true"); // where sums are pushed down
    options.put("runs", "5");
    options.put("reads", "80"); // MiB that random reads are measured over: about the lists
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions text) throws Exception {
    Options options = new Options(text);
    final double reads = Stopwatch.median(new Limits().reads(Integer.parseInt(text.text("reads"))));
    List<Measurement> all = new ArrayList<>();
    all.add(Measurement.higher("random 4-byte reads", "M/s", List.of(reads)));
    final double inProcess = new InProcess(options).measure(all, reads);
    try (ServerJvms servers = ServerJvms.start(STORAGE_NODES, 1);
        GraphemberClient client = GraphemberClient.connect(servers.address())) {
      Cluster cluster = new Cluster(options, client);
      cluster.sampling(all, reads, inProcess);
      cluster.bytes(all);
    }
    return all;
  }

  /** The options as numbers. */
  private record Options(
      int scale,
      long edges,
      int partitions,
      double tail,
      int seeds,
      int batchSize,
      int features,
      int bytesSeeds,
      int bytesBatchSize,
      String[] outerFanouts,
      boolean replicateBoundary,
      int runs) {
    Options(BenchmarkOptions text) {
      this(
          Integer.parseInt(text.text("scale")),
          Long.parseLong(text.text("edges")),
          Integer.parseInt(text.text("partitions")),
          Double.parseDouble(text.text("tail")),
          Integer.parseInt(text.text("seeds")),
          Integer.parseInt(text.text("batchSize")),
          Integer.parseInt(text.text("features")),
          Integer.parseInt(text.text("bytesSeeds")),
          Integer.parseInt(text.text("bytesBatchSize")),
          text.text("outerFanouts").split(","),
          Boolean.parseBoolean(text.text("replicateBoundary")),
          Integer.parseInt(text.text("runs")));
    }

    GraphSource source(int dim) {
      return new RmatSource(scale, edges, dim, 2, 0);
    }

    String graph(String name) {
      return "{name: %s, partitions: %d, partitioner: adadne, partitionerOptions: {tail: %s}}"
          .formatted(name, partitions, tail);
    }
  }

  /** The same sampling by one thread that has all partitions. */
  private static final class InProcess {
    private final Options options;
    private final LocalPartitions partitions;
    private final NeighborSampler sampler;

    InProcess(Options options) {
      this.options = options;
      try (GraphSource source = options.source(0)) {
        partitions = new LocalPartitions(BuiltGraph.build(source, options.graph("storage")));
      }
      sampler = new NeighborSampler(partitions, new Replies(Cancellation.NEVER, 60_000));
    }

    /** Million sampled edges a second. */
    double measure(List<Measurement> all, double reads) throws Exception {
      long[] everywhere =
          IntStream.range(0, options.partitions)
              .mapToObj(this::masters)
              .flatMapToLong(Arrays::stream)
              .toArray();
      long[] edges = {0};
      List<Double> rates =
          Stopwatch.cpuSeconds(2, options.runs, () -> edges[0] = sample(everywhere, FANOUTS))
              .stream()
              .map(seconds -> edges[0] / seconds / 1e6)
              .toList();
      all.add(
          Measurement.higher(
                  "uniform %s, 1 thread".formatted(Arrays.toString(FANOUTS)), "M edges/s", rates)
              .withLimit(reads));
      List<long[]> apart = IntStream.range(0, options.partitions).mapToObj(this::masters).toList();
      for (int[] fanouts : new int[][] {FANOUTS, GLISP_FANOUTS}) {
        all.add(load("seeds anywhere", List.of(everywhere), fanouts));
        all.add(load("seeds of one partition", apart, fanouts).withTarget(MOST_LOAD));
      }
      return Stopwatch.median(rates);
    }

    private long[] masters(int p) {
      long[] vids = new long[partitions.partition(p).topology().masters()];
      Arrays.setAll(vids, local -> Vid.of(p, local));
      return vids;
    }

    /** Batches of seeds drawn from vertices; edges sampled. */
    private long sample(long[] vertices, int[] fanouts) {
      long[] seeds = vertices.clone();
      CounterRandom.shuffle(seeds, 5);
      long edges = 0;
      final int count = Math.min(options.seeds, seeds.length);
      for (int from = 0; from < count; from += options.batchSize) {
        long[] batch = Arrays.copyOfRange(seeds, from, Math.min(count, from + options.batchSize));
        edges += sampler.sample(batch, fanouts, from).edges();
      }
      return edges;
    }

    /** The normalised load if every partition were a node of its own; the largest of several. */
    private Measurement load(String name, List<long[]> starts, int[] fanouts) {
      double worst = 0;
      for (long[] start : starts) {
        long[] before = edgesByPartition();
        sample(start, fanouts);
        long[] after = edgesByPartition();
        Arrays.setAll(after, p -> after[p] - before[p]);
        final double mean = Arrays.stream(after).average().orElseThrow();
        worst = Math.max(worst, Arrays.stream(after).max().orElseThrow() / mean);
      }
      return Measurement.lower(
              "most load over mean, %s, %s".formatted(name, Arrays.toString(fanouts)),
              "",
              List.of(worst))
          .in("P = " + options.partitions);
    }

    private long[] edgesByPartition() {
      return IntStream.range(0, options.partitions)
          .mapToLong(p -> partitions.partition(p).sampledEdges())
          .toArray();
    }
  }

  /** Jobs on the storage nodes. */
  private static final class Cluster {
    private static final String WHERE = STORAGE_NODES + " JVMs";

    private final Options options;
    private final GraphemberClient client;

    Cluster(Options options, GraphemberClient client) {
      this.options = options;
      this.client = client;
      load("edges", 1); // rows as small as can be: the edges are what is measured
      load("rows", options.features);
    }

    private void load(String name, int dim) {
      try (GraphSource source = options.source(dim)) {
        client.load(options.graph(name), source, progress -> {}, Cancellation.NEVER);
      }
    }

    void sampling(List<Measurement> all, double reads, double inProcess) {
      for (int run = 0; run < WARM_UPS; run++) {
        job("edges", options.seeds, options.batchSize, "[15, 10]", true, 0);
      }
      List<Double> rates = new ArrayList<>();
      List<Double> loads = new ArrayList<>();
      for (int run = 1; run <= options.runs; run++) {
        JobResult result = job("edges", options.seeds, options.batchSize, "[15, 10]", true, run);
        double edges = sum(result, NodeCounts::sampledEdges);
        rates.add(edges / sum(result, NodeCounts::samplingSeconds) / 1e6);
        loads.add(
            Arrays.stream(NodeCounts.normalizedLoads(result.nodes()))
                .filter(load -> !Double.isNaN(load))
                .max()
                .orElseThrow());
      }
      all.add(
          Measurement.higher("uniform [15, 10], processor time there", "M edges/s", rates)
              .withLimit(reads)
              .in(WHERE));
      all.add(
          Measurement.higher(
                  "the same over in process",
                  "",
                  rates.stream().map(rate -> rate / inProcess).toList())
              .withTarget(LEAST_SHARE)
              .in(WHERE));
      all.add(Measurement.lower("most load over mean", "", loads).in(WHERE));
    }

    void bytes(List<Measurement> all) {
      for (String outer : options.outerFanouts) {
        List<Double> pushed = new ArrayList<>();
        List<Double> fetched = new ArrayList<>();
        for (int run = 1; run <= options.runs; run++) {
          pushed.add(bytesOfBatch(outer, true, run));
          fetched.add(bytesOfBatch(outer, false, run));
        }
        String name = "bytes of a batch, [15, %s], ".formatted(outer);
        all.add(Measurement.lower(name + "fetched", "MB", fetched).in(WHERE));
        all.add(Measurement.lower(name + "pushed", "MB", pushed).in(WHERE));
        all.add(
            Measurement.lower(
                    name + "pushed / fetched",
                    "",
                    IntStream.range(0, options.runs)
                        .mapToObj(i -> pushed.get(i) / fetched.get(i))
                        .toList())
                .in(WHERE));
      }
    }

    private double bytesOfBatch(String outer, boolean pushDown, int seed) {
      JobResult result =
          job(
              "rows",
              options.bytesSeeds,
              options.bytesBatchSize,
              "[15, " + outer + "]",
              pushDown,
              seed);
      final int batches =
          (options.bytesSeeds + options.bytesBatchSize - 1) / options.bytesBatchSize;
      return result.bytes() / 1e6 / batches;
    }

    private JobResult job(
        String graph, int seeds, int batchSize, String fanouts, boolean pushDown, int seed) {
      return client
          .submit(
              """
              name: storage
              backend: djl
              seed: %d
              graph: {name: %s}
              model: {type: graphsage, layers: 2, hidden: 4, inputDropout: 0, hiddenDropout: 0}
              task:
                split: {train: %s, valid: 0, test: 0}
              training:
                epochs: 1
                batchSize: %d
                fanouts: %s
                pushDown: %s
                replicateBoundary: %s
                baseline: false
              publish: {predictions: false, embeddings: false}
              """
                  .formatted(
                      seed,
                      graph,
                      batchSize,
                      fanouts,
                      pushDown,
                      pushDown && options.replicateBoundary,
                      (double) seeds / (1 << options.scale)))
          .await(state -> {}, Cancellation.NEVER);
    }

    private static double sum(JobResult result, ToDoubleFunction<NodeCounts> figure) {
      return result.nodes().stream().mapToDouble(figure).sum();
    }
  }
}
