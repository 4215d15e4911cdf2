// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.DealtPartitions;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.graphs.SeedBatches;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.batch.Aggregation;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchBuffers;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.batch.BlockAssembler;
import io.graphember.sampling.batch.NeighborSums;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What enters the first layer, for sampled batches of one process: the rows of all vertices
 * fetched, or the neighbours' rows added up where they lie. One thread. And the bytes that would
 * travel if the partitions were dealt to three storage nodes.
 */
final class Assembly implements Benchmark {
  private static final int WARM_UPS = 20;
  private static final int RUNS = 20;
  private static final int BATCHES = 16;
  private static final int[] FANOUTS = {15, 10};
  private static final int NODES = 3;
  private static final int COUNTED = 2; // batches
  private static final int[] COUNTED_FANOUTS = {10, 50, UniformNeighbors.ALL};
  private static final double[] COUNTED_TARGETS = {0.9, 0.5, 0.15};
  private static final double FETCH_TARGET = 3.5;
  private static final double MEANS_TARGET = 2.5;

  /** What the machine that these targets were set on takes for the rows of a batch, in ms. */
  private static final double READS = 34_800 / 38e3;

  private static final int ROWS_MEBIBYTES = 512; // as much as the features are

  @Override
  public String name() {
    return "assembly";
  }

  @Override
  public String description() {
    return "milliseconds to fetch the rows of a batch, or to add them up where they lie";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("dim", "128");
    options.put("batchSize", "1024");
    options.put("partitions", "8");
    options.put("partitioner", "adadne");
    options.put("features", Residence.HEAP.option());
    options.put("precision", "float32");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int dim = Integer.parseInt(options.text("dim"));
    double copies = Stopwatch.median(Limits.copies(256));
    double reads = Stopwatch.median(new Limits().rows(ROWS_MEBIBYTES, dim));
    List<Measurement> all = new ArrayList<>();
    all.add(Measurement.higher("random rows read", "M rows/s", List.of(reads)));
    for (int partitions : new int[] {1, Integer.parseInt(options.text("partitions"))}) {
      for (String precision : options.text("precision").split(",")) {
        final BuiltGraph graph = build(options, partitions, precision);
        for (Residence residence : Residence.ofList(options.text("features"))) {
          try (Residence.Place place = residence.open()) {
            all.addAll(
                measure(
                    options,
                    new LocalPartitions(graph, place.rows(), ByteStorage.HEAP),
                    "P = %d, %s, %s".formatted(partitions, residence.option(), precision),
                    reads));
          }
        }
      }
    }
    all.add(Measurement.higher("memcpy", "GB/s", List.of(copies)));
    return all;
  }

  private static BuiltGraph build(BenchmarkOptions options, int partitions, String precision)
      throws Exception {
    try (GraphSource source =
        new RmatSource(
            Integer.parseInt(options.text("scale")),
            Long.parseLong(options.text("edges")),
            Integer.parseInt(options.text("dim")),
            2,
            0)) {
      return BuiltGraph.build(
          source,
          "{name: assembly, partitions: %d, partitioner: %s, featurePrecision: %s}"
              .formatted(partitions, options.text("partitioner"), precision));
    }
  }

  private static List<Measurement> measure(
      BenchmarkOptions options, LocalPartitions partitions, String where, double reads)
      throws Exception {
    List<SampledNeighborhood> batches =
        sample(partitions, Integer.parseInt(options.text("batchSize")));
    final double limit =
        batches.stream().mapToInt(batch -> batch.lastHop().sources()).average().orElseThrow()
            / (1e3 * reads); // every row of a batch read once, ms
    List<Measurement> all = new ArrayList<>();
    for (boolean pushDown : new boolean[] {false, true}) {
      BatchCounts counts = new BatchCounts();
      List<Double> seconds = assemble(partitions, batches, pushDown, counts);
      Measurement row =
          Measurement.lower(
                  pushDown
                      ? "means of neighbours, and rows of destinations"
                      : "rows of all vertices fetched",
                  "ms",
                  milliseconds(seconds))
              .withLimit(limit)
              .in(where);
      all.add(pushDown ? row : row.withTarget(FETCH_TARGET, READS));
      if (pushDown) {
        all.add(
            Measurement.higher(
                    "batches that are pushed down",
                    "%",
                    List.of(100.0 * counts.pushedDown() / counts.batches()))
                .in(where));
      }
    }
    all.add(
        Measurement.lower(
                "the means of neighbours alone", "ms", milliseconds(means(partitions, batches)))
            .withTarget(MEANS_TARGET, READS)
            .withLimit(limit)
            .in(where));
    if (partitions.partitions() > 1) {
      long[][] seeds =
          SeedBatches.draw(
              partitions,
              COUNTED * Integer.parseInt(options.text("batchSize")),
              Integer.parseInt(options.text("batchSize")));
      for (int f = 0; f < COUNTED_FANOUTS.length; f++) {
        all.addAll(
            bytes(partitions, seeds, COUNTED_FANOUTS[f], COUNTED_TARGETS[f]).stream()
                .map(row -> row.in(where))
                .toList());
      }
    }
    return all;
  }

