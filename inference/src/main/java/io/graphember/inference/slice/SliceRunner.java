// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

/**
 * Computes the dense parts of one slice: what needs no other vertices. A port: the engine brings
 * rows and edges, a runner is an interpreter or an engine.
 *
 * <p>Each worker has a runner of its own, used by one thread at a time. A vertex's row depends on
 * nothing else in its batch.
 */
public interface SliceRunner extends AutoCloseable {
  /**
   * Computes the kept values from the input.
   *
   * @param batch holds the input, value 0, and types of vertices; receives the values of {@link
   *     Slice#shared()} and {@link Slice#own()}
   */
  void transform(SliceBatch batch);

  /**
   * Computes the output.
   *
   * @param batch holds {@link Slice#aggregations()}, {@link Slice#selfOperations()} and {@link
   *     Slice#edgeRows()}, features of edges, offsets, weights and types
   * @return rows of the output, {@code [rows, stride]}; valid until the next call
   */
  float[] apply(SliceBatch batch);

  @Override
  default void close() {}
}
