// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.EdgeBatches;
import io.graphember.partition.OptionPartitioner;
import io.graphember.partition.Partitioners;
import io.graphember.partition.ShardPartitioner;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/**
 * Leaves a graph to another partitioner with its defaults, which is chosen by the degrees of the
 * graph, its splits, its size against the memory of nodes, the number of partitions, and the
 * strategy of the job: see {@link Chosen}, by which loads find out before they cut. One that is run
 * as it is counts the degrees in the stream, 4 bytes a vertex, and takes all memory for free.
 */
public final class AutoPartitioner extends OptionPartitioner<AutoPartitioner.Options> {
  /** For the service loader. */
  public AutoPartitioner() {
    super(Options.class);
  }

  /**
   * Options of {@code auto}.
   *
   * @param strategy what the graph is cut for
   */
  record Options(
      @Setting(
              value =
                  "What the graph is cut for; without it the strategy of the job that loads it.",
              byDefault = "none")
          @NotNull
          Strategy strategy) {}

  @Override
  public String name() {
    return GraphSettings.AUTO;
  }

  @Override
  public String description() {
    return "the partitioner that fits the graph and the job, and why";
  }

  @Override
  public boolean readsSplits(Map<String, String> given) {
    return true;
  }

  /** What the least demanding choice takes; more is taken once another one is chosen. */
  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return Math.max(4 * vertices, get("hdrf").estimateBytes(vertices, edges, partitions, Map.of()));
  }

  /** The partitioner of a name. */
  Partitioner get(String name) {
    return new Partitioners(AutoPartitioner.class.getClassLoader()).get(name);
  }

  /**
   * Chooses.
   *
   * @param given the user's options
   */
  PartitionerChoice choose(GraphFigures graph, int partitions, Map<String, String> given) {
    return new ChoiceTable(
            options(given).strategy, partitions, graph, name -> bytes(name, graph, partitions))
        .choose();
  }

  /** Of several shards each has the edges at its vertices, if they cut together. */
  private long bytes(String name, GraphFigures graph, int partitions) {
    final Partitioner partitioner = get(name);
    final long edges =
        partitioner instanceof ShardPartitioner && graph.shards() > 1
            ? 2 * graph.edges() / graph.shards()
            : graph.edges();
    return partitioner.estimateBytes(graph.vertices(), edges, partitions, Map.of());
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final int[] degrees = new int[(int) edges.vertices()];
    EdgeBatches.read(
        edges,
        request,
        "count",
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            degrees[destinations[i]]++;
          }
        });
    final GraphFigures figures =
        GraphFigures.of(degrees.length, v -> degrees[v], request.splits(), Long.MAX_VALUE);
    edges.rewind();
    get(choose(figures, request.partitions(), request.options()).name())
        .partition(edges, request.withOptions(Map.of()), sink);
  }
}
