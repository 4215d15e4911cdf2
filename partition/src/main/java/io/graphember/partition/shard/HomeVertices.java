// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.key.KeyDictionary;
import io.graphember.memory.RowStorage;
import io.graphember.memory.array.LongColumn;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.SplitGroups;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexColumns;
import io.graphember.partition.staging.VertexReader;
import io.graphember.partition.staging.VertexSink;
import io.graphember.partition.write.KeyedColumns;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/**
 * The vertices of one type that are at home in a shard: their keys, places and columns, by row.
 * Rows are in the order in which vertices came, and once they are {@linkplain #order put in order}
 * in that of their places. Used by one thread at a time while they come; read by any.
 */
final class HomeVertices {
  private final StagedVertices keys;
  private final VertexColumns columns;
  private final LongColumn places = new LongColumn(); // of each row, as they came
  private IntToLongFunction coming = row -> row; // place of each row of the piece that comes
  private int base; // rows of the version that is added to
  private int[] ordered = new int[0]; // row as it came of each in order; empty if they came so

  HomeVertices(VertexType type, boolean only, LongConsumer beforeGrowth, RowStorage storage) {
    columns = new VertexColumns(type, beforeGrowth, storage);
    keys = new StagedVertices(type, only, beforeGrowth, new Placed());
  }

  /** Keeps the places of vertices beside their columns. */
  private final class Placed implements VertexSink {
    @Override
    public void append(int first, VertexPiece piece, int[] rows, int count) {
      place(rows, count);
      columns.append(first, piece, rows, count);
    }

    @Override
    public void appendBlank(int first, KeyColumn some, int[] rows, int count) {
      place(rows, count);
      columns.appendBlank(first, some, rows, count);
    }

    private void place(int[] rows, int count) {
      for (int i = 0; i < count; i++) {
        places.add(coming.applyAsLong(rows[i]));
      }
    }

    @Override
    public void replace(int number, VertexPiece piece, int row) {
      columns.replace(number, piece, row);
    }

    @Override
    public void split(Split split, int[] numbers, int count) {
      columns.split(split, numbers, count);
    }

    @Override
    public long bytes() {
      return columns.bytes() + places.bytes();
    }
  }

  /**
   * Takes vertices, and what is to be known of those that the base version has.
   *
   * @param ofRows place of each row of the piece
   */
  void add(VertexPiece piece, IntToLongFunction ofRows) {
    coming = ofRows;
    keys.add(piece);
  }

  /**
   * Takes vertices of which nothing is known but their keys; those that are there stay.
   *
   * @param ofRows place of each key
   */
  void create(KeyColumn some, IntToLongFunction ofRows) {
    coming = ofRows;
    keys.findOrCreate(some);
  }

  /**
   * All that have come are of the base version, and their labels its classes.
   *
   * @param classes how many it has
   */
  void endBase(int classes) {
    base = keys.size();
    keys.endStored();
    columns.baseClasses(classes);
  }

  /**
   * The row of each key, {@link KeyDictionary#ABSENT} for one that is not here.
   *
   * @return an array that the next call uses again
   */
  int[] find(KeyColumn some) {
    return keys.find(some);
  }

  /** The row of a vertex of the base version that is at home here. O(log rows). */
  int baseRow(long number) {
    int low = 0;
    int high = base - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      if (places.get(middle) == number) {
        return middle;
      }
      if (places.get(middle) < number) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return KeyDictionary.ABSENT;
  }

  /** The splits that have come, by row of all types one after the other. */
  static SplitGroups.Splits splits(HomeVertices[] types) {
    final VertexReader[] readers = new VertexReader[types.length];
    final int[] firstRows = new int[types.length + 1];
    for (int t = 0; t < types.length; t++) {
      readers[t] = types[t].reader();
      firstRows[t + 1] = firstRows[t] + types[t].size();
    }
    return (row, type) -> readers[type].split(row - firstRows[type]);
  }

  /** Puts vertices into a split. */
  void split(Split split, int[] rows, int count) {
    columns.split(split, rows, count);
  }

  /** What they are called in messages. */
  StagedVertices named() {
    return keys;
  }

  int size() {
    return keys.size();
  }

  /** Place of the vertex that came as a row. */
  long place(int row) {
    return places.get(row);
  }

  /**
   * Puts rows in the order of their places.
   *
   * @return the row as it came of each row in order
   */
  int[] order() {
    final int[] order = new int[size()];
    Arrays.setAll(order, row -> row);
    boolean same = true;
    for (int row = 1; row < order.length; row++) {
      same &= places.get(row - 1) < places.get(row);
    }
    if (!same) {
      final long[] sorted = new long[order.length];
      Arrays.setAll(sorted, row -> places.get(row));
      Arrays.sort(sorted);
      requireDistinct(sorted, NamedVertices.NOWHERE);
      for (int row = 0; row < order.length; row++) {
        order[Arrays.binarySearch(sorted, places.get(row))] = row;
      }
      ordered = order;
    }
    return order;
  }

  /**
   * Refuses two keys with one place.
   *
   * @param sorted places in order
   * @param nowhere one that several may have
   */
  static void requireDistinct(long[] sorted, long nowhere) {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1] && sorted[i] != nowhere) {
        throw MessageReader.malformed("two keys have place " + sorted[i]);
      }
    }
  }

  long featureEntries() {
    return columns.featureEntries();
  }

  /** What is known of them, by row in order. */
  VertexReader reader() {
    final VertexReader asCome = new KeyedColumns(keys, columns);
    return ordered.length == 0 ? asCome : new Ordered(asCome, ordered);
  }

  /** Bytes of keys, labels and splits beside rows. */
  long columnBytes() {
    return keys.bytes() - columns.rowBytes();
  }

  /** Bytes of heap taken. */
  long bytes() {
    return keys.bytes() + 4L * ordered.length;
  }

  private record Ordered(VertexReader rows, int[] order) implements VertexReader {
    @Override
    public void copyKey(int row, KeyColumn.Builder target) {
      rows.copyKey(order[row], target);
    }

    @Override
    public int label(int row) {
      return rows.label(order[row]);
    }

    @Override
    public byte split(int row) {
      return rows.split(order[row]);
    }

    @Override
    public long time(int row) {
      return rows.time(order[row]);
    }

    @Override
    public long cluster(int row) {
      return rows.cluster(order[row]);
    }

    @Override
    public void readRow(int row, float[] target) {
      rows.readRow(order[row], target);
    }

    @Override
    public void appendFeatures(int row, CsrRows.Builder target) {
      rows.appendFeatures(order[row], target);
    }
  }
}
