// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.VertexTable;
import io.graphember.spi.error.GraphemberException;

/**
 * The distinct vertices reached so far in a batch, in the order in which they were reached, with
 * their degrees and the partitions that hold their in-edges.
 */
final class Frontier {
  private final int partitions;
  final LongIndex index = new LongIndex(4096);
  final LongArray vids = new LongArray(4096);
  final IntArray degrees = new IntArray(4096);
  final IntArray replicaStarts = new IntArray(4096);
  final IntArray replicaCounts = new IntArray(4096);
  final IntArray replicaPartitions = new IntArray(4096);
  final IntArray replicaLocals = new IntArray(4096);
  final IntArray replicaDegrees = new IntArray(4096);

  /** An empty frontier over P partitions. */
  Frontier(int partitions) {
    this.partitions = partitions;
  }

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

  /** Fills in what a table with replicas says of a vertex. */
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
    requireShape(table, replicas);
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
    long degree = 0;
    for (int r = first; r < end; r++) {
      int partition = table.replicaPartitions()[r];
      if (partition < 0 || partition >= partitions || table.replicaDegrees()[r] <= 0) {
        throw mismatch("a replica in partition " + partition + " of " + partitions);
      }
      replicaPartitions.add(partition);
      replicaLocals.add(table.replicaLocals()[r]);
      replicaDegrees.add(table.replicaDegrees()[r]);
      degree += table.replicaDegrees()[r];
    }
    if (degree != table.degrees()[row]) { // or drawn edges would be lost without a word
      throw mismatch("in-degree " + table.degrees()[row] + ", but replicas with " + degree);
    }
  }

  /** Checks that the arrays of a table fit together. */
  static void requireShape(VertexTable table, boolean replicas) {
    int rows = table.vids().length;
    int entries = table.replicaPartitions().length;
    int[] offsets = table.replicaOffsets();
    boolean good = table.degrees().length == rows;
    if (replicas) {
      good &= offsets.length == rows + 1;
      good &= table.replicaLocals().length == entries && table.replicaDegrees().length == entries;
      good &= good && offsets[0] == 0 && offsets[rows] == entries;
      for (int row = 0; good && row < rows; row++) {
        good = offsets[row] <= offsets[row + 1];
      }
    }
    if (!good) {
      throw mismatch("arrays of different lengths for " + rows + " vertices");
    }
  }

  static GraphemberException mismatch(String what) {
    return new GraphemberException(
        SamplingError.REPLY_MISMATCH, "A partition answered with %s.".formatted(what));
  }
}
