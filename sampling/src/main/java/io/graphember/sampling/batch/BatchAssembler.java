// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backend's mini-batch of a sampled neighbourhood: blocks with their coefficients, and what
 * enters layer 0. That is the row of every vertex, fetched with one request to each host; every
 * vertex is named once in it, so no row travels twice. Or, where the caller allows it, the rows of
 * layer 0's destinations, and the sums of their neighbours added up where the rows are (push-down):
 * if they take no more bytes than the rows that would be fetched beside. That is counted in the
 * batch alone, so the path does not depend on where the partitions lie.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
public final class BatchAssembler {
  static final long MAX_FLOATS = (1 << 29) - 1;

  private final RowSource rows;
  private final BlockAssembler blocks;
  private final BatchCounts counts;
  private final @Nullable NeighborSums sums; // null if rows are always fetched
  private final RowFetches fetches;
  private final boolean sparse;

  /**
   * An assembler.
   *
   * @param rows where rows of vertices come from
   * @param partitions number of partitions P
   * @param blocks makes the blocks; lent to this assembler alone
   * @param replies how replies are waited for
   * @param pushDown true if the rows that enter layer 0 are constant and pass no dropout
   * @param sparse true if batches may have sparse rows: then they have, if the source does, and
   *     nothing is pushed down, since sums would have fewer zeros
   * @param counts hears of every batch
   */
  public BatchAssembler(
      RowSource rows,
      int partitions,
      BlockAssembler blocks,
      Replies replies,
      boolean pushDown,
      boolean sparse,
      BatchCounts counts) {
    this.rows = rows;
    this.blocks = blocks;
    this.counts = counts;
    this.sparse = sparse && rows.sparse();
    this.sums = pushDown && !this.sparse ? new NeighborSums(rows, partitions, replies) : null;
    this.fetches = new RowFetches(rows, partitions, replies);
  }

  /** An assembler of batches of dense rows. */
  public BatchAssembler(
      RowSource rows,
      int partitions,
      BlockAssembler blocks,
      Replies replies,
      boolean pushDown,
      BatchCounts counts) {
    this(rows, partitions, blocks, replies, pushDown, false, counts);
  }

  /**
   * Asks for rows before the batch is whole: those of the first {@code to} vertices, which every
   * way to assemble it needs. By any thread, but not while the batch is assembled.
   *
   * @param vids ids of the vertices, as they will stand in the neighbourhood
   * @param to not more than the destinations of the last hop
   */
  public void fetchAhead(long[] vids, int to) {
    fetches.request(vids, to);
  }

  /** Forgets rows that were asked for, of a batch that will not be assembled. */
  public void forget() {
    fetches.clear();
  }

  /**
   * Assembles one batch into buffers that belong to it until the backend has returned.
   *
   * @param neighborhood with the degrees of all vertices, if the coefficients are those of GCN, and
   *     with the lists of its last hop, if sums are to be made by the partitions that hold edges
   * @param dropoutKey key of the batch's dropout masks
   * @throws GraphemberException cancelled, with code {@link SamplingError#BATCH_TOO_LARGE}, or what
   *     a storage node failed with
   */
  public MiniBatch assemble(
      SampledNeighborhood neighborhood, BatchBuffers buffers, long dropoutKey) {
    return assemble(new EdgeNeighborhood(neighborhood, List.of(), new int[0]), buffers, dropoutKey);
  }

  /**
   * Assembles one batch whose edges are known, see {@link #assemble(SampledNeighborhood,
   * BatchBuffers, long)}.
   */
  public MiniBatch assemble(EdgeNeighborhood sampled, BatchBuffers buffers, long dropoutKey) {
    try {
      return assembled(sampled, buffers, dropoutKey);
    } finally {
      fetches.clear();
    }
  }

  private MiniBatch assembled(EdgeNeighborhood sampled, BatchBuffers buffers, long dropoutKey) {
    SampledNeighborhood neighborhood = sampled.neighborhood();
    if (sums != null && sums.worth(neighborhood, weighted())) {
      return pushedDown(sums, sampled, buffers, dropoutKey);
    }
    counts.fetched();
    final long[] vids = neighborhood.vids();
    if (sparse) {
      fetches.request(vids, vids.length);
      CsrRows entering = fetches.sparse(vids);
      return new MiniBatch(
          blocks(sampled, buffers, false), new BatchInput.Sparse(entering), dropoutKey);
    }
    ByteBuffer input = buffers.rows.ofFloats(floats(vids.length));
    fetches.request(vids, vids.length);
    fetches.write(vids, input.asFloatBuffer());
    return new MiniBatch(blocks(sampled, buffers, false), new BatchInput.Rows(input), dropoutKey);
  }

  private boolean weighted() {
    return blocks.parts().aggregation() == Aggregation.GCN_NORM;
  }

  private MiniBatch pushedDown(
      NeighborSums sums, EdgeNeighborhood sampled, BatchBuffers buffers, long dropoutKey) {
    SampledNeighborhood neighborhood = sampled.neighborhood();
    final SampledHop first = neighborhood.lastHop();
    final int destinations = first.destinations();
    final int size = floats(destinations);
    ByteBuffer self = buffers.rows.ofFloats(size);
    ByteBuffer aggregated = buffers.aggregated.ofFloats(size);
    fetches.request(neighborhood.vids(), destinations);
    sums.deal(neighborhood, blocks.edgeWeights(first, neighborhood.degrees()));
    sums.write(
        first.offsets(),
        blocks.parts().aggregation(),
        () -> fetches.write(neighborhood.vids(), self.asFloatBuffer()),
        aggregated.asFloatBuffer());
    counts.pushedDown(fetches.bytes(neighborhood.vids(), destinations) - sums.bytes(weighted()));
    return new MiniBatch(
        blocks(sampled, buffers, true), new BatchInput.Aggregated(self, aggregated), dropoutKey);
  }

  private List<Block> blocks(EdgeNeighborhood sampled, BatchBuffers buffers, boolean pushedDown) {
    List<SampledHop> hops = sampled.neighborhood().hops();
    List<Block> all = new ArrayList<>(hops.size());
    for (int layer = 0; layer < hops.size(); layer++) {
      final int number = hops.size() - 1 - layer;
      SampledHop hop = hops.get(number);
      if (layer == 0 && pushedDown) {
        hop = SampledHop.addedUp(hop.destinations());
      }
      SampledEdges edges =
          sampled.edges().isEmpty() ? SampledEdges.NONE : sampled.edges().get(number);
      all.add(blocks.block(hop, edges, sampled.neighborhood(), buffers.hop(layer)));
    }
    return all;
  }

  private int floats(long vertices) {
    final int dim = rows.dim();
    if (vertices * dim > MAX_FLOATS) {
      throw new GraphemberException(
          SamplingError.BATCH_TOO_LARGE,
          "A batch reaches %d vertices with %d features each, more than 2 GiB; lower training.batchSize or training.fanouts."
              .formatted(vertices, dim));
    }
    return (int) (vertices * dim);
  }
}
