// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.community;

import io.graphember.graph.community.CommunityGraph;
import io.graphember.graph.community.CommunityTree;
import io.graphember.graph.community.Louvain;
import io.graphember.partition.OptionPartitioner;
import io.graphember.partition.weighted.GraphReader;
import io.graphember.partition.weighted.VertexAssignment;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;
import java.util.Arrays;
import java.util.Map;

/**
 * An edge cut along communities: those of the {@linkplain Louvain Louvain method} are {@linkplain
 * CommunityDealer dealt} to partitions. Communities grow up to the share of a partition and no
 * further, so none has to be torn because it is too large; one that fits nowhere whole is dealt in
 * the smaller communities that it is made of. Edges that end at a vertex are where its master is;
 * their sources are mirrors there.
 *
 * <p>Holds the whole graph in every node: 64 bytes an edge, 120 a vertex. About O(E) a level of
 * communities, one thread. A partition may stay empty.
 */
public final class CommunityPartitioner extends OptionPartitioner<CommunityPartitioner.Options> {
  /** For the service loader. */
  public CommunityPartitioner() {
    super(Options.class);
  }

  /** What partitions have equal shares of. */
  enum Balance {
    /** Vertices. */
    VERTICES,
    /** Edges that end at a partition's masters. */
    EDGES
  }

  /**
   * Options of {@code louvain}.
   *
   * @param resolution weight of chance in modularity
   * @param balance what partitions have equal shares of
   * @param imbalance factor of its share that a partition has at most
   */
  record Options(
      @Setting(value = "Above 1 gives smaller communities, below 1 larger ones.", byDefault = "1.0")
          @DecimalMin(value = "0", inclusive = false)
          @DecimalMax("1000")
          double resolution,
      @Setting(
              value = "What balances: vertices, or edges, those that end at a partition's masters.",
              byDefault = "vertices")
          @NotNull
          Balance balance,
      @Setting(
              value = "A partition has this times its share of what balances at most.",
              byDefault = "1.05")
          @DecimalMin("1")
          @DecimalMax("64")
          double imbalance) {}

  @Override
  public String name() {
    return "louvain";
  }

  @Override
  public String description() {
    return "edge cut along communities, found by the Louvain method";
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return 32 * edges + Louvain.estimateBytes(vertices, 2 * edges) + 40 * vertices;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final Options options = options(request.options());
    final boolean ofEdges = options.balance == Balance.EDGES;
    final WeightedGraph graph = new GraphReader(edges, request).read(name(), ofEdges);
    request.progress().at("cluster", 0, 1);
    final int[] weights = graph.weights()[ofEdges ? 1 : 0];
    final long[] sizes = new long[weights.length];
    Arrays.setAll(sizes, v -> weights[v]);
    final long total = Arrays.stream(sizes).sum();
    final long share = Math.max(1, (total + request.partitions() - 1) / request.partitions());
    final CommunityTree communities =
        new Louvain(options.resolution, share)
            .find(
                new CommunityGraph(graph.offsets(), graph.neighbors(), graph.edgeWeights()),
                sizes,
                CounterRandom.child(request.seed(), 0x10F),
                request.cancellation());
    final long most =
        Math.max(share, (long) (options.imbalance * ((double) total / request.partitions())));
    VertexAssignment.send(
        edges,
        request,
        sink,
        new CommunityDealer(graph, communities, request.partitions(), most)
            .deal(request.cancellation()));
  }
}
