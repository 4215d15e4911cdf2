// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * A graph loaded from two caches of the cluster, vertices with features and edges: by the nodes
 * that have the rows, and through a client as peer, by turns.
 */
final class TableLoads implements Benchmark {
  private static final int RUNS = 3;
  private static final int BATCH = 10_000;
  private static final String GRAPH = "{name: tables, partitions: 8, partitioner: hash-2d}";
  private static final String SOURCE =
      """
      type: ignite
      vertices: {cache: items, key: _key, features: ["x*"]}
      edges: {cache: links, source: from, destination: to}
      """;

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public String description() {
    return "a graph from caches of the cluster, read by its nodes or through a client";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("vertices", "200000");
    options.put("edges", "2000000");
    options.put("dim", "16");
    options.put("nodes", "1");
    options.put("jvms", "false");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final long vertices = Long.parseLong(options.text("vertices"));
    final long edges = Long.parseLong(options.text("edges"));
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(
                Integer.parseInt(options.text("nodes")),
                Boolean.parseBoolean(options.text("jvms")));
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      fill(cluster.address(), vertices, edges, Integer.parseInt(options.text("dim")));
      final List<Double> byNodes = new ArrayList<>();
      final List<Double> throughClient = new ArrayList<>();
      for (int run = 0; run <= RUNS; run++) {
        final double nodes = Stopwatch.seconds(() -> byNodes(client));
        final double through = Stopwatch.seconds(() -> throughClient(client));
        if (run > 0) { // the first warms up
          byNodes.add((vertices + edges) / nodes / 1e6);
          throughClient.add((vertices + edges) / through / 1e6);
        }
      }
      return List.of(
          Measurement.higher("read by the nodes", "M rows/s", byNodes).in(cluster.where()),
          Measurement.higher("read through a client", "M rows/s", throughClient)
              .in(cluster.where()));
    }
  }

  private static void byNodes(GraphemberClient client) {
    client.loadTables(TablesRequest.of(GRAPH, SOURCE), progress -> {}, Cancellation.NEVER);
  }

  private static void throughClient(GraphemberClient client) {
    final SourceSettings settings =
        SettingsDocument.parse("tables", SOURCE).bind(SourceSettings.class);
    try (GraphSource source =
        GraphSource.open(
            settings,
            new ImportContext(Path.of(""), client.tables(), Map.of(), Cancellation.NEVER),
            ReadProgress.NONE)) {
      client.load(GRAPH, source, progress -> {}, Cancellation.NEVER);
    }
  }

  private static void fill(String address, long vertices, long edges, int dim) {
    try (IgniteClient ignite = Ignition.startClient(GraphemberClient.configuration(address))) {
      put(
          ignite,
          "items",
          vertices,
          v -> {
            var item = ignite.binary().builder("Item");
            for (int x = 0; x < dim; x++) {
              item.setField("x" + x, CounterRandom.unitFloat(CounterRandom.bits(v, x)));
            }
            return item.build();
          });
      put(
          ignite,
          "links",
          edges,
          e ->
              ignite
                  .binary()
                  .builder("Link")
                  .setField("from", end(2 * e, vertices))
                  .setField("to", end(2 * e + 1, vertices))
                  .build());
    }
  }

  private static long end(long draw, long vertices) {
    return Math.floorMod(CounterRandom.mix(draw), vertices);
  }

  private static void put(IgniteClient ignite, String name, long rows, LongFunction<Object> row) {
    final ClientCache<Long, Object> cache =
        ignite.<Long, Object>getOrCreateCache(name).withKeepBinary();
    final Map<Long, Object> batch = new HashMap<>();
    for (long r = 0; r < rows; r++) {
      batch.put(r, row.apply(r));
      if (batch.size() == BATCH || r == rows - 1) {
        cache.putAll(batch);
        batch.clear();
      }
    }
  }
}
