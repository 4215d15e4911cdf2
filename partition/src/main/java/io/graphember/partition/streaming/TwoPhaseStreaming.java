// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.partition.EdgeBatches;
import io.graphember.partition.OptionPartitioner;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/**
 * 2PS (Mayer, Orujzade, Jacobsen, "Out-of-core edge partitioning at linear run-time", ICDE 2022):
 * first a stream of the edges makes clusters of vertices ({@link VertexClusters}), which are dealt
 * to partitions; then edges go where their clusters are ({@link ClusterPlacement}).
 *
 * <p>Departure: the last edges go to partitions that have none.
 *
 * <p>Reads the edges three times and once for each pass of clustering. O(E P) time, O(E) with
 * variant {@code linear} as long as the partitions of the two clusters have room; P bits a vertex,
 * rounded up to 64, and 32 bytes. Parallel and reverse edges are placed as they come.
 */
public final class TwoPhaseStreaming extends OptionPartitioner<TwoPhaseStreaming.Options> {
  /** For the service loader. */
  public TwoPhaseStreaming() {
    super(Options.class);
  }

  /** Which partitions are looked at for an edge between two clusters. */
  enum Variant {
    /** All, by the score of HDRF: 2PS-HDRF. */
    HDRF,
    /** Those of the two clusters: 2PS-L. */
    LINEAR
  }

  /**
   * Options of {@code 2ps}.
   *
   * @param variant which partitions are looked at
   * @param imbalance factor of its share of edges that a partition takes at most
   * @param lambda weight of the balance of edges
   * @param passes passes of clustering
   */
  record Options(
      @Setting(
              value =
                  "Partitions that an edge between two clusters may go to: hdrf all, linear those of"
                      + " the two, in less time.",
              byDefault = "hdrf")
          @NotNull
          Variant variant,
      @Setting(
              value = "A partition takes this times its share of the edges at most.",
              byDefault = "1.05")
          @DecimalMin("1")
          @DecimalMax("64")
          double imbalance,
      @Setting(
              value = "Weight of the balance of edges against replicas; variant hdrf.",
              byDefault = "1.1")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double lambda,
      @Setting(value = "How often the edges are read to make clusters.", byDefault = "1")
          @Min(1)
          @Max(100)
          int passes) {}

  @Override
  public String name() {
    return "2ps";
  }

  @Override
  public String description() {
    return "clusters of vertices by one pass over the edges, then each edge near its clusters";
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return VertexReplicas.estimateBytes(vertices, partitions)
        + VertexClusters.estimateBytes(vertices)
        + (8 + 4 + 4) * vertices; // clusters in order, the partition of each, and of each vertex
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final Options options = options(request.options());
    final VertexReplicas sets = VertexReplicas.empty(edges.vertices(), request.partitions());
    final VertexClusters clusters = VertexClusters.of(edges, request, options.passes);
    final ClusterPlacement rule =
        new ClusterPlacement(
            sets,
            clusters,
            request.partitions(),
            (long) Math.ceil(options.imbalance * edges.edges() / request.partitions()),
            options);
    rule.placeInner(edges, request);
    final EdgePlacement placement = new EveryPartition(rule, request.partitions(), edges.edges());
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          for (int i = 0; i < count; i++) {
            assigned[i] = placement.place(sources[i], destinations[i]);
          }
        });
  }
}
