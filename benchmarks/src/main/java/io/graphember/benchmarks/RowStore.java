// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.CommunityEmbeddings;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.EmbeddingStore;
import io.graphember.client.GraphemberClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * Published embeddings as a store that a client changes: a batch of rows read and added to, by
 * turns with a get and a put of as many rows of a bare cache by the same client, and all rows
 * multiplied where they are.
 */
final class RowStore implements Benchmark {
  private static final int RUNS = 9;

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public String description() {
    return "rows that a client reads and changes: a batch, and all of them where they are";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    CommunityEmbeddings.options(options, 200_000);
    options.put("nodes", "1");
    options.put("batch", "1000");
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
      for (String job : List.of("weights", "momentum")) {
        CommunityEmbeddings.embed(client, options, job, 0, "null");
      }
      final EmbeddingStore rows = client.store(CommunityEmbeddings.GRAPH, "weights");
      final EmbeddingStore momentum = client.store(CommunityEmbeddings.GRAPH, "momentum");
      final Map<Object, float[]> batch = new HashMap<>();
      for (Object key : rows.table().sample(Integer.parseInt(options.text("batch"))).keySet()) {
        if (batch.size() < Integer.parseInt(options.text("batch"))) {
          batch.put(key, new float[Integer.parseInt(options.text("dim"))]);
        }
      }
      final ClientCache<Object, float[]> bare = plain.getOrCreateCache("plain");
      bare.putAll(batch);
      final Map<String, Runnable> calls = new LinkedHashMap<>();
      calls.put("rows of a batch, read", () -> rows.getAll(batch.keySet()));
      calls.put("get of as many of a bare cache, by turns", () -> bare.getAll(batch.keySet()));
      calls.put("rows of a batch, added to", () -> momentum.addAll(batch));
      calls.put("put of as many of a bare cache, by turns", () -> bare.putAll(batch));
      calls.put("all rows multiplied", () -> momentum.mult(0.9f));
      calls.put("all rows added to all rows", () -> rows.multAdd(momentum, -0.01f));
      return measured(calls, nodes + 1 + " JVMs");
    }
  }

  private static List<Measurement> measured(Map<String, Runnable> calls, String where) {
    final Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int run = -RUNS; run < RUNS; run++) {
      for (Map.Entry<String, Runnable> call : calls.entrySet()) {
        final long began = System.nanoTime();
        call.getValue().run();
        if (run >= 0) { // those before are for the compiler
          seconds
              .computeIfAbsent(call.getKey(), name -> new ArrayList<>())
              .add((System.nanoTime() - began) / 1e9);
        }
      }
    }
    return seconds.entrySet().stream()
        .map(call -> Measurement.milliseconds(call.getKey(), call.getValue()).in(where))
        .toList();
  }
}
