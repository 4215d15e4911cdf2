// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ProductionLoad;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Latencies of a load of puts, gets and SQL on a node of one JVM, from this one, beside a training
 * job by quotas and without one. By turns: in each round the load runs once beside each of them.
 */
final class Beside implements Benchmark {
  private static final String MODULES = "graphember.ignite.modules";
  private static final int TARGET_PERCENT = 25;
  private static final double TARGET = 1.2;
  private static final int NONE = 0;
  private static final long LONGEST_SECONDS = 120;
  private static final double WARM_UP_SECONDS = 5;

  /** On Linux Java's priorities count with the first of them; the second is what lowest means. */
  private static final List<String> NICE =
      List.of("-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=19");

  @Override
  public String name() {
    return "beside";
  }

  @Override
  public String description() {
    return "latencies of puts, gets and SQL on a node beside a training job, by the job's quota";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("quotas", "10,25,50,100");
    options.put("rate", "300");
    options.put("seconds", "6");
    options.put("rounds", "3");
    options.put("scale", "16");
    options.put("edges", "1000000");
    options.put("seeds", "20000");
    options.put("batchSize", "256");
    options.put("hidden", "128");
    options.put("heap", "3g");
    options.put("nice", "false");
    options.put("flags", "");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final List<String> flags = new ArrayList<>(List.of("-Xmx" + options.text("heap")));
    if (Boolean.parseBoolean(options.text("nice"))) {
      flags.addAll(NICE);
    }
    Stream.of(options.text("flags").split(" ")).filter(flag -> !flag.isEmpty()).forEach(flags::add);
    try (ServerJvms node = ServerJvms.alone(flags, modules());
        GraphemberClient client = GraphemberClient.connect(node.address());
        ProductionLoad load = new ProductionLoad(node.address());
        GraphSource source =
            new RmatSource(
                Integer.parseInt(options.text("scale")),
                Long.parseLong(options.text("edges")),
                128,
                47,
                Integer.parseInt(options.text("seeds")))) {
      client.load(Epoch.GRAPH, source, progress -> {}, Cancellation.NEVER);
      return measured(options, turns(options, node, client, load));
    }
  }

  /** Jars of Ignite's SQL. */
  private static List<Path> modules() throws IOException {
    final Path folder = Path.of(System.getProperty(MODULES, "ignite-modules/target/lib"));
    if (!Files.isDirectory(folder)) {
      throw new IllegalStateException(
          "%s is no folder: build the module ignite-modules, or name it by -D%s"
              .formatted(folder, MODULES));
    }
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.sorted().toList();
    }
  }

  /**
   * A load beside a job.
   *
   * @param latencies of the load
   * @param busy processors that the node has kept busy
   */
  private record Turn(ProductionLoad.Latencies latencies, double busy) {}

  /** Turns of all rounds by quota, {@value #NONE} for no job. */
  private static Map<Integer, List<Turn>> turns(
      BenchmarkOptions options, ServerJvms node, GraphemberClient client, ProductionLoad load)
      throws Exception {
    final List<Integer> quotas = new ArrayList<>(List.of(NONE));
    Stream.of(options.text("quotas").split(",")).map(Integer::valueOf).forEach(quotas::add);
    final int rate = Integer.parseInt(options.text("rate"));
    load.run(rate, WARM_UP_SECONDS);
    try (Job warm = new Job(client, options, 100)) {
      load.run(rate, WARM_UP_SECONDS);
    }
    final Map<Integer, List<Turn>> turns = new LinkedHashMap<>();
    for (int round = 0; round < Integer.parseInt(options.text("rounds")); round++) {
      for (int i = 0; i < quotas.size(); i++) {
        final int quota = quotas.get((i + round) % quotas.size());
        turns
            .computeIfAbsent(quota, key -> new ArrayList<>())
            .add(turn(options, quota, node, client, load));
      }
    }
    return turns;
  }

  private static Turn turn(
      BenchmarkOptions options,
      int quota,
      ServerJvms node,
      GraphemberClient client,
      ProductionLoad load)
      throws Exception {
    final Optional<Job> job =
        quota == NONE ? Optional.empty() : Optional.of(new Job(client, options, quota));
    try {
      final double seconds = Double.parseDouble(options.text("seconds"));
      final double processor = node.processorSeconds();
      final long began = System.nanoTime();
      final ProductionLoad.Latencies latencies =
          load.run(Integer.parseInt(options.text("rate")), seconds);
      return new Turn(
          latencies, (node.processorSeconds() - processor) / ((System.nanoTime() - began) / 1e9));
    } finally {
      if (job.isPresent()) {
        job.get().close();
      }
    }
  }

  /** A job that trains until it is closed. */
  private static final class Job implements AutoCloseable {
    private final JobHandle handle;

    Job(GraphemberClient client, BenchmarkOptions options, int percent) throws TimeoutException {
      handle = client.submit(text(options, percent));
      final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
      while (!trains(handle.state())) {
        if (System.nanoTime() > end) {
          handle.cancel();
          throw new TimeoutException("the job does not begin to train");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }

    private static boolean trains(JobState state) {
      if (state.status().ended()) {
        throw new IllegalStateException("the job has ended: " + state.error());
      }
      return state.phase().equals("train");
    }

    private static String text(BenchmarkOptions options, int percent) {
      return """
          name: beside
          backend: djl
          graph: %s
          quota: {processorPercent: %d}
          model: {type: graphsage, layers: 2, hidden: %s}
          training:
            epochs: 10000
            batchSize: %s
            fanouts: [15, 10]
            evaluationFanouts: [15, 10]
            trainers: 1
            checkpointEvery: 0
            patience: 0
            baseline: false
          publish: {predictions: false, embeddings: false}
          """
          .formatted(Epoch.GRAPH, percent, options.text("hidden"), options.text("batchSize"));
    }

    @Override
    public void close() {
      handle.cancel();
      handle.watch(state -> {}, lost -> {}, Cancellation.NEVER);
    }
  }

  private static List<Measurement> measured(
      BenchmarkOptions options, Map<Integer, List<Turn>> turns) {
    final String where = "1 JVM" + (Boolean.parseBoolean(options.text("nice")) ? ", nice" : "");
    final List<Measurement> all = new ArrayList<>();
    final List<Turn> without = turns.getOrDefault(NONE, List.of());
    turns.forEach(
        (quota, some) -> {
          final String what = quota == NONE ? "no job" : "job at %d %%".formatted(quota);
          for (double share : new double[] {0.5, 0.99, 0.999}) {
            all.add(
                Measurement.milliseconds(
                        "%s: p%s".formatted(what, percentile(share)),
                        some.stream().map(turn -> turn.latencies.at(share)).toList())
                    .in(where));
          }
          all.add(
              Measurement.lower(
                      what + ": processors busy", "", some.stream().map(Turn::busy).toList())
                  .in(where));
          if (quota != NONE) {
            final Measurement ratio =
                Measurement.lower(what + ": p99 over no job's", "", ratios(some, without))
                    .in(where);
            all.add(quota == TARGET_PERCENT ? ratio.withTarget(TARGET) : ratio);
          }
        });
    return all;
  }

  private static String percentile(double share) {
    return share == 0.999 ? "99.9" : String.valueOf(Math.round(100 * share));
  }

  private static List<Double> ratios(List<Turn> some, List<Turn> without) {
    final List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < some.size(); round++) {
      ratios.add(some.get(round).latencies.at(0.99) / without.get(round).latencies.at(0.99));
    }
    return ratios;
  }
}
