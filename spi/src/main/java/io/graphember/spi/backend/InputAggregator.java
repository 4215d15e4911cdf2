// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import io.graphember.spi.model.Operator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Aggregates the rows of layer 0's sources before the engine sees them, and takes gradients back to
 * them. An engine that copies what it is given, and writes the rows of all edges before it adds
 * them up, then works on as many rows as there are destinations; and one that is asked for the
 * gradient of the input keeps none of its own for all sources.
 *
 * <p>Rows are added in the order of the edges, whichever worker does it, so results repeat bit for
 * bit. Used by one thread at a time; keeps its buffers, which grow to those of the largest batch.
 */
final class InputAggregator {
  /** Segments and sources in a worker's share. */
  private static final int GRAIN = 512;

  private final Operator operator;
  private final int dim;
  private final int types;
  private final Workers workers;

  private ByteBuffer aggregated = ByteBuffer.allocateDirect(0);
  private ByteBuffer ofSelf = ByteBuffer.allocateDirect(0);
  private ByteBuffer ofAggregated = ByteBuffer.allocateDirect(0);

  /**
   * For one model.
   *
   * @param operator aggregator of its first layer, see {@link
   *     io.graphember.spi.model.Program#typedAggregator()}
   * @param dim floats of an input row
   * @param aggregatedDim floats of what is aggregated for a destination: {@code dim}, or that times
   *     the number of edge types
   */
  InputAggregator(Operator operator, int dim, int aggregatedDim, Workers workers) {
    this.operator = operator;
    this.dim = dim;
    this.types = aggregatedDim / dim;
    this.workers = workers;
  }

  /** True if what is aggregated of a block fits a buffer. */
  boolean takes(Block block) {
    return (long) Float.BYTES * block.destinations() * types * dim <= Integer.MAX_VALUE;
  }

  /**
   * The edges of a block of layer 0, as the operator adds them up; O(edges).
   *
   * @throws IllegalArgumentException if an edge leads nowhere
   */
  EdgeSegments segments(Block block) {
    return new EdgeSegments(block, operator, types);
  }

  /**
   * What the operator gives of the rows; O(edges dim).
   *
   * @param segments of the block
   * @param input rows of its sources
   * @return rows on the memory of the input and of this object, valid until the next call
   */
  BatchInput.Aggregated aggregate(EdgeSegments segments, BatchInput.Rows input) {
    aggregated = room(aggregated, segments.count());
    final FloatBuffer rows = floats(input.rows());
    final FloatBuffer target = floats(aggregated);
    workers.each(
        segments.count(),
        GRAIN,
        (worker, from, to) -> {
          float[] row = new float[dim];
          float[] sum = new float[dim];
          for (int s = from; s < to; s++) {
            Arrays.fill(sum, 0);
            for (int e = segments.begin(s); e < segments.end(s); e++) {
              rows.get(segments.source(e) * dim, row);
              add(segments.factor(s, e), row, sum);
            }
            target.put(s * dim, sum);
          }
        });
    return new BatchInput.Aggregated(input.rows(), aggregated);
  }

  /** Room for the gradients of what {@link #aggregate} gives, valid until the next call. */
  BatchInput.Aggregated gradients(Block block) {
    ofSelf = room(ofSelf, block.destinations());
    ofAggregated = room(ofAggregated, block.destinations() * types);
    return new BatchInput.Aggregated(ofSelf, ofAggregated);
  }

  /**
   * Takes gradients of aggregated rows back to the rows themselves; O(sources dim + edges dim).
   *
   * @param segments of the block
   * @param gradients of what {@link #aggregate} gave for it
   * @param ofRows overwritten with those of the rows of its sources
   */
  void spread(
      Block block, EdgeSegments segments, BatchInput.Aggregated gradients, ByteBuffer ofRows) {
    final EdgesBySource edges = new EdgesBySource(segments, block.sources());
    final FloatBuffer self = floats(gradients.self());
    final FloatBuffer sums = floats(gradients.aggregated());
    final FloatBuffer target = floats(ofRows);
    workers.each(
        block.sources(),
        GRAIN,
        (worker, from, to) -> {
          float[] row = new float[dim];
          float[] sum = new float[dim];
          for (int v = from; v < to; v++) {
            if (v < block.destinations()) {
              self.get(v * dim, sum);
            } else {
              Arrays.fill(sum, 0);
            }
            for (int i = edges.begin(v); i < edges.end(v); i++) {
              sums.get(edges.segment(i) * dim, row);
              add(edges.factor(i), row, sum);
            }
            target.put(v * dim, sum);
          }
        });
  }

  private static void add(float factor, float[] row, float[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * row[j];
    }
  }

  /** A buffer with a quarter to spare if it is a new one, for the larger batch that may come. */
  private ByteBuffer room(ByteBuffer buffer, int rows) {
    final long bytes = (long) Float.BYTES * dim * rows;
    if (buffer.capacity() >= bytes) {
      return buffer;
    }
    final long capacity = Math.min(bytes + bytes / 4, Integer.MAX_VALUE);
    return ByteBuffer.allocateDirect((int) capacity).order(ByteOrder.nativeOrder());
  }

  private static FloatBuffer floats(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer();
  }
}
