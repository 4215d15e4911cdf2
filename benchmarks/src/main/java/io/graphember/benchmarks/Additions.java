// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.AddedEdges;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Edges added to an R-MAT graph: as one partition more, once more to the version that has it, and
 * with all partitions made anew, by turns. Each version is dropped before the next.
 */
final class Additions implements Benchmark {
  private static final String SETTINGS =
      "{name: rmat, partitions: 8, partitioner: hash-2d, add: %s}";

  @Override
  public String name() {
    return "additions";
  }

  @Override
  public String description() {
    return "edges added to a graph: as one partition more, or all partitions made anew";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("added", "1000,100000");
    options.put("features", "16");
    options.put("nodes", "1");
    options.put("runs", "3");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int nodes = Integer.parseInt(options.text("nodes"));
    final int scale = Integer.parseInt(options.text("scale"));
    final long edges = Long.parseLong(options.text("edges"));
    final List<Measurement> all = new ArrayList<>();
    try (ServerJvms servers = ServerJvms.start(nodes);
        GraphemberClient client = GraphemberClient.connect(servers.address());
        RmatSource source =
            new RmatSource(scale, edges, Integer.parseInt(options.text("features")), 8, 2000)) {
      final double whole =
          Stopwatch.seconds(
              () ->
                  client.load(
                      SETTINGS.formatted(false), source, progress -> {}, Cancellation.NEVER));
      final String where = nodes + 1 + " JVMs, %,d edges".formatted(edges);
      all.add(Measurement.lower("the graph loaded", "s", List.of(whole)).in(where));
      for (int count :
          Arrays.stream(options.text("added").split(",")).mapToInt(Integer::parseInt).toArray()) {
        all.addAll(
            new Turns(client, scale, edges, count, where)
                .run(Integer.parseInt(options.text("runs"))));
      }
    }
    return all;
  }

  /** Loads of so many edges. */
  private record Turns(GraphemberClient client, int scale, long edges, int count, String where) {
    List<Measurement> run(int runs) throws Exception {
      final List<Double> one = new ArrayList<>();
      final List<Double> again = new ArrayList<>();
      final List<Double> anew = new ArrayList<>();
      for (int run = 0; run <= runs; run++) { // the first warms up
        final List<GraphInfo> made = new ArrayList<>();
        final double first = Stopwatch.seconds(() -> made.add(add(edges, true)));
        final double second = Stopwatch.seconds(() -> made.add(add(edges + count, true)));
        drop(made);
        final double rebuilt = run > 1 ? 0 : Stopwatch.seconds(() -> made.add(add(edges, false)));
        drop(made);
        if (run > 0) {
          one.add(first);
          again.add(second);
        }
        if (rebuilt > 0) {
          anew.add(rebuilt);
        }
      }
      return List.of(
          Measurement.lower("%,d edges as one partition more".formatted(count), "s", one).in(where),
          Measurement.lower("%,d edges more, to that version".formatted(count), "s", again)
              .in(where),
          Measurement.lower("%,d edges, all partitions anew".formatted(count), "s", anew)
              .in(where));
    }

    private GraphInfo add(long from, boolean sized) {
      try (AddedEdges added = new AddedEdges(scale, from, count, sized)) {
        return client.load(SETTINGS.formatted(true), added, progress -> {}, Cancellation.NEVER);
      }
    }

    private void drop(List<GraphInfo> made) {
      made.forEach(version -> client.dropVersion(version.name(), version.version()));
      made.clear();
    }
  }
}
