// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.key.KeyDictionary;
import io.graphember.memory.RowStorage;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexColumns;
import io.graphember.partition.staging.VertexReader;
import io.graphember.partition.write.KeyedColumns;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The vertices of one type that are at home in a shard: their keys and columns, by row in the order
 * of their numbers. Used by one thread at a time while they come; read by any.
 */
final class HomeVertices {
  private final int type;
  private final int shard;
  private final int shards;
  private final StagedVertices keys;
  private final VertexColumns columns;
  private final IntArray numbers = new IntArray(1024); // of each row, ascending
  private int next; // the least number that may come

  HomeVertices(
      int number,
      VertexType type,
      int shard,
      int shards,
      LongConsumer beforeGrowth,
      RowStorage storage) {
    this.type = number;
    this.shard = shard;
    this.shards = shards;
    columns = new VertexColumns(type, beforeGrowth, storage);
    keys = new StagedVertices(type, false, beforeGrowth, columns);
  }

  /** Takes the next vertices, and what is to be known of those that the base version has. */
  void add(VertexPiece piece) {
    final int before = keys.size();
    keys.add(piece);
    for (int row = before; row < keys.size(); row++) {
      while (VertexHomes.of(type, next, shards) != shard) {
        next++;
      }
      numbers.add(next++);
    }
  }

  /**
   * All that have come are of the base version, and their labels its classes.
   *
   * @param classes how many it has
   */
  void endBase(int classes) {
    keys.endStored();
    columns.baseClasses(classes);
  }

  /** Takes the split of vertices, whose keys are their numbers. */
  void split(SplitPiece piece) {
    int[] rows = new int[piece.keys().size()];
    for (int i = 0; i < rows.length; i++) {
      final long number = piece.keys().longAt(i);
      rows[i] = number < 0 || number >= next ? KeyDictionary.ABSENT : row((int) number);
      if (rows[i] < 0) {
        throw MessageReader.malformed("vertex %d is not at home here".formatted(number));
      }
    }
    columns.split(piece.split(), rows, rows.length);
  }

  /** Numbers of rows from one on. */
  KeyColumn numbers(int from) {
    long[] some = new long[numbers.size - from];
    Arrays.setAll(some, i -> numbers.values[from + i]);
    return KeyColumn.of(some);
  }

  /** Row of a vertex, negative if it is not at home here. O(log rows). */
  private int row(int number) {
    return Arrays.binarySearch(numbers.values, 0, numbers.size, number);
  }

  int size() {
    return numbers.size;
  }

  long featureEntries() {
    return columns.featureEntries();
  }

  /** What is known of them, by row. */
  VertexReader reader() {
    return new KeyedColumns(keys, columns);
  }

  /** Bytes of keys, labels and splits beside rows. */
  long columnBytes() {
    return keys.bytes() - columns.rowBytes();
  }

  /** Bytes of heap taken. */
  long bytes() {
    return keys.bytes() + 4L * numbers.values.length;
  }
}
