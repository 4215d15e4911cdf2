// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import io.graphember.spi.model.Weight;
import java.util.List;

/**
 * Native memory of one node while an engine computes layer after layer of a whole graph: an upper
 * bound by arithmetic alone, before the engine is loaded. It is the sum of
 *
 * <ul>
 *   <li>the values that live at once in the largest batches of the layer that needs most, see
 *       {@link PassMemory};
 *   <li>our buffers of what enters and leaves the layers: those of a layer that is done are freed
 *       when the garbage collector finds them, so those of all layers count;
 *   <li>copies of the weights for each worker.
 * </ul>
 *
 * <p>What layers that were made elsewhere compute inside is not known; what enters and leaves them
 * is.
 */
public final class SliceMemory {
  /** Our buffers grow by a quarter more than is needed. */
  private static final double SPARE = 1.25;

  /** Ours, the engine's, and a copy while they are laid out for products. */
  private static final int WEIGHT_COPIES = 3;

  /** Types, destinations and sources of an edge, as integers of 64 bits, in our buffers. */
  private static final long INTEGER_BYTES_OF_EDGE = 32;

  /** Sessions, threads and code of one worker. */
  private static final long WORKER_BYTES = 16L << 20;

  private SliceMemory() {}

  /**
   * The batches that are computed at once.
   *
   * @param workers threads that compute, a batch each
   * @param rows vertices of all these batches together, at most
   * @param edges edges of them, of layers that look at each
   * @param edgeTypes number of edge types
   */
  public record Batches(int workers, long rows, long edges, int edgeTypes) {}

  /**
   * Bytes beside the engine's base.
   *
   * @param layers programs, layer 0 first
   */
  public static long bytes(List<Program> layers, EngineMemory engine, Batches batches) {
    long pass = 0;
    double buffers = 0;
    double weights = 0;
    for (Program layer : layers) {
      final long edges = layer.usesEdges() ? batches.edges() : 0;
      BlockSize block = new BlockSize(batches.rows(), batches.rows() + edges, edges, 0);
      PassMemory.Step step = new PassMemory.Step(layer, block, batches.edgeTypes(), false);
      pass = Math.max(pass, PassMemory.bytes(engine, List.of(step), false));
      buffers += bufferBytes(layer, block);
      weights += weightBytes(layer);
    }
    return (long)
        (engine.overhead() * (pass + WEIGHT_COPIES * batches.workers() * weights)
            + SPARE * buffers
            + batches.workers() * WORKER_BYTES);
  }

  /** The widest rows of sources, edges and vertices: what enters a layer, and what leaves it. */
  private static double bufferBytes(Program layer, BlockSize block) {
    final int sources = widest(layer, Space.SOURCES);
    final int edges = layer.edgeFeatures();
    final int destinations = sources + layer.output().columns();
    return (double) Float.BYTES
            * (block.sources() * (double) sources
                + block.edges() * (double) edges
                + block.destinations() * (double) destinations)
        + INTEGER_BYTES_OF_EDGE * (double) block.edges();
  }

  private static int widest(Program layer, Space space) {
    return layer.operations().stream()
        .filter(operation -> operation.space() == space)
        .mapToInt(Operation::columns)
        .max()
        .orElse(0);
  }

  private static double weightBytes(Program layer) {
    double bytes = 0;
    for (Weight weight : layer.weights()) {
      bytes += (double) Float.BYTES * weight.rows() * weight.columns();
    }
    return bytes;
  }
}
