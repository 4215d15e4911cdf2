// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.cache.Cache;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;

/**
 * A graph that follows tables which change all the time, while its model predicts and jobs train on
 * it. The node that follows is killed after a third of the time and comes back; another one joins
 * after two thirds. For a minute rows are new, for the next one they go as well. Then changes stop
 * for a moment: the graph must have as many vertices and edges as were acknowledged, and after a
 * row has gone it must be, bit for bit, what a load of the tables gives. Used by one thread.
 */
public final class LiveRun {
  private static final int THREADS = 8;
  private static final Duration BETWEEN = Duration.ofSeconds(60);
  private static final Duration SEEN = Duration.ofMinutes(4);
  private static final Duration CHANGE = Duration.ofMillis(5);
  private static final String GRAPH =
      "{name: %s, partitions: 6, partitioner: hash-2d, unknownVertices: skip, follow: %s, followSeconds: 5}";
  private static final String JOB =
      """
      name: %s
      graph: {name: live}
      model: {type: graphsage, hidden: 16, inputDropout: 0, hiddenDropout: 0}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {epochs: %d, fanouts: [5, 5], baseline: false}
      quota: {processorPercent: 50}
      """;

  private final ClusterPlan plan;
  private final Path folder;
  private final PrintWriter out;
  private final List<List<Usage>> usage = new ArrayList<>();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong added = new AtomicLong();
  private final AtomicLong predictions = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final AtomicLong jobs = new AtomicLong();
  private volatile Optional<Violation> wrong = Optional.empty();
  private final List<Double> lags = new ArrayList<>();
  private volatile boolean over;

  /**
   * A run on a new cluster in memory.
   *
   * @param folder for the logs and files of its nodes; it stays if something has failed
   * @param out receives a line for each comparison
   */
  public LiveRun(ClusterPlan plan, Path folder, PrintWriter out) {
    this.plan = plan;
    this.folder = folder;
    this.out = out;
  }

  /**
   * Runs for some time.
   *
   * @throws Violation if anything is wrong, lost or too late
   */
  public void run(Duration time) throws IOException, Violation {
    final ForkJoinPool threads = new ForkJoinPool(THREADS);
    try (ChaosCluster cluster = ChaosCluster.start(plan, folder, threads);
        Asking asking = new Asking(cluster.addresses(0));
        IgniteClient ignite = thin(cluster)) {
      final LiveTables tables = new LiveTables(ignite);
      load(asking, "live", true);
      train(asking, "live", 20);
      final List<CompletableFuture<Void>> beside =
          List.of(
              CompletableFuture.runAsync(() -> predict(cluster.addresses(0)), threads),
              CompletableFuture.runAsync(() -> trainAgain(cluster.addresses(0)), threads));
      try {
        compared(time, cluster, asking, ignite, tables);
      } finally {
        over = true;
        beside.forEach(CompletableFuture::join);
      }
      requireRight();
    } finally {
      threads.shutdownNow();
    }
    Campaign.delete(folder);
  }

  private static IgniteClient thin(ChaosCluster cluster) {
    return Ignition.startClient(
        new ClientConfiguration().setAddresses(cluster.addresses(0).split(",")));
  }

  private void compared(
      Duration time, ChaosCluster cluster, Asking asking, IgniteClient ignite, LiveTables tables)
      throws IOException, Violation {
    final Bound end = Bound.in(time);
    final Bound third = Bound.in(time.dividedBy(3));
    final Bound twoThirds = Bound.in(time.dividedBy(3).multipliedBy(2));
    boolean killed = false;
    boolean joined = false;
    for (int round = 0; !end.over(); round++) {
      final Bound next = Bound.in(BETWEEN);
      while (!next.over()) {
        if (round % 2 == 0) {
          tables.add();
        } else {
          tables.change();
        }
        changes.incrementAndGet();
        requireRight();
        Bound.pass(CHANGE);
      }
      if (!killed && third.over()) {
        final String node = followed(asking).node();
        cluster.nodes().stream().filter(n -> n.name().equals(node)).forEach(ChaosNode::kill);
        out.printf("killed %s, which followed%n", node);
        tables.change();
        compare(asking, ignite, tables);
        cluster.mend();
        killed = true;
      }
      if (!joined && twoThirds.over()) {
        cluster.join();
        out.printf("another node has joined%n");
        joined = true;
      }
      compare(asking, ignite, tables);
      usage.add(UsageGrowth.of(cluster));
      out.flush();
    }
  }

  private void requireRight() throws Violation {
    final Optional<Violation> found = wrong;
    if (found.isPresent()) {
      throw found.get();
    }
  }

  private static FollowInfo followed(Asking asking) throws Violation {
    return asking.ask(client -> client.follows()).stream()
        .filter(info -> info.graph().equals("live"))
        .findFirst()
        .orElseThrow(() -> new Violation("lost: the graph does not follow its tables any more"));
  }

  private static GraphInfo current(Asking asking) throws Violation {
    return asking.ask(GraphemberClient::graphs).stream()
        .filter(graph -> graph.name().equals("live"))
        .reduce((older, newer) -> newer)
        .orElseThrow(() -> new Violation("lost: the graph"));
  }

