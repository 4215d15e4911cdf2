// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.RealGraph;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.cli.partition.NamedPartitioner;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.EdgeIncidences;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.schema.Split;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.GivenAssignment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What of the neighbourhoods of training vertices is in the partition of their masters: ByteGNN,
 * section 5.4.4, counts the requests that are local. A neighbourhood has every vertex up to so many
 * hops away, each once.
 */
final class NeighborhoodLocality {
  private final RealGraph graph;
  private final int hops;
  private final int[] metBy; // training vertex that has met a vertex last, plus 1
  private final int[] queue;

  private NeighborhoodLocality(RealGraph graph, int hops) {
    this.graph = graph;
    this.hops = hops;
    metBy = new int[graph.splits().length];
    queue = new int[metBy.length];
  }

  static List<Measurement> measure(BenchmarkOptions options) {
    final double[] shares =
        Stream.of(options.text("split").split(",")).mapToDouble(Double::parseDouble).toArray();
    final List<Measurement> all = new ArrayList<>();
    for (String name : options.text("graphs").split(",")) {
      final RealGraph read = RealGraph.symmetric(Path.of(options.text("data")), name);
      for (String count : options.text("partitions").split(",")) {
        for (String partitioner : options.text("partitioners").split(";")) {
          all.addAll(measure(read, shares, partitioner, Integer.parseInt(count), options));
        }
      }
    }
    return all;
  }

  private static List<Measurement> measure(
      RealGraph read,
      double[] shares,
      String partitioner,
      int partitions,
      BenchmarkOptions options) {
    final List<Double> local = new ArrayList<>();
    final List<Double> train = new ArrayList<>();
    final List<Double> vertices = new ArrayList<>();
    for (int seed = 0; seed < Integer.parseInt(options.text("seeds")); seed++) {
      final RealGraph graph = read.split(shares, seed);
      final int[] masters = masters(graph, partitioner, partitions, seed);
      local.add(
          new NeighborhoodLocality(graph, Integer.parseInt(options.text("hops"))).share(masters));
      train.add(imbalance(graph, masters, partitions, true));
      vertices.add(imbalance(graph, masters, partitions, false));
    }
    final String title = "%s, %s, P = %d".formatted(read.name(), partitioner, partitions);
    return List.of(
        Measurement.higher(title, "local", local),
        Measurement.lower(title, "train, most by mean", train),
        Measurement.lower(title, "masters, most by mean", vertices));
  }

  private static int[] masters(RealGraph graph, String partitioner, int partitions, long seed) {
    final NamedPartitioner named = NamedPartitioner.parse(partitioner).orElseThrow();
    final GraphSettings settings =
        SettingsDocument.parse(
                "graph",
                "{name: real, partitions: %d, partitioner: '%s', seed: %d, partitionerOptions: {%s}}"
                    .formatted(
                        partitions,
                        named.name(),
                        seed,
                        String.join(
                            ", ",
                            named.options().entrySet().stream()
                                .map(option -> option.getKey() + ": " + option.getValue())
                                .toList())))
            .bind(GraphSettings.class);
    final EdgeAssignment assignment =
        EdgeAssignment.by(
            named.find(partitions),
            graph.edges(),
            EdgeAssignment.request(
                settings,
                GivenAssignment.EMPTY,
                v -> graph.splits()[v],
                graph.numbering().vertexTypes(),
                Workers.CALLER,
                (phase, done, total) -> {},
                Cancellation.NEVER));
    final LocalVertices all = LocalVertices.all(graph.numbering().counts());
    final ReplicaTable replicas =
        ReplicaTable.of(
            new EdgeIncidences(
                new PlacedTable(graph.edges(), assignment, graph.numbering().edgeSchema().types()),
                all,
                ShardExchange.ALONE),
            all,
            graph.numbering(),
            MasterGroups.NO_GROUPS,
            ShardExchange.ALONE);
    final int[] masters = new int[graph.splits().length];
    Arrays.setAll(masters, replicas::masterOf);
    return masters;
  }

  private static double imbalance(
      RealGraph graph, int[] masters, int partitions, boolean training) {
    final long[] counts = new long[partitions];
    for (int v = 0; v < masters.length; v++) {
      counts[masters[v]] += !training || graph.splits()[v] == Split.TRAIN.code() ? 1 : 0;
    }
    return (double) Arrays.stream(counts).max().orElseThrow()
        * partitions
        / Arrays.stream(counts).sum();
  }

  private double share(int[] masters) {
    long met = 0;
    long local = 0;
    for (int v = 0; v < masters.length; v++) {
      if (graph.splits()[v] != Split.TRAIN.code()) {
        continue;
      }
      final int count = neighborhood(v);
      for (int i = 1; i < count; i++) {
        local += masters[queue[i]] == masters[v] ? 1 : 0;
      }
      met += count - 1;
    }
    return (double) local / met;
  }

  /** Fills the queue with a vertex and its neighbourhood; how many they are. */
  private int neighborhood(int vertex) {
    final int[] offsets = graph.edges().offsets();
    final int[] sources = graph.edges().sources();
    queue[0] = vertex;
    metBy[vertex] = vertex + 1;
    int end = 1;
    int from = 0;
    for (int hop = 0; hop < hops; hop++) {
      for (final int to = end; from < to; from++) {
        for (int e = offsets[queue[from]]; e < offsets[queue[from] + 1]; e++) {
          if (metBy[sources[e]] != vertex + 1) {
            metBy[sources[e]] = vertex + 1;
            queue[end++] = sources[e];
          }
        }
      }
    }
    return end;
  }
}
