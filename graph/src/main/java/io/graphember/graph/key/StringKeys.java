// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.graph.GraphError;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Strings: their UTF-8 one after the other in an arena. */
final class StringKeys extends KeyDictionary {
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private byte[] arena = new byte[1 << 12];
  private int[] ends = new int[256]; // end of key i at [i + 1]
  private int size;

  StringKeys(LongConsumer beforeGrowth) {
    super(beforeGrowth);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  boolean same(int number, KeyColumn column, int row) {
    return Arrays.equals(
        arena, ends[number], ends[number + 1], column.arena(), column.start(row), column.end(row));
  }

  @Override
  long hash(int number) {
    return KeyColumn.hash(arena, ends[number], ends[number + 1]);
  }

  @Override
  void append(KeyColumn column, int row) {
    int start = ends[size];
    long end = (long) start + column.end(row) - column.start(row);
    if (end > MOST_BYTES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "String keys take more than 2 GiB after "
              + size
              + " vertices; use shorter keys or integers.");
    }
    if (end > arena.length) {
      final int length = (int) Math.max(end, grown(arena.length, MOST_BYTES));
      growBy(length);
      arena = Arrays.copyOf(arena, length);
    }
    if (size + 2 > ends.length) {
      final int length = (int) grown(ends.length, MAX_SIZE + 1L);
      growBy(4L * length);
      ends = Arrays.copyOf(ends, length);
    }
    System.arraycopy(column.arena(), column.start(row), arena, start, (int) end - start);
    ends[++size] = (int) end;
  }

  /** A quarter more: what is free must not weigh more than the slots. */
  private static long grown(int length, long most) {
    return Math.min(most, length + (length >>> 2));
  }

  @Override
  public void copy(int number, KeyColumn.Builder target) {
    target.add(arena, ends[number], ends[number + 1] - ends[number]);
  }

  @Override
  public long bytes() {
    return arena.length + 4L * ends.length + slotBytes();
  }
}
