// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.block;

import io.graphember.graph.GraphError;
import io.graphember.partition.OptionPartitioner;
import io.graphember.partition.weighted.GraphReader;
import io.graphember.partition.weighted.VertexAssignment;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;

/**
 * An edge cut for training by sampled neighbourhoods (ByteGNN, section 3.3): {@linkplain
 * NeighborhoodBlocks blocks} of vertices around those that are trained on, validate and test, each
 * {@linkplain BlockDealer dealt} to the partition to which most of its edges lead, with about as
 * many vertices of each split in every partition. How many vertices partitions have in all is not
 * balanced, as in the paper, unless that is asked for. Edges that end at a vertex are where its
 * master is; their sources are mirrors there.
 *
 * <p>Needs the split that comes with the graph. Holds the whole graph in every node: 32 bytes an
 * edge, 40 a vertex. O(E + V P), one thread. A partition may stay empty.
 */
public final class BlockPartitioner extends OptionPartitioner<BlockPartitioner.Options> {
  /** For the service loader. */
  public BlockPartitioner() {
    super(Options.class);
  }

  /**
   * Options of {@code blocks}.
   *
   * @param hops K: how far a block reaches
   * @param trainWeight alpha
   * @param validWeight beta
   * @param testWeight gamma
   * @param vertexWeight of one more term of the same form, for all vertices
   */
  record Options(
      @Setting(
              value = "Hops from a vertex in a split to the end of its block: layers of the model.",
              byDefault = "2")
          @Min(0)
          @Max(64)
          int hops,
      @Setting(
              value = "Weight of the balance of training vertices; the three weights add up.",
              byDefault = "1.0")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double trainWeight,
      @Setting(value = "Weight of the balance of validation vertices.", byDefault = "1.0")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double validWeight,
      @Setting(value = "Weight of the balance of test vertices.", byDefault = "1.0")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double testWeight,
      @Setting(
              value = "Weight of the balance of all vertices, which costs locality.",
              byDefault = "0.0")
          @DecimalMin("0")
          @DecimalMax("1000000")
          double vertexWeight) {}

  @Override
  public String name() {
    return "blocks";
  }

  @Override
  public String description() {
    return "edge cut in blocks around the vertices of the splits, as ByteGNN makes it";
  }

  @Override
  public boolean readsSplits(Map<String, String> given) {
    return true;
  }

  @Override
  public long estimateBytes(long vertices, long edges, int partitions, Map<String, String> given) {
    return 32 * edges + 40 * vertices;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final Options options = options(request.options());
    requireSplit(edges, request.splits());
    final WeightedGraph graph = new GraphReader(edges, request).read(name(), false);
    request.progress().at("cluster", 0, 1);
    final NeighborhoodBlocks blocks =
        NeighborhoodBlocks.of(
            graph, request.splits(), options.hops, CounterRandom.child(request.seed(), 0xB10C));
    final BlockDealer dealer =
        new BlockDealer(
            graph,
            blocks,
            request.splits(),
            request.partitions(),
            new double[] {
              options.vertexWeight, options.trainWeight, options.validWeight, options.testWeight
            });
    VertexAssignment.send(edges, request, sink, dealer.deal(request.cancellation()));
  }

  private static void requireSplit(EdgeStream edges, VertexSplits splits) {
    if (!splits.any((int) edges.vertices())) {
      throw new GraphemberException(
          GraphError.SPLIT_MISSING,
          "graph.partitioner = blocks: no vertex is in a split, around which blocks grow; give the source one, or use multilevel or louvain.");
    }
  }
}
