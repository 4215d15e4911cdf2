// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * What a model of two layers says of a vertex when a thin client asks: an R-MAT graph, calls one
 * after the other, by turns with those of a bare cache. Neighbours are drawn of any vertex; all of
 * them are looked at of vertices of the median degree.
 */
final class Predict implements Benchmark {
  private static final String GRAPH = "rmat";
  private static final String JOB = "sage";
  private static final int RUNS = 5;
  private static final int[] FANOUTS = {15, 10};
  private static final double MOST_DRAWN_MILLIS = 5;
  private static final double MOST_EXACT_MILLIS = 10;
  private static final String SETTINGS = "{name: rmat, partitions: 8, symmetrize: true}";

  @Override
  public String name() {
    return "predict";
  }

  @Override
  public String description() {
    return "a model's predictions of one vertex now, drawn and of all neighbours: p50 and p99";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "18");
    options.put("edges", "4194304");
    options.put("features", "64");
    options.put("hidden", "64");
    options.put("nodes", "1");
    options.put("calls", "10000");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int nodes = Integer.parseInt(options.text("nodes"));
    final int features = Integer.parseInt(options.text("features"));
    try (ServerJvms servers = ServerJvms.start(nodes);
        GraphemberClient client = GraphemberClient.connect(servers.address());
        IgniteClient plain =
            Ignition.startClient(GraphemberClient.configuration(servers.address()));
        RmatSource source =
            new RmatSource(
                Integer.parseInt(options.text("scale")),
                Long.parseLong(options.text("edges")),
                features,
                8,
                2000)) {
      client.load(SETTINGS, source, progress -> {}, Cancellation.NEVER);
      client.submit(job(options.text("hidden"))).await(state -> {}, Cancellation.NEVER);
      final int[] degrees = source.degrees();
      final long[] joined = vertices(degrees, 1, Integer.MAX_VALUE);
      final int median =
          (int)
              new Percentile()
                  .evaluate(Arrays.stream(joined).mapToDouble(v -> degrees[(int) v]).toArray(), 50);
      final ClientCache<Object, Object> cache =
          plain.cache(client.embeddings(GRAPH, JOB).publication().cache());
      final Calls calls =
          new Calls(
              client, cache, joined, vertices(degrees, median, median + 1), new float[features]);
      final long begun = System.nanoTime();
      calls.drawn(0);
      final double first = (System.nanoTime() - begun) / 1e9;
      final String where = nodes + 1 + " JVMs, median degree " + median;
      final List<Measurement> all = new ArrayList<>();
      all.add(
          Measurement.lower("first call, which loads the graph", "s", List.of(first)).in(where));
      all.addAll(latencies(calls, Integer.parseInt(options.text("calls")), where));
      return all;
    }
  }

  private static String job(String hidden) {
    return """
        {name: sage, graph: %s, job: train, backend: djl,
         model: {type: graphsage, hidden: %s, layers: 2},
         task: {split: {train: 0.02, valid: 0.01, test: 0.01}},
         training: {epochs: 1, batchSize: 512, fanouts: [5, 5], evaluationFanouts: [5, 5], trainers: 1, baseline: false},
         publish: {predictions: false, embeddings: true}}
        """
        .formatted(SETTINGS, hidden);
  }

  /** Vertices with so many ends of edges. */
  private static long[] vertices(int[] degrees, int least, int end) {
    return IntStream.range(0, degrees.length)
        .filter(v -> degrees[v] >= least && degrees[v] < end)
        .asLongStream()
        .toArray();
  }

  /**
   * Calls of a client.
   *
   * @param joined vertices with edges
   * @param median vertices of the median degree
   * @param features of a new vertex
   */
  private record Calls(
      GraphemberClient client,
      ClientCache<Object, Object> cache,
      long[] joined,
      long[] median,
      float[] features) {
    private static long key(long[] of, long call) {
      return of[CounterRandom.bounded(CounterRandom.bits(7, call), of.length)];
    }

    void drawn(long call) {
      client.predict(GRAPH, JOB, PredictRequest.of(key(joined, call)).fanouts(FANOUTS));
    }

    void exact(long call) {
      client.predict(GRAPH, JOB, PredictRequest.of(key(median, call)));
    }

    /** A new vertex with five edges. */
    void added(long call) {
      final List<NewEdge> edges = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        edges.add(new NewEdge(-1, key(joined, 5 * call + i)));
      }
      client.predict(
          GRAPH,
          JOB,
          PredictRequest.of(-1).fanouts(FANOUTS).with(List.of(new NewVertex(-1, features)), edges));
    }

    void get(long call) {
      cache.get(key(joined, call));
    }
  }

  private static List<Measurement> latencies(Calls calls, int count, String where) {
    final List<LongConsumer> kinds = List.of(calls::drawn, calls::exact, calls::added, calls::get);
    kinds.forEach(kind -> times(kind, count)); // warm
    final List<List<Double>> runs = new ArrayList<>();
    for (int i = 0; i < 2 * kinds.size(); i++) {
      runs.add(new ArrayList<>());
    }
    for (int run = 0; run < RUNS; run++) {
      for (int kind = 0; kind < kinds.size(); kind++) {
        final double[] millis = times(kinds.get(kind), count);
        runs.get(2 * kind).add(percentile(millis, 50));
        runs.get(2 * kind + 1).add(percentile(millis, 99));
      }
    }
    return List.of(
        Measurement.lower("p50, fanouts [15, 10]", "ms", runs.get(0)).in(where),
        Measurement.lower("p99, fanouts [15, 10]", "ms", runs.get(1))
            .withTarget(MOST_DRAWN_MILLIS)
            .in(where),
        Measurement.lower("p50, all neighbours of a median vertex", "ms", runs.get(2)).in(where),
        Measurement.lower("p99, all neighbours of a median vertex", "ms", runs.get(3))
            .withTarget(MOST_EXACT_MILLIS)
            .in(where),
        Measurement.lower("p50, a new vertex with 5 edges, [15, 10]", "ms", runs.get(4)).in(where),
        Measurement.lower("p99, a new vertex with 5 edges, [15, 10]", "ms", runs.get(5)).in(where),
        Measurement.lower("p50 of a get of a bare cache, by turns", "ms", runs.get(6)).in(where),
        Measurement.lower("p99 of a get of a bare cache, by turns", "ms", runs.get(7)).in(where));
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
