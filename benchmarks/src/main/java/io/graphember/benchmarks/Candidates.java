// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.CommunityEmbeddings;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.inference.pairs.CandidateSearch;
import io.graphember.inference.pairs.IndexedTails;
import io.graphember.inference.pairs.KnownPairs;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.ScannedTails;
import io.graphember.inference.pairs.TailSearch;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;

/**
 * Candidates among all vertices: by scoring every pair, and by an index, by turns, for some
 * vertices of embeddings that a job of ours has learned of a graph with communities.
 */
final class Candidates implements Benchmark {
  private static final int RUNS = 5;
  private static final int MOST = 10;
  private static final double LEAST_RECALL = 0.95;
  private static final int KEY_BYTES = 64;

  @Override
  public String name() {
    return "candidates";
  }

  @Override
  public String description() {
    return "candidates of all vertices by an index, against scoring every pair: time and recall";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    CommunityEmbeddings.options(options, 200_000);
    options.put("heads", "4000");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final List<Long> keys = new ArrayList<>();
    final List<float[]> rows = new ArrayList<>();
    try (ServerJvms servers = ServerJvms.start(1);
        GraphemberClient client = GraphemberClient.connect(servers.address())) {
      CommunityEmbeddings.load(client, options);
      CommunityEmbeddings.embed(client, options, "walks", 2, "null");
      client
          .embeddings(CommunityEmbeddings.GRAPH, "walks")
          .forEach(
              (key, row) -> {
                keys.add((Long) key);
                rows.add(row);
              });
    }
    final int heads = Integer.parseInt(options.text("heads"));
    final CandidateSearch.Rows<Long> all = rows(keys, rows, keys.size());
    final CandidateSearch.Rows<Long> some = rows(keys, rows, heads);
    final int dim = Integer.parseInt(options.text("dim"));
    final PairScorer scorer =
        PairScorer.of(new ModelSpec(new GraphSage(), 1, 1, dim, 2, 0, 0), new float[0]);
    final Workers workers = new Workers(ForkJoinPool.commonPool(), 2);
    try (MemoryBudget.Reservation memory =
        new MemoryBudget(Runtime.getRuntime().maxMemory()).take(0, "The benchmark")) {
      final TailSearch<Long> scan = new ScannedTails<>(scorer, all, workers, Cancellation.NEVER);
      final long began = System.nanoTime();
      final TailSearch<Long> index =
          IndexedTails.of(
              scorer,
              MOST,
              all,
              RowIndexBuilder.installed().orElseThrow(),
              workers,
              Cancellation.NEVER,
              memory,
              KEY_BYTES);
      final double build = (System.nanoTime() - began) / 1e9;
      final List<Double> scanned = new ArrayList<>();
      final List<Double> indexed = new ArrayList<>();
      final List<Double> recall = new ArrayList<>();
      for (int run = 0; run <= RUNS; run++) {
        final Map<Long, Map<Long, Float>> exact = new HashMap<>();
        final Map<Long, Map<Long, Float>> found = new HashMap<>();
        final double scan1 = heads / seconds(scorer, scan, some, exact);
        final double index1 = heads / seconds(scorer, index, some, found);
        if (run > 0) { // the first is for the compiler
          scanned.add(scan1);
          indexed.add(index1);
          recall.add(recall(exact, found));
        }
      }
      return List.of(
          Measurement.higher("vertices a second, every pair", "1/s", scanned),
          Measurement.higher("vertices a second, by the index, by turns", "1/s", indexed),
          Measurement.lower("building the index", "s", List.of(build)),
          Measurement.lower("memory of rows, keys and index", "MB", List.of(memory.bytes() / 1e6)),
          Measurement.higher("recall of 10", "of 1", recall).withTarget(LEAST_RECALL));
    }
  }

  private static CandidateSearch.Rows<Long> rows(List<Long> keys, List<float[]> rows, int count) {
    return consumer -> {
      for (int i = 0; i < count; i++) {
        consumer.accept(keys.get(i), i, rows.get(i));
      }
    };
  }

  private static double seconds(
      PairScorer scorer,
      TailSearch<Long> tails,
      CandidateSearch.Rows<Long> heads,
      Map<Long, Map<Long, Float>> found) {
    final long began = System.nanoTime();
    new CandidateSearch<Long, Long>(scorer, MOST, 4096, tails, KnownPairs.NONE, found::put)
        .run(heads);
    return (System.nanoTime() - began) / 1e9;
  }

  private static double recall(
      Map<Long, Map<Long, Float>> exact, Map<Long, Map<Long, Float>> found) {
    long hits = 0;
    long all = 0;
    for (Map.Entry<Long, Map<Long, Float>> head : exact.entrySet()) {
      final Set<Long> both = new HashSet<>(found.getOrDefault(head.getKey(), Map.of()).keySet());
      both.retainAll(head.getValue().keySet());
      hits += both.size();
      all += head.getValue().size();
    }
    return (double) hits / all;
  }
}
