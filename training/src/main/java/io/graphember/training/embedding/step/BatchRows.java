// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowRead;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Rows that a batch touches, by the partition that has them. */
final class BatchRows {
  private final IntArray[] rows; // by partition
  private final IntArray[] numbers;

  /**
   * Vertices.
   *
   * @param vids their ids by number
   * @param count how many of them
   * @param wanted partitions whose vertices are wanted; others have none
   */
  BatchRows(long[] vids, int count, int partitions, IntPredicate wanted) {
    rows = new IntArray[partitions];
    numbers = new IntArray[partitions];
    for (int p = 0; p < partitions; p++) {
      rows[p] = new IntArray(wanted.test(p) ? 16 : 0);
      numbers[p] = new IntArray(wanted.test(p) ? 16 : 0);
    }
    for (int i = 0; i < count; i++) {
      final int p = Vid.partition(vids[i]);
      if (wanted.test(p)) {
        rows[p].add(Vid.local(vids[i]));
        numbers[p].add(i);
      }
    }
  }

  /** True if no partition has rows that are wanted. */
  boolean nowhere() {
    return Arrays.stream(rows).allMatch(some -> some.size == 0);
  }

  /** True if a partition has rows of none of them. */
  boolean none(int partition) {
    return rows[partition].size == 0;
  }

  /** Asks for the rows of a partition's vertices. */
  RowRead read(String table, int partition, long step) {
    return new RowRead(table, partition, rows[partition].toArray(), step);
  }

  /**
   * Puts the rows of a partition's vertices at their numbers.
   *
   * @param reply rows in the order asked for
   * @param target receives row i at {@code i * dim}
   */
  void place(int partition, float[] reply, int dim, float[] target) {
    final int[] targets = numbers[partition].values;
    for (int i = 0; i < numbers[partition].size; i++) {
      System.arraycopy(reply, i * dim, target, targets[i] * dim, dim);
    }
  }

  /**
   * Values of the rows of a partition's vertices, without those whose factor is 0.
   *
   * @param factors factor of each vertex's values, by number
   * @param values row i at {@code i * dim}
   */
  RowGradients scaled(String table, int partition, float[] factors, float[] values, int dim) {
    final int[] all = numbers[partition].values;
    IntArray kept = new IntArray(Math.max(1, rows[partition].size));
    for (int i = 0; i < rows[partition].size; i++) {
      if (factors[all[i]] != 0) {
        kept.add(i);
      }
    }
    int[] named = new int[kept.size];
    float[] scaled = new float[kept.size * dim];
    for (int i = 0; i < named.length; i++) {
      named[i] = rows[partition].values[kept.values[i]];
      final int number = all[kept.values[i]];
      final float factor = factors[number];
      for (int j = 0; j < dim; j++) {
        scaled[i * dim + j] = factor * values[number * dim + j];
      }
    }
    return new RowGradients(table, partition, named, scaled);
  }
}
