// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.WatchedParts;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.count.RequestTimes;
import io.graphember.jobs.transport.MeteredCalls;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;

/**
 * What metrics and the states of requests cost the job of {@link Epoch} on two nodes: calls counted
 * times the measured cost of a call, of the processor time of the job. The costs are measured
 * beside a run of the job, so that there is as much to look at; the calls are those of another run.
 */
final class Watching implements Benchmark {
  private static final String REQUESTS = "graphember.requests";
  private static final String NAME = "watched";
  private static final double MOST_PERCENT = 1;
  private static final int WARM_UPS = 2;
  private static final int RUNS = 5;
  private static final int LOOKS = 50;

  /** How often nodes look, in seconds, and Prometheus scrapes as a rule. */
  private static final double METRICS_SECONDS = 1;

  private static final double REQUESTS_SECONDS = 0.5;
  private static final double SCRAPE_SECONDS = 15;

  @Override
  public String name() {
    return "watching";
  }

  @Override
  public String description() {
    return "what metrics and the states of requests cost the job of epoch, on two nodes";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>(new Epoch().options());
    options.remove("nodes");
    options.remove("jvms");
    options.put("scale", "18");
    options.put("edges", "5000000");
    options.put("epochs", "30");
    options.put("calls", "1000000");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(2, false, Cancellation.NEVER);
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        GraphSource source = Epoch.source(options)) {
      client.load(Epoch.GRAPH, source, progress -> {}, Cancellation.NEVER);
      final List<Ignite> nodes = Ignition.allGrids();
      final Costs costs = beside(client, oldest(nodes), options);
      final double processor = Stopwatch.processorSeconds();
      final long started = System.nanoTime();
      final JobResult result =
          client.submit(Epoch.job(options)).await(state -> {}, Cancellation.NEVER);
      final double seconds = (System.nanoTime() - started) / 1e9;
      return measured(
          costs, nodes.size(), result, seconds, Stopwatch.processorSeconds() - processor);
    }
  }

  private static Ignite oldest(List<Ignite> nodes) {
    final UUID oldest = nodes.get(0).cluster().forServers().forOldest().node().id();
    return nodes.stream()
        .filter(node -> node.cluster().localNode().id().equals(oldest))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Seconds of the processor.
   *
   * @param request that is counted where it is asked
   * @param metrics a look at which metrics there are to be
   * @param requests a look at the requests of the cluster
   * @param reading of all metrics
   * @param read number of metrics
   */
  private record Costs(double request, double metrics, double requests, double reading, int read) {}

  private static Costs beside(GraphemberClient client, Ignite node, BenchmarkOptions options)
      throws Exception {
    node.<String, String>cache(REQUESTS).put(NAME, Epoch.job(options.with("epochs", "100000")));
    final JobHandle job = client.job(awaitJob(client));
    try {
      final WatchedParts parts = WatchedParts.of(node);
      return new Costs(
          requestSeconds(Integer.parseInt(options.text("calls"))),
          each(parts::lookAtMetrics),
          each(parts::lookAtRequests),
          each(parts::read),
          parts.read());
    } finally {
      job.cancel();
      job.watch(state -> {}, lost -> {}, Cancellation.NEVER);
    }
  }

  /** Waits for the second epoch of the job that was put. */
  private static long awaitJob(GraphemberClient client) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < end) {
      final Optional<JobInfo> running =
          client.jobs().stream()
              .filter(job -> job.epoch() > 1 && !job.status().ended())
              .findFirst();
      if (running.isPresent()) {
        return running.get().job();
      }
      never.await(100, TimeUnit.MILLISECONDS);
    }
    throw new IllegalStateException("the request was not taken up");
  }

  private static double each(Runnable look) throws Exception {
    return Stopwatch.median(
            Stopwatch.cpuSeconds(
                WARM_UPS,
                RUNS,
                () -> {
                  for (int i = 0; i < LOOKS; i++) {
                    look.run();
                  }
                }))
        / LOOKS;
  }

  /** What counting adds to a call that costs nothing. */
  private static double requestSeconds(int calls) throws Exception {
    final NodeCalls plain = new AnsweredCalls();
    final NodeCalls metered = new MeteredCalls(plain, new RequestTimes());
    return Math.max(0, sending(metered, calls) - sending(plain, calls));
  }

  private static double sending(NodeCalls calls, int count) throws Exception {
    final UUID self = calls.self();
    final NodeCall<Integer> call = new EmptyCall();
    return Stopwatch.median(
            Stopwatch.cpuSeconds(
                WARM_UPS,
                RUNS,
                () -> {
                  for (int i = 0; i < count; i++) {
                    calls.send(self, "", call);
                  }
                }))
        / count;
  }

  /** Answers at once. */
  private static final class AnsweredCalls implements NodeCalls {
    private final UUID self = UUID.randomUUID();

    @Override
    public UUID self() {
      return self;
    }

    @Override
    public boolean alive(UUID node) {
      return true;
    }

    @Override
    public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
      return CompletableFuture.completedFuture(call.run());
    }
  }

  private static final class EmptyCall extends NodeCall<Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public RequestKind requestKind() {
      return RequestKind.ROWS;
    }

    @Override
    public Integer run() {
      return 1;
    }
  }

  private static List<Measurement> measured(
      Costs costs, int nodes, JobResult result, double seconds, double processorSeconds) {
    final long requests = result.nodes().stream().mapToLong(NodeCounts::requestsServed).sum();
    final List<Measurement> all = new ArrayList<>();
    all.add(value("job", "s", seconds));
    all.add(value("its processor time", "s", processorSeconds));
    double spent = add(all, "requests between nodes", requests, costs.request);
    spent += add(all, "looks at metrics", nodes * seconds / METRICS_SECONDS, costs.metrics);
    spent += add(all, "looks at requests", seconds / REQUESTS_SECONDS, costs.requests);
    spent +=
        add(
            all,
            "readings of all %d metrics".formatted(costs.read),
            nodes * seconds / SCRAPE_SECONDS,
            costs.reading);
    all.add(
        value("of its processor time", "%", 100 * spent / processorSeconds)
            .withTarget(MOST_PERCENT));
    return all;
  }

  private static double add(List<Measurement> all, String what, double calls, double one) {
    all.add(value(what + ": calls", "", calls));
    all.add(value(what + ": one", "us", 1e6 * one));
    return calls * one;
  }

  private static Measurement value(String name, String unit, double value) {
    return Measurement.lower(name, unit, List.of(value));
  }
}
