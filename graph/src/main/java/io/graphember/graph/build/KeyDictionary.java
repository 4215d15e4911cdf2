// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Numbers the user's vertex keys in the order in which they come, and gives them back.
 *
 * <p>Integer keys: 8 bytes a key beside a {@link LongIndex}. UUIDs: 16 bytes a key; strings: their
 * bytes in one arena, 4 bytes for the end of each; both with open addressing at load 1/2 or less.
 * Used by one thread at a time.
 */
abstract sealed class KeyDictionary {
  /** Answer of {@link #find} for a key that was never added. */
  static final int ABSENT = -1;

  static KeyDictionary of(KeyKind kind) {
    return switch (kind) {
      case INT64 -> new Integers();
      case UUID -> new Uuids();
      case STRING -> new Strings();
    };
  }

  /** Number of keys. */
  abstract int size();

  /** The number of a key, or {@link #ABSENT}. */
  abstract int find(KeyColumn keys, int row);

  /**
   * The number of a key; a new key gets the number {@link #size()}.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE} when it is full
   */
  final int add(KeyColumn keys, int row) {
    if (size() == LongIndex.MAX_SIZE) {
      throw full();
    }
    return insert(keys, row);
  }

  static GraphemberException full() {
    return new GraphemberException(
        GraphError.GRAPH_TOO_LARGE,
        "More than %d vertices came; this version holds no more in one graph."
            .formatted(LongIndex.MAX_SIZE));
  }

  abstract int insert(KeyColumn keys, int row);

  /** Appends a key to a column. */
  abstract void copy(int number, KeyColumn.Builder target);

  /** Bytes of heap taken, an upper bound while tables grow. */
  abstract long bytes();

  private static final class Integers extends KeyDictionary {
    private final LongIndex index = new LongIndex(1024);
    private final LongArray keys = new LongArray(1024);

    @Override
    int size() {
      return index.size();
    }

    @Override
    int find(KeyColumn column, int row) {
      return index.find(column.longAt(row));
    }

    @Override
    int insert(KeyColumn column, int row) {
      long key = column.longAt(row);
      int number = index.add(key);
      if (number == keys.size) {
        keys.add(key);
      }
      return number;
    }

    @Override
    void copy(int number, KeyColumn.Builder target) {
      target.add(keys.values[number]);
    }

    @Override
    long bytes() {
      return LongIndex.estimateBytes(index.size()) + 8L * keys.values.length;
    }
  }

  private static final class Uuids extends KeyDictionary {
    private long[] halves = new long[2048]; // two for each key
    private int[] slots = new int[2048]; // number + 1; 0 = free
    private int size;

    @Override
    int size() {
      return size;
    }

    @Override
    int find(KeyColumn column, int row) {
      return slots[slot(column, row)] - 1;
    }

    @Override
    int insert(KeyColumn column, int row) {
      int slot = slot(column, row);
      if (slots[slot] != 0) {
        return slots[slot] - 1;
      }
      if (2L * size + 2 > halves.length) {
        halves = Arrays.copyOf(halves, 2 * halves.length); // up to 2^30, see add
      }
      halves[2 * size] = column.mostSignificantAt(row);
      halves[2 * size + 1] = column.leastSignificantAt(row);
      slots[slot] = ++size;
      if (size > slots.length >>> 1) {
        rehash();
      }
      return size - 1;
    }

    @Override
    void copy(int number, KeyColumn.Builder target) {
      target.add(halves[2 * number], halves[2 * number + 1]);
    }

    @Override
    long bytes() {
      return 8L * halves.length + 8L * slots.length;
    }

    private int slot(KeyColumn column, int row) {
      int mask = slots.length - 1;
      int slot = (int) column.hashAt(row) & mask;
      while (slots[slot] != 0 && !same(slots[slot] - 1, column, row)) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private boolean same(int number, KeyColumn column, int row) {
      return halves[2 * number] == column.mostSignificantAt(row)
          && halves[2 * number + 1] == column.leastSignificantAt(row);
    }

    private void rehash() {
      slots = new int[2 * slots.length]; // up to 2^30, see add
      place(this, slots, KeyKind.UUID);
    }
  }

  /** Puts every key of a dictionary into empty slots. */
  private static void place(KeyDictionary keys, int[] slots, KeyKind kind) {
    KeyColumn.Builder builder = new KeyColumn.Builder(kind);
    int mask = slots.length - 1;
    final int batch = 4096;
    for (int first = 0; first < keys.size(); first += batch) {
      int end = Math.min(keys.size(), first + batch);
      for (int i = first; i < end; i++) {
        keys.copy(i, builder);
      }
      KeyColumn column = builder.build();
      for (int i = first; i < end; i++) {
        int slot = (int) column.hashAt(i - first) & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = i + 1;
      }
    }
  }

  private static final class Strings extends KeyDictionary {
    private byte[] arena = new byte[1 << 14];
    private int[] ends = new int[1024]; // end of key i at [i + 1]
    private int[] slots = new int[2048]; // number + 1; 0 = free
    private int size;

    @Override
    int size() {
      return size;
    }

    @Override
    int find(KeyColumn column, int row) {
      return slots[slot(column, row)] - 1;
    }

    @Override
    int insert(KeyColumn column, int row) {
      int slot = slot(column, row);
      if (slots[slot] != 0) {
        return slots[slot] - 1;
      }
      append(column, row);
      slots[slot] = ++size;
      if (size > slots.length >>> 1) {
        rehash();
      }
      return size - 1;
    }

    @Override
    void copy(int number, KeyColumn.Builder target) {
      target.add(arena, ends[number], ends[number + 1] - ends[number]);
    }

    @Override
    long bytes() {
      return 2L * arena.length + 4L * ends.length + 8L * slots.length;
    }

    private int slot(KeyColumn column, int row) {
      int mask = slots.length - 1;
      int slot = (int) column.hashAt(row) & mask;
      while (slots[slot] != 0 && !same(slots[slot] - 1, column, row)) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private boolean same(int number, KeyColumn column, int row) {
      return Arrays.equals(
          arena,
          ends[number],
          ends[number + 1],
          column.arena(),
          column.start(row),
          column.end(row));
    }

    private void append(KeyColumn column, int row) {
      int start = ends[size];
      long end = (long) start + column.end(row) - column.start(row);
      if (end > Integer.MAX_VALUE - 8) {
        throw new GraphemberException(
            GraphError.GRAPH_TOO_LARGE,
            "String keys take more than 2 GiB after "
                + size
                + " vertices; use shorter keys or integers.");
      }
      if (end > arena.length) {
        arena =
            Arrays.copyOf(
                arena, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * arena.length)));
      }
      if (size + 2 > ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      System.arraycopy(column.arena(), column.start(row), arena, start, (int) end - start);
      ends[size + 1] = (int) end;
    }

    private void rehash() {
      slots = new int[2 * slots.length]; // up to 2^30, see add
      place(this, slots, KeyKind.STRING);
    }
  }
}
