// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.GuardCosts;
import io.graphember.benchmarks.cluster.GuardedCluster;
import io.graphember.benchmarks.cluster.GuardedJob;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What authorisation and reservations cost the job of {@link Epoch}: by turns in JVMs of their own
 * on a node that knows its users and on an open one, and calls counted times the cost of a call.
 * Reservations are made on both, only authorisation is not.
 */
final class Guard implements Benchmark {
  private static final String CLUSTER = "cluster";
  private static final String BOTH = "both";
  private static final String OPEN = "open";
  private static final String GUARDED = "guarded";
  private static final double MOST_PERCENT = 1;

  /** Positions of what is measured on either node. */
  private static final int SECONDS = 0;

  private static final int PROCESSOR = 1;

  @Override
  public String name() {
    return "guard";
  }

  @Override
  public String description() {
    return "what authorisation and reservations cost the job of epoch, with users and without";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new Epoch().options();
    options.remove("nodes");
    options.remove("jvms");
    options.put("scale", "18");
    options.put("edges", "5000000");
    options.put(CLUSTER, BOTH);
    options.put("rounds", "5");
    options.put("calls", "1000000");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    return switch (options.text(CLUSTER)) {
      case OPEN -> open(options);
      case GUARDED -> guarded(options);
      default -> byTurns(options);
    };
  }

  /** Rounds of both, each of them first as often as the other. */
  private List<Measurement> byTurns(BenchmarkOptions options) throws Exception {
    List<Measurement> open = new ArrayList<>();
    List<Measurement> guarded = new ArrayList<>();
    for (int round = 0; round < Integer.parseInt(options.text("rounds")); round++) {
      final boolean first = round % 2 == 0;
      add(open, first ? fork(options, OPEN) : List.of());
      add(guarded, fork(options, GUARDED));
      add(open, first ? List.of() : fork(options, OPEN));
    }
    List<Measurement> all = new ArrayList<>(open);
    all.addAll(guarded);
    all.addAll(differences("seconds", open.get(SECONDS).runs(), guarded.get(SECONDS).runs()));
    all.addAll(
        differences("processor time", open.get(PROCESSOR).runs(), guarded.get(PROCESSOR).runs()));
    return all;
  }

  private List<Measurement> fork(BenchmarkOptions options, String cluster) throws Exception {
    return Fork.run(this, options.with(CLUSTER, cluster));
  }

  private static void add(List<Measurement> all, List<Measurement> more) {
    for (int i = 0; i < more.size(); i++) {
      if (i == all.size()) {
        all.add(more.get(i));
      } else {
        all.set(i, all.get(i).and(more.get(i)));
      }
    }
  }

  /** A median says what usually came, the lowest what came when others wanted the cores least. */
  private static List<Measurement> differences(
      String what, List<Double> open, List<Double> guarded) {
    return List.of(
        more(
            what + ": median, guarded over open",
            Stopwatch.median(guarded),
            Stopwatch.median(open)),
        more(what + ": lowest, guarded over open", min(guarded), min(open)),
        more(what + ": highest over lowest, open", Collections.max(open), min(open)));
  }

  private static double min(List<Double> runs) {
    return Collections.min(runs);
  }

  private static Measurement more(String name, double value, double than) {
    return value(name, "%", 100 * (value / than - 1));
  }

  private static List<Measurement> open(BenchmarkOptions options) throws Exception {
    try (GuardedCluster cluster = GuardedCluster.open();
        GraphemberClient client = cluster.connect()) {
      return seconds(OPEN, job(cluster, client, options));
    }
  }

  private static GuardedJob job(
      GuardedCluster cluster, GraphemberClient client, BenchmarkOptions options) throws Exception {
    try (GraphSource source = Epoch.source(options)) {
      client.load(Epoch.GRAPH, source, progress -> {}, Cancellation.NEVER);
    }
    return GuardedJob.run(cluster, client, Epoch.job(options));
  }

  private static List<Measurement> seconds(String cluster, GuardedJob job) {
    return List.of(
        value("job, " + cluster, "s", job.seconds()),
        value("its processor time, " + cluster, "s", job.processorSeconds()));
  }

  private static Measurement value(String name, String unit, double value) {
    return Measurement.lower(name, unit, List.of(value));
  }

  private static List<Measurement> guarded(BenchmarkOptions options) throws Exception {
    try (GuardedCluster cluster = GuardedCluster.guarded();
        GraphemberClient client = cluster.connect()) {
      GuardedJob job = job(cluster, client, options);
      List<Measurement> measured = new ArrayList<>(seconds(GUARDED, job));
      GuardCosts costs = new GuardCosts(cluster, Integer.parseInt(options.text("calls")));
      double guards = 0;
      for (Calls calls : calls(job, costs)) {
        measured.add(value(calls.what + ": calls", "", calls.count));
        measured.add(value(calls.what + ": one", "us", 1e6 * calls.seconds));
        guards += calls.count * calls.seconds;
      }
      measured.add(value("transactions of the node, all", "", job.commits()));
      measured.add(
          value("guards of its processor time", "%", 100 * guards / job.processorSeconds())
              .withTarget(MOST_PERCENT));
      return measured;
    }
  }

  /**
   * Calls of one guard.
   *
   * @param seconds of the processor, one call
   */
  private record Calls(String what, double count, double seconds) {}

  /**
   * The guards of a job on one node. Requests, questions and changes of claims are counted. By the
   * code a user has one place and one entry as an owner for a job; memory is reserved for the
   * attachment, the labels, the slabs, the engine, its job, and for the stamps of each partition,
   * once when it is opened and at most once more.
   */
  private static List<Calls> calls(GuardedJob job, GuardCosts costs) throws Exception {
    final int partitions = 8;
    return List.of(
        new Calls("authorizer", job.permits(), costs.permits()),
        // A submission looks for the owner of its name twice.
        new Calls("request, its owner and audit", job.requests() + 1, costs.request()),
        new Calls("room", (job.claimChanges() + 1) / 2, costs.room()),
        new Calls("place of the user", 1, costs.place()),
        new Calls("entry of the owner", 1, costs.owner()),
        new Calls("memory", 5 + 2 * partitions, costs.memory()));
  }
}
