// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.partition.OptionPartitioner;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Arrays;
import java.util.Map;

/**
 * Fennel (Tsourakakis, Gkantsidis, Radunovic, Vojnovic, "FENNEL: streaming graph partitioning for
 * massive scale graphs", WSDM 2014): an edge cut. One vertex after the other goes to the partition
 * that has most of its neighbours, less what its size costs,
 *
 * <pre>
 * score(p) = |N(v) and S_p| - alpha gamma |S_p|^(gamma - 1),  alpha = P^(gamma - 1) m / n^gamma
 * </pre>
 *
 * <p>as long as it has at most {@code slack n / P} vertices. Its master is there, and so are the
 * edges that end at it; the other ends of those are mirrors. Neighbours are the sources of the
 * edges that end at a vertex: all of them if the graph is symmetrised.
 *
 * <p>More passes stream the vertices again, each with what the one before has made of the others
 * (Nishimura, Ugander, "Restreaming graph partitioning", KDD 2013).
 *
 * <p>O(E + V P) a pass; 4 bytes a vertex, and the neighbours of one. Vertices balance, edges need
 * not; a partition may stay empty.
 */
public final class Fennel extends OptionPartitioner<Fennel.Options> {
  private static final int MOST_AT_ONCE = 8192;

  /** For the service loader. */
  public Fennel() {
    super(Options.class);
  }

  /**
   * Options of {@code fennel}.
   *
   * @param gamma exponent of the cost of a partition's size
   * @param slack factor of its share of vertices that a partition takes at most
   * @param passes how often the vertices are streamed
   */
  record Options(
      @Setting(value = "Exponent of the cost of a partition's size.", byDefault = "1.5")
          @DecimalMin(value = "1", inclusive = false)
          @DecimalMax("10")
          double gamma,
      @Setting(
              value = "A partition takes this times its share of the vertices at most.",
              byDefault = "1.1")
          @DecimalMin("1")
          @DecimalMax("64")
          double slack,
      @Setting(
              value =
                  "How often the vertices are streamed; more passes cut fewer edges where edges go"
                      + " both ways.",
              byDefault = "1")
          @Min(1)
          @Max(100)
          int passes) {}

  @Override
  public String name() {
    return "fennel";
  }

  @Override
  public String description() {
    return "edge cut: one vertex after the other goes to most of its neighbours";
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return 4 * vertices + 10 * Math.min(edges, vertices); // neighbours of one, in a growing array
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final Options options = options(request.options());
    final VertexStream stream = new VertexStream(edges, request);
    final long[] placed = new long[1];
    stream.forEach("count", (vertex, neighbors, count) -> placed[0]++);
    final FennelPlacement placement =
        new FennelPlacement(
            (int) edges.vertices(),
            placed[0],
            edges.edges(),
            request.partitions(),
            options.gamma,
            options.slack);
    for (int pass = 1; pass < options.passes; pass++) {
      stream.forEach("stream", placement::place);
    }
    final int[] assigned = new int[MOST_AT_ONCE];
    stream.forEach(
        "stream",
        (vertex, neighbors, count) -> {
          final int partition = placement.place(vertex, neighbors, count);
          sink.assignMaster(vertex, partition);
          Arrays.fill(assigned, 0, Math.min(count, assigned.length), partition);
          for (int left = count; left > 0; left -= assigned.length) {
            sink.assignEdges(assigned, Math.min(left, assigned.length));
          }
        });
  }
}
