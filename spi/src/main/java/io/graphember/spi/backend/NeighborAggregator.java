// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import io.graphember.spi.model.Operation;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

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
  /** Destinations or sources in a worker's share. */
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

  /** Floats that are aggregated for a destination. */
  int columns() {
    return aggregator.columns();
  }

  /** True if what is aggregated of a block fits a buffer. */
  boolean takes(Block block) {
    return FloatMemory.takes(block.destinations(), columns());
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
   * What the operator gives of rows.
   *
   * @param segments of the block
   * @param rows of its sources
   */
  RowSource sums(EdgeSegments segments, ByteBuffer rows) {
    return new NeighborSums(segments, types, dim, rows);
  }

  /** Room for the sums of a block, on memory of this object; what was there before is gone. */
  ByteBuffer room(Block block) {
    aggregated = FloatMemory.room(aggregated, block.destinations(), columns());
    return aggregated;
  }

  /**
   * What the operator gives of the rows; O(edges dim).
   *
   * @param segments of the block
   * @param rows of its sources
   * @return a row for each destination, on memory of this object, valid until the next call
   */
  EngineInput.Part aggregate(Block block, EdgeSegments segments, ByteBuffer rows) {
    write(sums(segments, rows), block.destinations(), columns(), room(block));
    return new EngineInput.Part(aggregated, columns());
  }

  /**
   * The gradients of the rows of a block's sources.
   *
   * @param segments of the block
   * @param self gradients of the destinations' own rows
   * @param sums gradients of what was aggregated
   */
  RowSource gradients(Block block, EdgeSegments segments, ByteBuffer self, ByteBuffer sums) {
    return new NeighborGradients(block, segments, dim, self, sums);
  }

  /** Writes gradients of the rows of a block's sources to a buffer. */
  void write(RowSource gradients, Block block, ByteBuffer buffer) {
    write(gradients, block.sources(), dim, buffer);
  }

  private void write(RowSource rows, int count, int columns, ByteBuffer buffer) {
    final FloatBuffer target = FloatMemory.view(buffer);
    workers.each(
        count,
        GRAIN,
        (worker, from, to) -> {
          float[] piece = new float[PIECE * columns];
          for (int v = from; v < to; v += PIECE) {
            final int few = Math.min(PIECE, to - v);
            rows.load(v, few, piece, 0, columns);
            target.put(v * columns, piece, 0, few * columns);
          }
        });
  }
}
