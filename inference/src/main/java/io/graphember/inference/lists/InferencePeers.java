// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

/**
 * The processes that compute the other partitions. Asked by several threads at once, in pieces of
 * at most {@value #PIECE_BYTES} bytes but for one vertex that needs more. A call waits for its
 * answer; it throws {@link io.graphember.spi.error.GraphemberException} if there is none.
 */
public interface InferencePeers {
  /** Of a process that computes all partitions. */
  InferencePeers NONE =
      new InferencePeers() {
        @Override
        public float[] rows(int layer, int partition, int[] masters) {
          throw new IllegalStateException("nobody computes partition " + partition);
        }

        @Override
        public float[] sums(int layer, int partition, int[] vertices) {
          throw new IllegalStateException("nobody computes partition " + partition);
        }

        @Override
        public InEdges edges(int layer, int partition, int[] vertices, InEdgesShape shape) {
          throw new IllegalStateException("nobody computes partition " + partition);
        }
      };

  /** Bytes of a piece. */
  int PIECE_BYTES = 1 << 20;

  /**
   * Shared rows of masters, once all masters are through the layer before.
   *
   * @param layer the layer that reads them
   * @param masters local numbers in the partition
   * @return {@code [masters, columns]}
   */
  float[] rows(int layer, int partition, int[] masters);

  /**
   * Sums over the in-edges that a partition has, once its mirrors' rows are there.
   *
   * @param vertices local numbers in the partition
   * @return {@code [vertices, columns]}
   */
  float[] sums(int layer, int partition, int[] vertices);

  /**
   * In-edges that a layer looks at and a partition has.
   *
   * @param vertices local numbers in the partition
   * @param shape what is asked for
   */
  InEdges edges(int layer, int partition, int[] vertices, InEdgesShape shape);
}
