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
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/**
 * HDRF (Petroni et al., "HDRF: stream-based partitioning for power-law graphs", CIKM 2015): each
 * edge of the stream goes where its ends are, and of two ends the one with the higher degree is
 * replicated.
 *
 * <pre>
 * theta(u) = d(u) / (d(u) + d(v)),  d = edges seen so far
 * g(u, p)  = 1 + (1 - theta(u)) if p holds u, otherwise 0
 * score(p) = g(u, p) + g(v, p) + lambda (max E - E_p) / (1 + max E - min E)
 * </pre>
 *
 * <p>Variant {@code balanced} places by the cost of {@link BalancedGreedy} instead: fewer replicas
 * and better balance on power-law graphs.
 *
 * <p>Departure: the last edges go to partitions that have none.
 *
 * <p>One pass, O(E P) time; P bits a vertex, rounded up to 64, and 4 bytes for its degree. An edge
 * is placed once and for all, so unlike other partitioners this one takes parallel and reverse
 * edges as they come.
 */
public final class Hdrf extends OptionPartitioner<Hdrf.Options> {
  /** For the service loader. */
  public Hdrf() {
    super(Options.class);
  }

  /** Which rule places an edge. */
  enum Variant {
    /** As published. */
    HDRF,
    /** The cost of {@link BalancedGreedy}. */
    BALANCED
  }

  /**
   * Options of {@code hdrf}.
   *
   * @param variant rule that places an edge
   * @param lambda weight of the balance of edges
   */
  record Options(
      @Setting(value = "hdrf, or balanced: a cost of replicas and sizes.", byDefault = "hdrf")
          @NotNull
          Variant variant,
      @Setting(
              value = "Weight of the balance of edges against replicas; variant hdrf.",
              byDefault = "1.1")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double lambda) {}

  @Override
  public String name() {
    return "hdrf";
  }

  @Override
  public String description() {
    return "one pass over the edges with memory for the vertices alone";
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return VertexReplicas.estimateBytes(vertices, partitions) + 4 * vertices;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    Options options = options(request.options());
    VertexReplicas sets = VertexReplicas.empty(edges.vertices(), request.partitions());
    EdgePlacement rule =
        options.variant == Variant.BALANCED
            ? new BalancedGreedy(
                sets, new long[request.partitions()], new long[request.partitions()], edges.edges())
            : new HdrfScore(sets, edges.vertices(), request.partitions(), options.lambda);
    EdgePlacement placement = new EveryPartition(rule, request.partitions(), edges.edges());
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
