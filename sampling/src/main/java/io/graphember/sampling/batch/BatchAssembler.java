// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

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
  private static final long MAX_FLOATS = (1 << 29) - 1;

  private final RowSource rows;
  private final Aggregation aggregation;
  private final BatchCounts counts;
  private final NeighborSums sums; // null if rows are always fetched
  private final RowFetches fetches;
  private float[] coefficients = new float[1024];
  private boolean selfLoops;

  /**
   * An assembler.
   *
   * @param rows where rows of vertices come from
   * @param partitions number of partitions P
   * @param aggregation decides the coefficients of the blocks
   * @param replies how replies are waited for
   * @param pushDown true if the rows that enter layer 0 are constant and pass no dropout
   * @param counts hears of every batch
   */
  public BatchAssembler(
      RowSource rows,
      int partitions,
      Aggregation aggregation,
      Replies replies,
      boolean pushDown,
      BatchCounts counts) {
    this.rows = rows;
    this.aggregation = aggregation;
    this.counts = counts;
    this.sums = pushDown ? new NeighborSums(rows, partitions, replies) : null;
    this.fetches = new RowFetches(rows, partitions, replies);
  }

  /**
   * Makes every destination the first of its own neighbours; such batches are not pushed down.
   *
   * @return this assembler
   */
  public BatchAssembler withSelfLoops() {
    selfLoops = true;
    return this;
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
    try {
      return assembled(neighborhood, buffers, dropoutKey);
    } finally {
      fetches.clear();
    }
  }

  private MiniBatch assembled(
      SampledNeighborhood neighborhood, BatchBuffers buffers, long dropoutKey) {
    if (sums != null
        && !selfLoops
        && sums.worth(neighborhood, aggregation == Aggregation.GCN_NORM)) {
      return pushedDown(neighborhood, buffers, dropoutKey);
    }
    counts.fetched();
    final long[] vids = neighborhood.vids();
    ByteBuffer input = buffers.rows.ofFloats(floats(vids.length));
    fetches.request(vids, vids.length);
    fetches.write(vids, input.asFloatBuffer());
    return new MiniBatch(
        blocks(neighborhood, buffers, false), new BatchInput.Rows(input), dropoutKey);
  }

  private MiniBatch pushedDown(
      SampledNeighborhood neighborhood, BatchBuffers buffers, long dropoutKey) {
    final boolean weighted = aggregation == Aggregation.GCN_NORM;
    final SampledHop first = neighborhood.lastHop();
    final int destinations = first.destinations();
    final int size = floats(destinations);
    ByteBuffer self = buffers.rows.ofFloats(size);
    ByteBuffer aggregated = buffers.aggregated.ofFloats(size);
    fetches.request(neighborhood.vids(), destinations);
    sums.deal(neighborhood, edgeWeights(first, neighborhood.degrees()));
    sums.write(
        first.offsets(),
        weighted,
        aggregation == Aggregation.MEAN,
        () -> fetches.write(neighborhood.vids(), self.asFloatBuffer()),
        aggregated.asFloatBuffer());
    counts.pushedDown(fetches.bytes(neighborhood.vids(), destinations) - sums.bytes(weighted));
    return new MiniBatch(
        blocks(neighborhood, buffers, true),
        new BatchInput.Aggregated(self, aggregated),
        dropoutKey);
  }

  private List<Block> blocks(
      SampledNeighborhood neighborhood, BatchBuffers buffers, boolean pushedDown) {
    List<SampledHop> hops = neighborhood.hops();
    List<Block> blocks = new ArrayList<>(hops.size());
    for (int layer = 0; layer < hops.size(); layer++) {
      SampledHop hop = hops.get(hops.size() - 1 - layer);
      if (layer == 0 && pushedDown) {
        hop = new SampledHop(hop.destinations(), hop.destinations(), null, new int[0]);
      }
      blocks.add(block(selfLoops ? looped(hop) : hop, neighborhood.degrees(), buffers.hop(layer)));
    }
    return blocks;
  }

  private static SampledHop looped(SampledHop hop) {
    final int destinations = hop.destinations();
    int[] offsets = new int[destinations + 1];
    int[] neighbors = new int[hop.neighbors().length + destinations];
    for (int v = 0; v < destinations; v++) {
      final int from = hop.offsets()[v];
      final int count = hop.offsets()[v + 1] - from;
      neighbors[offsets[v]] = v;
      System.arraycopy(hop.neighbors(), from, neighbors, offsets[v] + 1, count);
      offsets[v + 1] = offsets[v] + 1 + count;
    }
    return new SampledHop(destinations, hop.sources(), offsets, neighbors);
  }

  /** A block; one whose edges were added up already has no offsets. */
  private Block block(SampledHop hop, int[] degrees, BatchBuffers.HopBuffers buffers) {
    final int edges = hop.neighbors().length;
    final int destinations = hop.destinations();
    ByteBuffer offsets = buffers.offsets.ofFloats(destinations + 1);
    offsets
        .asIntBuffer()
        .put(
            hop.offsets() == null ? new int[destinations + 1] : hop.offsets(), 0, destinations + 1);
    ByteBuffer neighbors = buffers.neighbors.ofFloats(edges);
    neighbors.asIntBuffer().put(hop.neighbors());
    ByteBuffer edgeWeights = null;
    ByteBuffer selfWeights = null;
    if (aggregation == Aggregation.GCN_NORM) {
      edgeWeights = buffers.edgeWeights.ofFloats(edges);
      if (edges > 0) {
        edgeWeights.asFloatBuffer().put(edgeWeights(hop, degrees), 0, edges);
      }
      selfWeights = buffers.selfWeights.ofFloats(destinations);
      FloatBuffer selves = selfWeights.asFloatBuffer();
      for (int v = 0; v < destinations; v++) {
        selves.put(v, (float) (1 / (degrees[v] + 1.0)));
      }
    }
    return new Block(
        destinations, hop.sources(), edges, offsets, neighbors, edgeWeights, selfWeights);
  }

  /** The coefficient of each edge, valid until the next call; null for a mean. */
  private float[] edgeWeights(SampledHop hop, int[] degrees) {
    if (aggregation != Aggregation.GCN_NORM) {
      return null;
    }
    if (coefficients.length < hop.neighbors().length) {
      coefficients = new float[hop.neighbors().length];
    }
    gcnNorm(hop, degrees, coefficients);
    return coefficients;
  }

  private static void gcnNorm(SampledHop hop, int[] degrees, float[] edgeWeights) {
    final int[] offsets = hop.offsets();
    final int[] neighbors = hop.neighbors();
    for (int v = 0; v < hop.destinations(); v++) {
      final int first = offsets[v];
      final int end = offsets[v + 1];
      final double degree = degrees[v] + 1.0;
      final double scale = first == end ? 0 : degrees[v] / (double) (end - first);
      for (int e = first; e < end; e++) {
        double product = degree * (degrees[neighbors[e]] + 1.0);
        edgeWeights[e] = (float) (scale / Math.sqrt(product));
      }
    }
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
