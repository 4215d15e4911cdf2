// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.graphs.SeedBatches;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.RowStorage;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.neighbor.RuleSampler;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.walk.RandomWalks;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sampling over an R-MAT graph in this process, uncut and cut into partitions: blocks of sampled
 * neighbours, deduplicated and numbered, ready for a model.
 */
final class Sampling implements Benchmark {
  private static final int WARM_UPS = 6;
  private static final int RUNS = 7;
  private static final int LENGTH = 40;

  /** Random reads of 80 MiB, in millions a second, of the machine that the targets were set on. */
  private static final double READS = 269;

  /** What the partitions of one process are to give, of what one gives. */
  private static final Map<String, Double> RATIOS =
      Map.of(
          "uniform [15, 10], 1 thread", 0.75,
          "uniform [15, 10], 2 threads", 0.75,
          "walks of length 40, 1 thread", 0.5);

  @Override
  public String name() {
    return "sampling";
  }

  @Override
  public String description() {
    return "sampled edges and steps a second, in one partition and in several of one process";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("seeds", "20000");
    options.put("batchSize", "1024");
    options.put("partitions", "8");
    options.put("partitioner", "hash-2d");
    options.put("topology", Residence.HEAP.option());
    options.put("reads", "80"); // MiB that random reads are measured over: about the lists
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    int mebibytes = Integer.parseInt(options.text("reads"));
    double reads = Stopwatch.median(new Limits().reads(mebibytes));
    all.add(Measurement.higher("random 4-byte reads", "M/s", List.of(reads)));
    for (Residence topology : Residence.ofList(options.text("topology"))) {
      try (Residence.Place place = topology.open()) {
        all.addAll(run(options, topology, place.bytes()));
      }
    }
    all.add(
        Measurement.higher(
            "random 4-byte reads, again",
            "M/s",
            List.of(Stopwatch.median(new Limits().reads(mebibytes)))));
    return all.stream().map(row -> row.withLimit(reads)).toList();
  }

  private static List<Measurement> run(
      BenchmarkOptions options, Residence topology, ByteStorage place) throws Exception {
    List<Measurement> all = new ArrayList<>();
    int partitions = Integer.parseInt(options.text("partitions"));
    for (int count : new int[] {1, partitions}) {
      Seeds seeds = new Seeds(options, count, topology, place);
      final boolean whole = count == 1;
      for (int[] fanouts : new int[][] {{15, 10}, {15, 10, 5}}) {
        all.add(seeds.uniform(fanouts, 1).withTarget(whole ? 40 : 18, READS));
        all.add(seeds.uniform(fanouts, 2));
      }
      all.add(withTarget(seeds.rules(Order.UNIFORM), whole, 0));
      all.add(withTarget(seeds.rules(Order.WEIGHT), whole, 4));
      all.add(withTarget(seeds.rules(Order.WEIGHT_BY_TABLES), whole, 10));
      all.add(withTarget(seeds.walks("walks", WalkRule.uniform(LENGTH)), whole, 25));
      all.add(
          withTarget(
              seeds.walks("node2vec p=0.5 q=2", WalkRule.uniform(LENGTH).node2vec(0.5, 2)),
              whole,
              3));
      all.add(
          withTarget(
              seeds.walks("walks by weight", WalkRule.uniform(LENGTH).weighted()), whole, 0));
    }
    all.addAll(ratios(all));
    return all;
  }

  /** What is left over all partitions of what one gives, in this JVM. */
  private static List<Measurement> ratios(List<Measurement> rows) {
    Map<String, Double> whole = new HashMap<>();
    List<Measurement> ratios = new ArrayList<>();
    for (Measurement row : rows) {
      final double median = Stopwatch.median(row.runs());
      final Double before = whole.putIfAbsent(row.name(), median);
      if (before != null) {
        Measurement ratio =
            Measurement.higher(row.name() + ", of P = 1", "", List.of(median / before))
                .in(row.where());
        ratios.add(
            RATIOS.containsKey(row.name()) ? ratio.withTarget(RATIOS.get(row.name())) : ratio);
      }
    }
    return ratios;
  }

  /** Targets are for a graph in one piece. */
  private static Measurement withTarget(Measurement row, boolean whole, double target) {
    return whole && target > 0 ? row.withTarget(target, READS) : row;
  }

