// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.RowMatrix;
import io.graphember.schema.Split;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The masters of a partition of which the class or all targets are known, in ascending order of
 * vid.
 *
 * @param partition the partition
 * @param vids the masters
 * @param labels class of each; 0 if it is targets that are known
 * @param splits split of each; there may be more of them than masters
 * @param splitWithoutLabel masters that are in a split and have no label
 * @param noLabels masters with a target that is not 0 to 1
 */
public record PartitionLabels(
    int partition, long[] vids, int[] labels, byte[] splits, int splitWithoutLabel, int noLabels) {
  /**
   * The labelled masters of one vertex type.
   *
   * @param targets true if it is their targets that are known; they have no class then
   */
  public static PartitionLabels of(GraphPartition partition, int vertexType, boolean targets) {
    final Optional<TargetRange> range =
        targets ? Optional.of(new TargetRange(partition.targetRows(vertexType))) : Optional.empty();
    VertexLabels all = partition.labels();
    final IntPredicate known =
        range.<IntPredicate>map(rows -> rows::known).orElse(local -> all.labels()[local] >= 0);
    LongArray vids = new LongArray(1024);
    IntArray labels = new IntArray(1024);
    byte[] splits = new byte[all.labels().length];
    int unlabeled = 0;
    final PartitionTypes types = partition.topology().types();
    for (int local = types.start(vertexType); local < types.start(vertexType + 1); local++) {
      if (known.test(local)) {
        splits[vids.size] = all.splits()[local];
        vids.add(Vid.of(partition.number(), local));
        labels.add(targets ? 0 : all.labels()[local]);
      } else if (all.splits()[local] != Split.NONE) {
        unlabeled++;
      }
    }
    return new PartitionLabels(
        partition.number(),
        vids.toArray(),
        labels.toArray(),
        splits,
        unlabeled,
        range.map(rows -> rows.beyond).orElse(0));
  }

  /** Looks at target rows one after the other. */
  private static final class TargetRange {
    private final RowMatrix rows;
    private final float[] row;
    private int beyond;

    TargetRange(RowMatrix rows) {
      this.rows = rows;
      this.row = new float[rows.dim()];
    }

    /** True if all numbers of a row are known. */
    boolean known(int local) {
      rows.read(local, row, 0);
      boolean known = true;
      boolean labels = true;
      for (float value : row) {
        known &= !Float.isNaN(value);
        labels &= !(value < 0 || value > 1);
      }
      beyond += labels ? 0 : 1;
      return known;
    }
  }
}
