// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * Edges that are put into a cache, one by one and in batches, while a graph follows it and while
 * none does, by turns; how long a reading takes after a change, and how fast new edges are added.
 */
final class Follow implements Benchmark {
  private static final int BATCH = 1_000;
  private static final String ADDED = "inserted edges, from the events to the version";
  private static final String SOURCE =
      "{type: ignite, edges: {cache: links, source: from, destination: to}}";

  @Override
  public String name() {
    return "follow";
  }

  @Override
  public String description() {
    return "puts into a cache with a graph that follows it and without; a change until it is seen";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("vertices", "50000");
    options.put("edges", "400000");
    options.put("seconds", "10");
    options.put("rounds", "5");
    options.put("followSeconds", "10");
    options.put("inserted", "20000");
    options.put("partitioner", "hash-2d");
    options.put("nodes", "1");
    return options;
  }

  /** What is put, and where. */
  private static final class Links {
    final IgniteClient ignite;
    final ClientCache<Long, BinaryObject> cache;
    final long vertices;
    final long edges;
    long puts;
    long inserted;

    Links(IgniteClient ignite, long vertices, long edges) {
      this.ignite = ignite;
      this.vertices = vertices;
      this.edges = edges;
      cache = ignite.<Long, Object>getOrCreateCache("links").withKeepBinary();
    }

    private long end(long draw) {
      return Math.floorMod(CounterRandom.mix(draw), vertices);
    }

    /** Another edge in the place of one that is there. */
    private BinaryObject next() {
      puts++;
      return ignite
          .binary()
          .builder("Link")
          .setField("from", end(2 * puts))
          .setField("to", end(2 * puts + 1))
          .build();
    }

    void fill() {
      for (long from = 0; from < edges; from += BATCH) {
        batch(from);
      }
    }

    private void batch(long from) {
      batch(from, Math.min(edges, from + BATCH));
    }

    private void batch(long from, long to) {
      final Map<Long, BinaryObject> batch = new HashMap<>();
      for (long key = from; key < to; key++) {
        batch.put(key, next());
      }
      cache.putAll(batch);
    }

    /** Puts a second, one by one. */
    double single(double seconds) {
      return rate(seconds, () -> put(Math.floorMod(CounterRandom.mix(puts), edges)), 1);
    }

    /** New edges, in batches. */
    void insert(long first, long count) {
      for (long from = first; from < first + count; from += BATCH) {
        batch(from, Math.min(first + count, from + BATCH));
      }
    }

    void put(long key) {
      cache.put(key, next());
    }

    /** Puts a second, in batches of neighbouring keys. */
    double batches(double seconds) {
      return rate(
          seconds,
          () -> batch(Math.floorMod(CounterRandom.mix(puts), edges / BATCH) * BATCH),
          BATCH);
    }

    private static double rate(double seconds, Runnable step, int puts) {
      final long begun = System.nanoTime();
      final long until = begun + (long) (seconds * 1e9);
      long done = 0;
      while (System.nanoTime() < until) {
        step.run();
        done += puts;
      }
      return done / ((System.nanoTime() - begun) / 1e9);
    }
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final double seconds = Double.parseDouble(options.text("seconds"));
    final int rounds = Integer.parseInt(options.text("rounds"));
    final String followed =
        "{name: live, partitions: 8, partitioner: %s, follow: true, followSeconds: %s}"
            .formatted(options.text("partitioner"), options.text("followSeconds"));
    final Map<String, List<Double>> figures = new LinkedHashMap<>();
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(Integer.parseInt(options.text("nodes")), true);
        IgniteClient ignite =
            Ignition.startClient(GraphemberClient.configuration(cluster.address()));
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      final Links links =
          new Links(
              ignite,
              Long.parseLong(options.text("vertices")),
              Long.parseLong(options.text("edges")));
      links.fill();
      links.single(seconds);
      links.batches(seconds);
      for (int round = 0; round < rounds; round++) {
        final double alone = links.single(seconds);
        final double aloneBatches = links.batches(seconds);
        client.loadTables(TablesRequest.of(followed, SOURCE), progress -> {}, Cancellation.NEVER);
        add(figures, "puts, none follows", alone);
        add(figures, "puts, a graph follows", links.single(seconds));
        add(figures, "puts in batches, none follows", aloneBatches);
        add(figures, "puts in batches, a graph follows", links.batches(seconds));
        seen(client, links, figures);
        added(client, links, Long.parseLong(options.text("inserted")), figures);
        client.dropGraph("live", true);
      }
      final List<Measurement> all = new ArrayList<>();
      figures.forEach((what, runs) -> all.add(measurement(what, runs).in(cluster.where())));
      all.add(ratio("puts, with over without", figures, "puts").in(cluster.where()));
      all.add(
          ratio("puts in batches, with over without", figures, "puts in batches")
              .in(cluster.where()));
      return all;
    }
  }

  private static Measurement measurement(String what, List<Double> runs) {
    if (what.equals(ADDED)) {
      return Measurement.higher(what, "edges/s", runs).withTarget(200_000);
    }
    return what.startsWith("puts")
        ? Measurement.higher(what, "puts/s", runs)
        : Measurement.lower(what, "s", runs);
  }

  private static Measurement ratio(String what, Map<String, List<Double>> figures, String of) {
    final List<Double> with = figures.getOrDefault(of + ", a graph follows", List.of());
    final List<Double> without = figures.getOrDefault(of + ", none follows", List.of());
    final List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < with.size(); i++) {
      ratios.add(with.get(i) / without.get(i));
    }
    return Measurement.higher(what, "", ratios).withTarget(0.7);
  }

  private static void add(Map<String, List<Double>> figures, String what, double value) {
    figures.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
  }

  /** Changes one row, and waits for a version that has it. */
  private static void seen(
      GraphemberClient client, Links links, Map<String, List<Double>> figures) {
    links.put(0);
    final long changed = System.currentTimeMillis();
    final FollowInfo after = awaitReading(client, changed);
    add(figures, "reading of all rows, until the version is current", after.readMillis() / 1e3);
  }

  /** Inserts edges, and waits until all are added. */
  private static void added(
      GraphemberClient client, Links links, long count, Map<String, List<Double>> figures) {
    final long first = links.edges + (links.inserted += count) - count;
    final long before = client.follows().get(0).added().rows();
    links.insert(first, count);
    FollowInfo info = client.follows().get(0);
    while (info.added().rows() < before + count) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      info = client.follows().get(0);
    }
    add(figures, ADDED, info.added().lastRows() * 1e3 / info.added().millis());
  }

  /** Waits for a version whose tables were read at a moment or later. */
  private static FollowInfo awaitReading(GraphemberClient client, long millis) {
    while (true) {
      final FollowInfo info = client.follows().get(0);
      if (info.readAtMillis() >= millis) {
        return info;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
