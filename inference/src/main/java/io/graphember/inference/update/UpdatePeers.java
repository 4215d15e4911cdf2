// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InferencePeers;

/**
 * The processes that keep the other partitions. Asked by several threads at once, in pieces of at
 * most {@value InferencePeers#PIECE_BYTES} bytes but for one vertex that needs more. A call waits
 * for its answer; it throws {@link io.graphember.spi.error.GraphemberException} if there is none.
 *
 * <p>Sums of whole partitions are never asked for.
 */
public interface UpdatePeers extends InferencePeers {
  /** Of a process that keeps all partitions. */
  UpdatePeers ALONE =
      new UpdatePeers() {
        @Override
        public float[] rows(int layer, int partition, int[] masters) {
          return NONE.rows(layer, partition, masters);
        }

        @Override
        public InEdges edges(int layer, int partition, int[] vertices, InEdgesShape shape) {
          return NONE.edges(layer, partition, vertices, shape);
        }

        @Override
        public float[] rowsBefore(int layer, int partition, int[] masters) {
          return NONE.rows(layer, partition, masters);
        }

        @Override
        public RowDifferences differences(int layer, int partition, int of, int from) {
          throw new IllegalStateException("nobody keeps partition " + partition);
        }

        @Override
        public SumDifferences sumDifferences(int layer, int partition, int of, int from) {
          throw new IllegalStateException("nobody keeps partition " + partition);
        }
      };

  @Override
  default float[] sums(int layer, int partition, int[] vertices) {
    throw new IllegalStateException("sums of whole partitions are not kept");
  }

  /**
   * What a layer added up of masters before the change: their shared rows, times {@code 1 / sqrt(d
   * + 1)} with the in-degree d of then where it weighs by it; zeros of vertices that are new.
   *
   * @param masters local numbers in the partition
   * @return {@code [masters, columns]}
   */
  float[] rowsBefore(int layer, int partition, int[] masters);

  /**
   * By how much what a layer adds up has changed, of masters of a partition that have out-edges in
   * another one.
   *
   * @param partition whose masters
   * @param of the partition that has the edges
   * @param from where to go on: 0, then what the answer before says
   */
  RowDifferences differences(int layer, int partition, int of, int from);

  /**
   * By how much the sums over the in-edges that a partition has have changed, of masters of
   * another.
   *
   * @param partition that has the edges
   * @param of partition of the masters
   * @param from how many are left out of those there are
   */
  SumDifferences sumDifferences(int layer, int partition, int of, int from);

  /**
   * Differences of rows.
   *
   * @param vertices local numbers in the partition that has the edges, in ascending order of vid
   * @param rows {@code [vertices, columns]}, new less old; empty where a layer does not add up
   * @param next where to go on; -1 if these are the last
   */
  record RowDifferences(int[] vertices, float[] rows, int next) {}

  /**
   * Differences of sums.
   *
   * @param masters local numbers, ascending
   * @param rows {@code [masters, columns]}; empty where a layer does not add up
   * @param variances of each what {@link RoundingRule} counts of its roundings; empty as rows
   * @param total how many there are of all pieces
   */
  record SumDifferences(int[] masters, float[] rows, float[] variances, int total) {}
}
