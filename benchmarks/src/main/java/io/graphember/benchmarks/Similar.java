// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.CommunityEmbeddings;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * The vertices most alike to one, asked by a thin client: embeddings that a job of ours has learned
 * of a graph with communities, an index of them, and calls one after the other, by turns with those
 * of a bare cache.
 */
final class Similar implements Benchmark {
  private static final String GRAPH = CommunityEmbeddings.GRAPH;
  private static final int RUNS = 5;
  private static final double MOST_MILLIS = 5;
  private static final double LEAST_RECALL = 0.95;
  private static final int MOST = 10;
  private static final long BUILD_MINUTES = 60;

  @Override
  public String name() {
    return "similar";
  }

  @Override
  public String description() {
    return "vertices with similar embeddings by an index: p50 and p99 of a call, recall, build";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    CommunityEmbeddings.options(options, 1_000_000);
    options.put("nodes", "1");
    options.put("calls", "10000");
    options.put("recallKeys", "1000");
    options.put("exactCalls", "200");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int nodes = Integer.parseInt(options.text("nodes"));
    try (ServerJvms servers = ServerJvms.start(nodes);
        GraphemberClient client = GraphemberClient.connect(servers.address());
        IgniteClient plain =
            Ignition.startClient(GraphemberClient.configuration(servers.address()))) {
      CommunityEmbeddings.load(client, options);
      CommunityEmbeddings.embed(client, options, "walks", 2, "cosine");
      final long published = System.nanoTime();
      client.dropGraph(GRAPH); // what nodes take from now on is rows and indexes
      final PublishedTable<float[]> embeddings = client.embeddings(GRAPH, "walks");
      final int calls = Integer.parseInt(options.text("calls"));
      final Object[] keys = embeddings.sample(calls).keySet().toArray();
      awaitIndex(client, (Long) keys[0]);
      final String where = nodes + 1 + " JVMs";
      final List<Measurement> all = new ArrayList<>();
      all.add(
          Measurement.lower(
                  "publication to the index", "s", List.of((System.nanoTime() - published) / 1e9))
              .in(where));
      all.add(
          Measurement.lower("memory of rows and index", "MB", List.of(usedBytes(client) / 1e6))
              .in(where));
      all.add(
          Measurement.higher(
                  "recall of 10 of " + options.text("recallKeys") + " keys",
                  "of 1",
                  List.of(recall(client, keys, Integer.parseInt(options.text("recallKeys")))))
              .withTarget(LEAST_RECALL)
              .in(where));
      final ClientCache<Object, Object> cache = plain.cache(embeddings.publication().cache());
      all.addAll(
          latencies(
              client, cache, keys, calls, Integer.parseInt(options.text("exactCalls")), where));
      return all;
    }
  }

  private static void awaitIndex(GraphemberClient client, long key) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(BUILD_MINUTES);
    while (client.similar(GRAPH, "walks", key, MOST).exact()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("there is no index after an hour");
      }
      never.await(500, TimeUnit.MILLISECONDS);
    }
  }

  private static long usedBytes(GraphemberClient client) {
    return client.nodes().stream()
        .map(NodeInfo::load)
        .filter(Objects::nonNull)
        .mapToLong(NodeInfo.Load::usedBytes)
        .sum();
  }

  private static double recall(GraphemberClient client, Object[] keys, int count) {
    long hits = 0;
    long all = 0;
    for (int i = 0; i < count; i++) {
      final SimilarRequest request = SimilarRequest.to((Long) key(keys, i)).most(MOST);
      final Set<Object> nearest =
          client.similar(GRAPH, "walks", request.exactly()).byKey().keySet();
      final Set<Object> found =
          new HashSet<>(client.similar(GRAPH, "walks", request).byKey().keySet());
      found.retainAll(nearest);
      hits += found.size();
      all += nearest.size();
    }
    return (double) hits / all;
  }

  private static Object key(Object[] keys, long call) {
    return keys[CounterRandom.bounded(CounterRandom.bits(7, call), keys.length)];
  }

  private static List<Measurement> latencies(
      GraphemberClient client,
      ClientCache<Object, Object> cache,
      Object[] keys,
      int calls,
      int exactCalls,
      String where) {
    final LongConsumer similar = i -> client.similar(GRAPH, "walks", (Long) key(keys, i), MOST);
    final LongConsumer exact =
        i ->
            client.similar(
                GRAPH, "walks", SimilarRequest.to((Long) key(keys, i)).most(MOST).exactly());
    final LongConsumer get = i -> cache.get(key(keys, i));
    times(similar, calls); // warm
    times(get, calls);
    final List<List<Double>> runs =
        List.of(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (int run = 0; run < RUNS; run++) {
      final double[] similars = times(similar, calls);
      final double[] gets = times(get, calls);
      runs.get(0).add(percentile(similars, 50));
      runs.get(1).add(percentile(similars, 99));
      runs.get(2).add(percentile(gets, 50));
      runs.get(3).add(percentile(gets, 99));
      runs.get(4).add(percentile(times(exact, exactCalls), 50));
    }
    return List.of(
        Measurement.lower("p50 of a call", "ms", runs.get(0)).in(where),
        Measurement.lower("p99 of a call", "ms", runs.get(1)).withTarget(MOST_MILLIS).in(where),
        Measurement.lower("p50 of a get of a bare cache, by turns", "ms", runs.get(2)).in(where),
        Measurement.lower("p99 of a get of a bare cache, by turns", "ms", runs.get(3)).in(where),
        Measurement.lower("p50 of an exact call, by turns", "ms", runs.get(4)).in(where));
  }

  /** Milliseconds of calls one after the other, ascending. */
  private static double[] times(LongConsumer call, int calls) {
    final double[] millis = new double[calls];
    for (int i = 0; i < calls; i++) {
      final long start = System.nanoTime();
      call.accept(i);
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }

  private static double percentile(double[] millis, int percent) {
    return new Percentile().evaluate(millis, percent);
  }
}
