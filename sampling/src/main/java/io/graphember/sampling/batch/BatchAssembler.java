// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.memory.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a backend's mini-batch of a sampled neighbourhood: blocks with their coefficients, and the
 * rows of every vertex, fetched with one request to each host. Every vertex is named once in it, so
 * no row travels twice.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
public final class BatchAssembler {
  private static final long MAX_FLOATS = (1 << 29) - 1;

  private final RowSource rows;
  private final int partitions;
  private final Aggregation aggregation;
  private final Replies replies;
  private final IntArray[] rowsByPartition;
  private final IntArray[] targetsByPartition;

  /**
   * An assembler.
   *
   * @param rows where rows of vertices come from
   * @param partitions number of partitions P
   * @param aggregation decides the coefficients of the blocks
   * @param replies how replies are waited for
   */
  public BatchAssembler(RowSource rows, int partitions, Aggregation aggregation, Replies replies) {
    this.rows = rows;
    this.partitions = partitions;
    this.aggregation = aggregation;
    this.replies = replies;
    this.rowsByPartition = new IntArray[partitions];
    this.targetsByPartition = new IntArray[partitions];
    for (int p = 0; p < partitions; p++) {
      rowsByPartition[p] = new IntArray(64);
      targetsByPartition[p] = new IntArray(64);
    }
  }

  /**
   * Assembles one batch into buffers that belong to it until the backend has returned.
   *
   * @param dropoutKey key of the batch's dropout masks
   * @throws GraphemberException cancelled, with code {@link SamplingError#BATCH_TOO_LARGE}, or what
   *     a storage node failed with
   */
  public MiniBatch assemble(
      SampledNeighborhood neighborhood, BatchBuffers buffers, long dropoutKey) {
    List<SampledHop> hops = neighborhood.hops();
    List<Block> blocks = new ArrayList<>(hops.size());
    for (int layer = 0; layer < hops.size(); layer++) {
      SampledHop hop = hops.get(hops.size() - 1 - layer);
      blocks.add(block(hop, neighborhood.degrees(), buffers.hop(layer)));
    }
    ByteBuffer input = fetch(neighborhood.vids(), buffers);
    return new MiniBatch(blocks, new BatchInput.Rows(input), dropoutKey);
  }

  private Block block(SampledHop hop, int[] degrees, BatchBuffers.HopBuffers buffers) {
    int edges = hop.neighbors().length;
    ByteBuffer offsets = buffers.offsets.ofFloats(hop.destinations() + 1);
    offsets.asIntBuffer().put(hop.offsets(), 0, hop.destinations() + 1);
    ByteBuffer neighbors = buffers.neighbors.ofFloats(edges);
    IntBuffer neighborInts = neighbors.asIntBuffer();
    neighborInts.put(hop.neighbors());
    ByteBuffer edgeWeights = null;
    ByteBuffer selfWeights = null;
    if (aggregation == Aggregation.GCN_NORM) {
      edgeWeights = buffers.edgeWeights.ofFloats(edges);
      selfWeights = buffers.selfWeights.ofFloats(hop.destinations());
      gcnNorm(hop, degrees, edgeWeights.asFloatBuffer(), selfWeights.asFloatBuffer());
    }
    return new Block(
        hop.destinations(), hop.sources(), edges, offsets, neighbors, edgeWeights, selfWeights);
  }

  private static void gcnNorm(
      SampledHop hop, int[] degrees, FloatBuffer edgeWeights, FloatBuffer selfWeights) {
    final int[] offsets = hop.offsets();
    final int[] neighbors = hop.neighbors();
    for (int v = 0; v < hop.destinations(); v++) {
      final int first = offsets[v];
      final int end = offsets[v + 1];
      final double degree = degrees[v] + 1.0;
      final double scale = first == end ? 0 : degrees[v] / (double) (end - first);
      for (int e = first; e < end; e++) {
        double product = degree * (degrees[neighbors[e]] + 1.0);
        edgeWeights.put(e, (float) (scale / Math.sqrt(product)));
      }
      selfWeights.put(v, (float) (1 / degree));
    }
  }

  private ByteBuffer fetch(long[] vids, BatchBuffers buffers) {
    final int dim = rows.dim();
    for (int p = 0; p < partitions; p++) {
      rowsByPartition[p].size = 0;
      targetsByPartition[p].size = 0;
    }
    for (int i = 0; i < vids.length; i++) {
      int p = Vid.partition(vids[i]);
      rowsByPartition[p].add(Vid.local(vids[i]));
      targetsByPartition[p].add(i);
    }
    final int size = floats(vids.length, dim);
    float[][] fetched =
        Exchange.run(
            rows.hosts(),
            rows::host,
            partitions,
            p ->
                rowsByPartition[p].size == 0
                    ? null
                    : new RowRequest(p, rowsByPartition[p].toArray()),
            rows::fetch,
            () -> {},
            float[][]::new,
            reply -> replies.await(reply, "the rows of a batch"));
    ByteBuffer input = buffers.rows.ofFloats(size);
    FloatBuffer floats = input.asFloatBuffer();
    for (int p = 0; p < partitions; p++) {
      final int[] targets = targetsByPartition[p].values;
      requireRows(fetched[p], targetsByPartition[p].size, dim);
      for (int i = 0; i < targetsByPartition[p].size; i++) {
        floats.put(targets[i] * dim, fetched[p], i * dim, dim);
      }
    }
    return input;
  }

  private static int floats(long rows, int dim) {
    if (rows * dim > MAX_FLOATS) {
      throw new GraphemberException(
          SamplingError.BATCH_TOO_LARGE,
          "A batch reaches %d vertices with %d features each, more than 2 GiB; lower training.batchSize or training.fanouts."
              .formatted(rows, dim));
    }
    return (int) (rows * dim);
  }

  private static void requireRows(float[] fetched, int rows, int dim) {
    int length = fetched == null ? 0 : fetched.length;
    if (length != rows * dim) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with %d floats for %d rows of %d.".formatted(length, rows, dim));
    }
  }
}
