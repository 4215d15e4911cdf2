// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What an epoch of sampled training costs on more and more nodes: the processor seconds of all of
 * them, for the same job with the same number of trainers, so the same work. All nodes share the
 * processors of this machine, so the clock says nothing about machines of their own.
 */
final class Scaling implements Benchmark {
  private static final Map<Integer, Double> TARGETS = Map.of(2, 1.15, 4, 1.3);

  @Override
  public String name() {
    return "scaling";
  }

  @Override
  public String description() {
    return "processor seconds of an epoch of training on 1, 2, 4 JVMs, after warm ones";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "18");
    options.put("edges", "5000000");
    options.put("features", "128");
    options.put("classes", "47");
    options.put("train", "60000");
    options.put("partitioner", "adadne");
    options.put("partitions", "8");
    options.put("hidden", "256");
    options.put("fanouts", "[15, 10]");
    options.put("batchSize", "512");
    options.put("trainers", "4");
    options.put("warm", "3");
    options.put("epochs", "3");
    options.put("jvms", "1,2,4");
    options.put("batch", "mini-batch");
    return options;
  }

  /** Hears of a job, and what the nodes had used when its epochs were done. */
  private static final class EpochMeter implements Consumer<JobState> {
    private final ServerJvms servers;
    private final int warm;
    private int first = -1; // epochs that were done when it began to count
    private double used;
    private int last;
    private double usedSince;

    EpochMeter(ServerJvms servers, int warm) {
      this.servers = servers;
      this.warm = warm;
    }

    @Override
    public void accept(JobState state) {
      final int done =
          state.epochs().isEmpty() ? 0 : state.epochs().get(state.epochs().size() - 1).epoch();
      if (done < Math.max(warm, last + 1)) {
        return;
      }
      if (first < 0) {
        first = done;
        used = servers.processorSeconds();
      } else {
        usedSince = servers.processorSeconds() - used;
      }
      last = done;
    }

    double perEpoch() {
      return usedSince / (last - first);
    }
  }

  /** What an epoch took on some nodes. */
  private record Cost(double processorSeconds, double seconds, double megabytes) {}

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    Map<Integer, Cost> costs = new LinkedHashMap<>();
    for (int jvms : Stream.of(options.text("jvms").split(",")).map(Integer::valueOf).toList()) {
      costs.put(jvms, cost(jvms, options));
    }
    final double alone = costs.values().iterator().next().processorSeconds;
    List<Measurement> all = new ArrayList<>();
    costs.forEach(
        (jvms, cost) -> {
          Measurement ratio =
              Measurement.lower(
                  "processor seconds on %d nodes by those on the first".formatted(jvms),
                  "times",
                  List.of(cost.processorSeconds / alone));
          all.add(TARGETS.containsKey(jvms) ? ratio.withTarget(TARGETS.get(jvms)) : ratio);
          all.add(
              Measurement.lower(
                  "processor seconds of an epoch, %d nodes".formatted(jvms),
                  "s",
                  List.of(cost.processorSeconds)));
          all.add(Measurement.lower("epoch, %d nodes".formatted(jvms), "s", List.of(cost.seconds)));
          all.add(
              Measurement.lower(
                  "bytes moved in an epoch, %d nodes".formatted(jvms),
                  "MB",
                  List.of(cost.megabytes)));
        });
    return all;
  }

  private static Cost cost(int jvms, BenchmarkOptions options) throws Exception {
    final int warm = Integer.parseInt(options.text("warm"));
    try (ServerJvms servers = ServerJvms.start(jvms);
        GraphemberClient client = GraphemberClient.connect(servers.address());
        GraphSource source =
            new RmatSource(
                Integer.parseInt(options.text("scale")),
                Long.parseLong(options.text("edges")),
                Integer.parseInt(options.text("features")),
                Integer.parseInt(options.text("classes")),
                Integer.parseInt(options.text("train")))) {
      client.load(graph(options), source, progress -> {}, Cancellation.NEVER);
      EpochMeter meter = new EpochMeter(servers, warm);
      JobResult result = client.submit(job(options)).await(meter, Cancellation.NEVER);
      return new Cost(
          meter.perEpoch(),
          result.epochs().stream()
              .skip(warm)
              .mapToDouble(epoch -> epoch.seconds())
              .average()
              .orElseThrow(),
          result.bytes() / 1e6 / result.epochs().size());
    }
  }

  private static String graph(BenchmarkOptions options) {
    return "{name: scaling, partitions: %s, partitioner: %s, dropDuplicates: true}"
        .formatted(options.text("partitions"), options.text("partitioner"));
  }

  private static String job(BenchmarkOptions options) {
    return """
        name: scaling
        backend: djl
        graph: %s
        model: {type: graphsage, layers: 2, hidden: %s, inputDropout: 0, hiddenDropout: 0.5}
        training:
          epochs: %d
          batch: {type: %s}
          learningRate: 0.003
          baseline: false
          %s
        publish: {predictions: false, embeddings: false}
        """
        .formatted(
            graph(options),
            options.text("hidden"),
            Integer.parseInt(options.text("warm")) + 1 + Integer.parseInt(options.text("epochs")),
            options.text("batch"),
            options.text("batch").equals("mini-batch") ? sampled(options) : "");
  }

  private static String sampled(BenchmarkOptions options) {
    return "batchSize: %s\n  fanouts: %s\n  evaluationFanouts: %s\n  trainers: %s"
        .formatted(
            options.text("batchSize"),
            options.text("fanouts"),
            options.text("fanouts"),
            options.text("trainers"));
  }
}
