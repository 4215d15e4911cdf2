// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.sampling.engine.VertexTable;

/**
 * The distinct vertices reached so far in a batch, in the order in which they were reached, with
 * their degrees and the partitions that hold their in-edges.
 */
final class Frontier {
  final LongIndex index = new LongIndex(4096);
  final LongArray vids = new LongArray(4096);
  final IntArray degrees = new IntArray(4096);
  final IntArray replicaStarts = new IntArray(4096); // -1 until known
  final IntArray replicaCounts = new IntArray(4096);
  final IntArray replicaPartitions = new IntArray(4096);
  final IntArray replicaLocals = new IntArray(4096);
  final IntArray replicaDegrees = new IntArray(4096);

  void clear() {
    index.clear();
    vids.size = 0;
    degrees.size = 0;
    replicaStarts.size = 0;
    replicaCounts.size = 0;
    replicaPartitions.size = 0;
    replicaLocals.size = 0;
    replicaDegrees.size = 0;
  }

  int size() {
    return vids.size;
  }

  /** Adds a seed, whose degree and replicas {@link #describe} fills in. */
  void addSeed(long vid) {
    if (index.add(vid) == vids.size) {
      vids.add(vid);
      degrees.add(0);
      replicaStarts.add(0);
      replicaCounts.add(0);
    }
  }

  void describe(int number, VertexTable table, int row) {
    degrees.values[number] = table.degrees()[row];
    copyReplicas(number, table, row);
  }

  /**
   * Numbers the vertices of a table, new ones last.
   *
   * @param numbers receives the number of each row
   * @param replicas true if the table says where their in-edges lie
   */
  void add(VertexTable table, int[] numbers, boolean replicas) {
    long[] tableVids = table.vids();
    for (int row = 0; row < tableVids.length; row++) {
      int number = index.add(tableVids[row]);
      if (number == vids.size) {
        vids.add(tableVids[row]);
        degrees.add(table.degrees()[row]);
        replicaStarts.add(0);
        replicaCounts.add(0);
        if (replicas) {
          copyReplicas(number, table, row);
        }
      }
      numbers[row] = number;
    }
  }

  private void copyReplicas(int number, VertexTable table, int row) {
    int first = table.replicaOffsets()[row];
    int end = table.replicaOffsets()[row + 1];
    replicaStarts.values[number] = replicaPartitions.size;
    replicaCounts.values[number] = end - first;
    for (int r = first; r < end; r++) {
      replicaPartitions.add(table.replicaPartitions()[r]);
      replicaLocals.add(table.replicaLocals()[r]);
      replicaDegrees.add(table.replicaDegrees()[r]);
    }
  }
}
