// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.ingest.GraphSource;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.NeighborSampler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sampling over an R-MAT graph in this process, uncut and cut into partitions: blocks of sampled
 * neighbours, deduplicated and numbered, ready for a model. Seeds are drawn at random.
 */
final class Sampling implements Benchmark {
  private static final int WARM_UPS = 6;
  private static final int RUNS = 7;

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
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    double reads = Stopwatch.median(new Limits().reads(80)); // about as long as the lists
    all.add(Measurement.higher("random 4-byte reads of 80 MiB", "M/s", List.of(reads)));
    Seeds one = new Seeds(options, 1);
    Seeds several = new Seeds(options, Integer.parseInt(options.get("partitions")));
    for (int[] fanouts : new int[][] {{15, 10}, {15, 10, 5}}) {
      all.add(one.uniform(fanouts, 1).withTarget(40).withLimit(reads));
      all.add(one.uniform(fanouts, 2).withLimit(reads));
      all.add(several.uniform(fanouts, 1).withTarget(18).withLimit(reads));
      all.add(several.uniform(fanouts, 2).withLimit(reads));
    }
    return all;
  }

  /** A cut graph, and the batches of seeds that are sampled of it. */
  private static final class Seeds {
    private final LocalPartitions partitions;
    private final long[][] batches;
    private final String where;

    Seeds(Map<String, String> options, int count) {
      where = "P = " + count;
      try (GraphSource source =
          new RmatSource(
              Integer.parseInt(options.get("scale")),
              Long.parseLong(options.get("edges")),
              0,
              1,
              0)) {
        partitions =
            new LocalPartitions(
                BuiltGraph.build(
                    source,
                    "{name: sampling, partitions: %d, partitioner: %s}"
                        .formatted(count, options.get("partitioner"))));
      }
      batches =
          batches(
              Integer.parseInt(options.get("seeds")), Integer.parseInt(options.get("batchSize")));
    }

    private long[][] batches(int seeds, int batchSize) {
      long[] vids = new long[partitions.masters()];
      int size = 0;
      for (int p = 0; p < partitions.partitions(); p++) {
        PartitionTopology topology = partitions.partition(p).topology();
        for (int v = 0; v < topology.masters(); v++) {
          vids[size++] = Vid.of(p, v);
        }
      }
      CounterRandom.shuffle(vids, 5);
      long[][] batches = new long[(seeds + batchSize - 1) / batchSize][];
      for (int b = 0; b < batches.length; b++) {
        batches[b] = Arrays.copyOfRange(vids, b * batchSize, Math.min(seeds, (b + 1) * batchSize));
      }
      return batches;
    }

    /** All batches, dealt to threads that each have a sampler. */
    Measurement uniform(int[] fanouts, int threads) throws Exception {
      NeighborSampler[] samplers = new NeighborSampler[threads];
      Arrays.setAll(
          samplers, t -> new NeighborSampler(partitions, new Replies(Cancellation.NEVER, 60_000)));
      return perSecond(
          "uniform %s".formatted(Arrays.toString(fanouts)),
          threads,
          (worker, batch) -> samplers[worker].sample(batches[batch], fanouts, batch).edges());
    }

    private interface Work {
      long run(int worker, int batch);
    }

    private Measurement perSecond(String name, int threads, Work work) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        Workers workers = new Workers(pool, threads);
        AtomicLong done = new AtomicLong();
        List<Double> seconds =
            Stopwatch.seconds(
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
        return Measurement.higher(
                "%s, %d thread%s".formatted(name, threads, threads == 1 ? "" : "s"),
                "M edges/s",
                seconds.stream().map(s -> done.get() / s / 1e6).toList())
            .in(where);
      } finally {
        pool.shutdown();
      }
    }
  }
}
