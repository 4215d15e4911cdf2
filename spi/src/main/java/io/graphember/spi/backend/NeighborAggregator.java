// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import io.graphember.spi.model.Operation;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Aggregates the rows of a layer's sources before the engine sees them, and takes gradients back to
 * them. An engine that copies what it is given, and writes the rows of all edges before it adds
 * them up, then works on as many rows as there are destinations; and one that is asked for the
 * gradient of the input keeps none of its own for all sources.
 *
 * <p>Rows are added in the order of the edges, whichever worker does it, so results repeat bit for
 * bit. Used by one thread at a time; keeps its buffer, which grows to that of the largest batch.
 */
final class NeighborAggregator {
  /** Segments and sources in a worker's share. */
  private static final int GRAIN = 512;

  /** Rows that are written at once. */
  private static final int PIECE = 16;

  private final Operation aggregator;
  private final int dim;
  private final int types;
  private final Workers workers;

  private ByteBuffer aggregated = ByteBuffer.allocateDirect(0);

  /**
   * For one layer.
   *
   * @param aggregator of the layer, see {@link io.graphember.spi.model.Program#typedAggregator()}
   * @param dim floats of a row that enters it
   */
  NeighborAggregator(Operation aggregator, int dim, Workers workers) {
    this.aggregator = aggregator;
    this.dim = dim;
    this.types = aggregator.columns() / dim;
    this.workers = workers;
  }

  /** True if what is aggregated of a block fits a buffer. */
  boolean takes(Block block) {
    return FloatMemory.takes(block.destinations(), aggregator.columns());
  }

  /**
   * The edges of a block of the layer, as the operator adds them up; O(edges).
   *
   * @throws IllegalArgumentException if an edge leads nowhere
   */
  EdgeSegments segments(Block block) {
    return new EdgeSegments(block, aggregator.operator(), types);
  }

  /**
   * What the operator gives of the rows; O(edges dim).
   *
   * @param segments of the block
   * @param input rows of its sources
   * @return rows on memory of this object, valid until the next call
   */
  ByteBuffer aggregate(EdgeSegments segments, ByteBuffer input) {
    aggregated = FloatMemory.room(aggregated, segments.count(), dim);
    final FloatBuffer rows = FloatMemory.view(input);
    final FloatBuffer target = FloatMemory.view(aggregated);
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
    return aggregated;
  }

  /** {@link #aggregate}, with one row for each destination. */
  EngineInput.Part part(EdgeSegments segments, ByteBuffer input) {
    return new EngineInput.Part(aggregate(segments, input), aggregator.columns());
  }

  /**
   * The gradients of the rows of a block's sources.
   *
   * @param segments of the block
   * @param self gradients of the destinations' own rows
   * @param sums gradients of what {@link #aggregate} gave
   */
  RowSource gradients(Block block, EdgeSegments segments, ByteBuffer self, ByteBuffer sums) {
    return new NeighborGradients(block, segments, dim, self, sums);
  }

  /** Writes rows of sources to a buffer; O(sources dim) and what the rows cost. */
  void write(RowSource rows, int sources, ByteBuffer buffer) {
    final FloatBuffer target = FloatMemory.view(buffer);
    workers.each(
        sources,
        GRAIN,
        (worker, from, to) -> {
          float[] piece = new float[PIECE * dim];
          for (int v = from; v < to; v += PIECE) {
            final int count = Math.min(PIECE, to - v);
            rows.load(v, count, piece, dim);
            target.put(v * dim, piece, 0, count * dim);
          }
        });
  }

  private static void add(float factor, float[] row, float[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * row[j];
    }
  }
}