  /** Waits for a version with all changes, and compares it with a load of the tables. */
  private void compare(Asking asking, IgniteClient ignite, LiveTables tables) throws Violation {
    lags.add(awaitAll(asking, tables));
    added.addAndGet(followed(asking).added().rows());
    tables.remove();
    final long changed = System.currentTimeMillis(); // a reading that began before may lack it
    final Bound bound = Bound.in(SEEN);
    while (followed(asking).readAtMillis() < changed) {
      requireInTime(asking, bound);
    }
    awaitAll(asking, tables); // another node may answer, a moment behind
    final GraphInfo twin = load(asking, "twin", false);
    final Map<Long, byte[]> wanted = blocks(asking, ignite, () -> twin);
    if (!same(blocks(asking, ignite, () -> current(asking)), wanted)) {
      throw new Violation("wrong: a version is not what a load gives, " + followed(asking));
    }
    final FollowInfo info = followed(asking);
    out.printf(
        "%d changes, %d rows added, %d readings, %d predictions, %d jobs; current after %.1f s, since %s%n",
        changes.get(),
        added.get(),
        info.readings(),
        predictions.get(),
        jobs.get(),
        lags.get(lags.size() - 1),
        info.cause());
  }

  /** Seconds until the graph has as many vertices and edges as were acknowledged. */
  private double awaitAll(Asking asking, LiveTables tables) throws Violation {
    final long changed = System.nanoTime();
    final Bound bound = Bound.in(SEEN);
    while (!isWhole(current(asking), tables)) {
      requireInTime(asking, bound);
    }
    return (System.nanoTime() - changed) / 1e9;
  }

  private static boolean isWhole(GraphInfo graph, LiveTables tables) {
    return graph.vertices() == tables.vertices() && graph.edges() == tables.edges();
  }

  private void requireInTime(Asking asking, Bound bound) throws Violation {
    requireRight();
    if (bound.over()) {
      throw new Violation("not in time: a version with all changes, " + followed(asking));
    }
    Bound.pause();
  }

  private static boolean same(Map<Long, byte[]> one, Map<Long, byte[]> other) {
    return !one.isEmpty()
        && one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(block -> Arrays.equals(block.getValue(), other.get(block.getKey())));
  }

  /** A version that is looked for. */
  @FunctionalInterface
  private interface Version {
    GraphInfo get() throws Violation;
  }

  /** All blocks of a version; it may be replaced as it is read, by one that is the same. */
  private Map<Long, byte[]> blocks(Asking asking, IgniteClient ignite, Version version)
      throws Violation {
    final Bound bound = Bound.in(SEEN);
    while (true) {
      try {
        final Map<Long, byte[]> blocks = new HashMap<>();
        for (Cache.Entry<Long, byte[]> block :
            ignite
                .<Long, byte[]>cache(version.get().cache())
                .query(new ScanQuery<Long, byte[]>())) {
          blocks.put(block.getKey(), block.getValue());
        }
        return blocks;
      } catch (ClientException e) {
        requireInTime(asking, bound);
      }
    }
  }

  /** A load may fail with the node that takes it; the next one does not. */
  private GraphInfo load(Asking asking, String name, boolean follow) throws Violation {
    return asking.ask(
        client ->
            client
                .loadTables(
                    TablesRequest.of(GRAPH.formatted(name, follow), LiveTables.SOURCE),
                    progress -> {},
                    Cancellation.NEVER)
                .graph());
  }

  private void train(Asking asking, String name, int epochs) throws Violation {
    asking.once(client -> train(client, name, epochs));
  }

  private void train(GraphemberClient client, String name, int epochs) {
    client.submit(JOB.formatted(name, epochs)).await((JobState state) -> {}, Cancellation.NEVER);
    jobs.incrementAndGet();
  }

  /** Asks for accounts that may be gone, as long as the run lasts. */
  private void predict(String addresses) {
    besides(
        addresses,
        client -> {
          final long number = predictions.get();
          try {
            client.predict("live", "live", Math.floorMod(number * 31, 2_000L));
          } catch (GraphemberException e) {
            if (!e.code().equals("VERTEX_UNKNOWN")) {
              throw e;
            }
          }
          predictions.incrementAndGet();
          Bound.pass(Duration.ofMillis(20));
        });
  }

  private void trainAgain(String addresses) {
    besides(
        addresses,
        client -> {
          train(client, "again", 3);
          Bound.pass(Duration.ofSeconds(5));
        });
  }

  /** Does something again and again; what a node takes with it is done once more. */
  private void besides(String addresses, Consumer<GraphemberClient> step) {
    while (!over) {
      try (GraphemberClient client = GraphemberClient.connect(addresses)) {
        while (!over) {
          step.accept(client);
        }
      } catch (GraphemberException e) {
        if (e.category() == ErrorCategory.USER || e.category() == ErrorCategory.BUG) {
          wrong = Optional.of(new Violation("wrong: %s %s".formatted(e.code(), e.getMessage()), e));
          return;
        }
        retries.incrementAndGet();
      }
      Bound.pause();
    }
  }

  /** As a report has it. */
  public List<Measurement> measurements() {
    final String where = "%d JVMs, in memory".formatted(plan.nodes());
    final List<Measurement> all = new ArrayList<>();
    if (!lags.isEmpty()) {
      all.add(Measurement.lower("from a change to a version that has it", "s", lags).in(where));
    }
    all.add(count("changes", changes, where));
    all.add(count("rows that were added without a reading", added, where));
    all.add(count("predictions", predictions, where));
    all.add(count("jobs", jobs, where));
    all.add(count("predictions and jobs that failed with a node", retries, where));
    if (!usage.isEmpty()) {
      all.addAll(UsageGrowth.measurements(usage, where));
    }
    return all;
  }

  private static Measurement count(String what, AtomicLong number, String where) {
    return Measurement.higher(what, "", List.of((double) number.get())).in(where);
  }
}