  /** A cut graph, and the batches of seeds that are sampled of it. */
  private static final class Seeds {
    private final LocalPartitions partitions;
    private final long[][] batches;
    private final String where;

    Seeds(BenchmarkOptions options, int count, Residence topology, ByteStorage place) {
      where = "P = " + count + (topology == Residence.HEAP ? "" : ", " + topology.option());
      try (GraphSource source =
          new RmatSource(
                  Integer.parseInt(options.text("scale")),
                  Long.parseLong(options.text("edges")) / 2,
                  0,
                  1,
                  0)
              .weighted()) {
        partitions =
            new LocalPartitions(
                BuiltGraph.build(
                    source,
                    "{name: sampling, partitions: %d, partitioner: %s, symmetrize: true}"
                        .formatted(count, options.text("partitioner"))),
                RowStorage.HEAP,
                place);
      }
      batches =
          SeedBatches.draw(
              partitions,
              Integer.parseInt(options.text("seeds")),
              Integer.parseInt(options.text("batchSize")));
    }

    /** All batches, dealt to threads that each have a sampler. */
    Measurement uniform(int[] fanouts, int threads) throws Exception {
      NeighborSampler[] samplers = new NeighborSampler[threads];
      Arrays.setAll(
          samplers, t -> new NeighborSampler(partitions, new Replies(Cancellation.NEVER, 60_000)));
      return perSecond(
          "uniform %s".formatted(Arrays.toString(fanouts)),
          "M edges/s",
          threads,
          (worker, batch) -> samplers[worker].sample(batches[batch], fanouts, batch).edges());
    }

    /** Fanouts 15 and 10 by a rule, one thread. */
    Measurement rules(Order order) throws Exception {
      RuleSampler sampler =
          new RuleSampler(
              partitions,
              new Replies(Cancellation.NEVER, 60_000),
              List.of(List.of(EdgeRule.in(15).by(order)), List.of(EdgeRule.in(10).by(order))));
      return perSecond(
          "by rule, " + order + " [15, 10]",
          "M edges/s",
          1,
          (worker, batch) ->
              sampler.sample(batches[batch], ExcludedEdges.NONE, batch).neighborhood().edges());
    }

    /** Walks from all seeds, one thread; steps that were taken. */
    Measurement walks(String name, WalkRule rule) throws Exception {
      RandomWalks walks =
          new RandomWalks(partitions, new Replies(Cancellation.NEVER, 60_000), rule);
      return perSecond(
          "%s of length %d".formatted(name, rule.length()),
          "M steps/s",
          1,
          (worker, batch) -> steps(walks.walk(batches[batch], batch), batches[batch].length));
    }

    private static long steps(long[] walks, int count) {
      long steps = -count;
      for (long vid : walks) {
        steps += vid == RandomWalks.END ? 0 : 1;
      }
      return steps;
    }

    private interface Work {
      long run(int worker, int batch);
    }

    private Measurement perSecond(String name, String unit, int threads, Work work)
        throws Exception {
      AtomicLong done = new AtomicLong();
      List<Double> seconds = threads == 1 ? alone(done, work) : together(threads, done, work);
      return Measurement.higher(
              "%s, %d thread%s".formatted(name, threads, threads == 1 ? "" : "s"),
              unit,
              seconds.stream().map(s -> done.get() / s / 1e6).toList())
          .in(where);
    }

    /** Processor time of one thread. */
    private List<Double> alone(AtomicLong done, Work work) throws Exception {
      return Stopwatch.cpuSeconds(
          WARM_UPS,
          RUNS,
          () -> {
            done.set(0);
            for (int b = 0; b < batches.length; b++) {
              done.addAndGet(work.run(0, b));
            }
          });
    }

    /** Wall-clock time of several threads. */
    private List<Double> together(int threads, AtomicLong done, Work work) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        Workers workers = new Workers(pool, threads);
        return Stopwatch.seconds(
            WARM_UPS,
            RUNS,
            () -> {
              done.set(0);
              workers.each(
                  batches.length,
                  1,
                  (worker, from, to) -> {
                    for (int b = from; b < to; b++) {
                      done.addAndGet(work.run(worker, b));
                    }
                  });
            });
      } finally {
        pool.shutdown();
      }
    }
  }
}