  /**
   * What crosses between a trainer and storage nodes for batches with a fanout of the outer hop.
   */
  private static List<Measurement> bytes(
      LocalPartitions partitions, long[][] seeds, int fanout, double target) {
    double[] sampled = new double[1];
    double[] rows = new double[2];
    for (int way = 0; way < 2; way++) {
      DealtPartitions dealt = new DealtPartitions(partitions, NODES);
      Replies replies = new Replies(Cancellation.NEVER, 60_000);
      final int[] fanouts = {FANOUTS[0], fanout};
      List<SampledNeighborhood> batches = new ArrayList<>();
      try (NeighborSampler sampler = new NeighborSampler(dealt, replies).withLists()) {
        for (int b = 0; b < seeds.length; b++) {
          batches.add(sampler.sample(seeds[b], fanouts, CounterRandom.child(3, b)));
        }
      }
      sampled[0] = dealt.bytes();
      BatchAssembler assembler =
          new BatchAssembler(
              dealt.rows(),
              partitions.partitions(),
              BlockAssembler.of(Aggregation.MEAN),
              replies,
              way == 1,
              new BatchCounts());
      BatchBuffers buffers = new BatchBuffers();
      batches.forEach(batch -> assembler.assemble(batch, buffers, 0));
      rows[way] = dealt.bytes() - sampled[0];
    }
    String name = "outer fanout " + (fanout == UniformNeighbors.ALL ? "all" : fanout);
    return List.of(
        Measurement.lower(
            name + ", bytes of rows fetched", "MB", List.of(rows[0] / seeds.length / 1e6)),
        Measurement.lower(name + ", rows and sums pushed / fetched", "", List.of(rows[1] / rows[0]))
            .withTarget(target),
        Measurement.lower(
            name + ", all bytes pushed / fetched",
            "",
            List.of((sampled[0] + rows[1]) / (sampled[0] + rows[0]))));
  }

  private static List<SampledNeighborhood> sample(LocalPartitions partitions, int batchSize) {
    NeighborSampler sampler =
        new NeighborSampler(partitions, new Replies(Cancellation.NEVER, 60_000)).withLists();
    List<SampledNeighborhood> batches = new ArrayList<>();
    for (long[] seeds : SeedBatches.draw(partitions, BATCHES * batchSize, batchSize)) {
      batches.add(sampler.sample(seeds, FANOUTS, CounterRandom.child(3, batches.size())));
    }
    return batches;
  }

  private static List<Double> milliseconds(List<Double> seconds) {
    return seconds.stream().map(s -> 1e3 * s / BATCHES).toList();
  }

  /** The neighbours' share of what enters layer 0 of a model that takes means. */
  private static List<Double> means(LocalPartitions partitions, List<SampledNeighborhood> batches)
      throws Exception {
    NeighborSums sums =
        new NeighborSums(
            partitions.rows(), partitions.partitions(), new Replies(Cancellation.NEVER, 60_000));
    DirectBuffer buffer = new DirectBuffer();
    return Stopwatch.cpuSeconds(
        WARM_UPS,
        RUNS,
        () -> {
          for (SampledNeighborhood batch : batches) {
            SampledHop hop = batch.lastHop();
            FloatBuffer target =
                buffer.ofFloats(hop.destinations() * partitions.rows().dim()).asFloatBuffer();
            sums.deal(batch, null);
            sums.write(hop.offsets(), Aggregation.MEAN, () -> {}, target);
          }
        });
  }

  private static List<Double> assemble(
      LocalPartitions partitions,
      List<SampledNeighborhood> batches,
      boolean pushDown,
      BatchCounts counts)
      throws Exception {
    BatchAssembler assembler =
        new BatchAssembler(
            partitions.rows(),
            partitions.partitions(),
            BlockAssembler.of(Aggregation.MEAN),
            new Replies(Cancellation.NEVER, 60_000),
            pushDown,
            counts);
    BatchBuffers buffers = new BatchBuffers();
    return Stopwatch.cpuSeconds(
        WARM_UPS, RUNS, () -> batches.forEach(batch -> assembler.assemble(batch, buffers, 0)));
  }
}
