// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.RealGraph;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.community.CommunityGraph;
import io.graphember.graph.community.CommunityTree;
import io.graphember.graph.community.Louvain;
import io.graphember.partition.weighted.GraphReader;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Communities of real graphs by the Louvain method: their modularity and the time to find them,
 * against the functions of NetworkX and igraph on the same edges, each with several seeds. A peer
 * that Python does not have is left out.
 */
final class Communities implements Benchmark {
  private static final double LEAST_OF_PEER = 0.99;

  /** Prints modularity and seconds of each seed; nothing if the module is not there. */
  private static final String PEER =
      """
      import random, sys, time
      module, file, vertices, seeds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
      edges = [tuple(map(int, line.split())) for line in open(file)]
      try:
          if module == "networkx":
              import networkx
              graph = networkx.Graph()
              graph.add_nodes_from(range(vertices))
              graph.add_edges_from(edges)
              def find(seed):
                  return networkx.community.louvain_communities(graph, seed=seed)
              def modularity(found):
                  return networkx.community.modularity(graph, found)
          else:
              import igraph
              graph = igraph.Graph(n=vertices, edges=edges)
              def find(seed):
                  random.seed(seed)
                  return graph.community_multilevel()
              def modularity(found):
                  return found.modularity
      except ImportError:
          sys.exit(0)
      for seed in range(seeds):
          started = time.perf_counter()
          found = find(seed)
          seconds = time.perf_counter() - started
          print(modularity(found), seconds, flush=True)
      """;

  @Override
  public String name() {
    return "communities";
  }

  @Override
  public String description() {
    return "modularity of Louvain communities of real graphs, against NetworkX and igraph";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("data", "data");
    options.put("graphs", "cora,amazon-photo,blogcatalog,soc-epinions1,dblp");
    options.put("seeds", "11");
    options.put("peers", "networkx:5,igraph:11"); // and how many seeds of each
    options.put("python", "/usr/bin/python3");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    for (String name : options.text("graphs").split(",")) {
      all.addAll(measure(RealGraph.simple(Path.of(options.text("data")), name), options));
    }
    return all;
  }

  private static List<Measurement> measure(RealGraph graph, BenchmarkOptions options)
      throws Exception {
    final WeightedGraph read =
        new GraphReader(
                graph.edges(),
                new PartitioningRequest(
                    1, 0, Map.of(), Workers.CALLER, PartitioningProgress.NONE, Cancellation.NEVER))
            .read("louvain", false);
    final CommunityGraph whole =
        new CommunityGraph(read.offsets(), read.neighbors(), read.edgeWeights());
    List<Double> modularity = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    for (int seed = -2; seed < Integer.parseInt(options.text("seeds")); seed++) {
      final int key = seed;
      final CommunityTree[] found = new CommunityTree[1];
      final double took =
          Stopwatch.seconds(() -> found[0] = Louvain.PLAIN.find(whole, key, Cancellation.NEVER));
      if (seed >= 0) { // the others warm up
        seconds.add(took);
        modularity.add(whole.modularity(found[0].communities(), 1));
      }
    }
    List<Measurement> all = new ArrayList<>();
    all.add(Measurement.higher(graph.name() + ", modularity", "", modularity));
    all.add(Measurement.milliseconds(graph.name() + ", time", seconds));
    final Path edges = write(graph);
    try {
      for (String peer : options.text("peers").split(",")) {
        final String[] parts = peer.split(":");
        final List<double[]> rows =
            peer(options.text("python"), parts[0], edges, whole.vertices(), parts[1]);
        if (rows.isEmpty()) {
          continue;
        }
        final List<Double> theirs = rows.stream().map(row -> row[0]).toList();
        final List<Double> times = rows.stream().map(row -> row[1]).toList();
        final String title = graph.name() + ", " + parts[0];
        all.add(Measurement.higher(title + ", modularity", "", theirs));
        all.add(Measurement.milliseconds(title + ", time", times));
        all.add(
            Measurement.higher(
                    title + ", our modularity by its",
                    "",
                    List.of(Stopwatch.median(modularity) / Stopwatch.median(theirs)))
                .withTarget(LEAST_OF_PEER));
      }
    } finally {
      Files.delete(edges);
    }
    return all;
  }

  private static Path write(RealGraph graph) throws IOException {
    final StringBuilder text = new StringBuilder();
    final int[] offsets = graph.edges().offsets();
    final int[] sources = graph.edges().sources();
    for (int v = 0; v + 1 < offsets.length; v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        text.append(sources[e]).append(' ').append(v).append('\n');
      }
    }
    return Files.writeString(Files.createTempFile("communities", ".txt"), text);
  }

  private static List<double[]> peer(
      String python, String module, Path edges, int vertices, String seeds)
      throws IOException, InterruptedException {
    final Process process =
        new ProcessBuilder(
                python, "-c", PEER, module, edges.toString(), String.valueOf(vertices), seeds)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(module + " has failed");
    }
    return out.lines()
        .map(line -> line.split(" "))
        .map(row -> new double[] {Double.parseDouble(row[0]), Double.parseDouble(row[1])})
        .toList();
  }
}
