// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.schema.piece.KeyColumn;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Strings: their UTF-8 one after the other in chunks, so that there is no most of text and growing
 * copies none. A key lies in one chunk; where the next key has no room, the rest of a chunk stays
 * empty.
 *
 * <p>A place in the text is a long. Of the end of a key the dictionary keeps an int: how far it is
 * from the base of its group of 16,384 keys, whose text is always below 2 GiB.
 */
final class StringKeys extends KeyDictionary {
  /** A chunk has room for any key: {@link KeyColumn#MAX_KEY_BYTES}. */
  private static final int CHUNK_BITS = 17;

  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int GROUP_BITS = 14;
  private static final int LEAST_CHUNK = 1 << 12;

  private final long origin;
  private byte[][] chunks = new byte[4][];
  private int[] ends = new int[256]; // end of key i at [i + 1]
  private long[] bases = new long[4]; // of each group: where the key before it ends
  private int size;

  StringKeys(LongConsumer beforeGrowth) {
    this(beforeGrowth, 0);
  }

  /**
   * Keys whose text begins somewhere.
   *
   * @param origin a place where a chunk begins
   */
  StringKeys(LongConsumer beforeGrowth, long origin) {
    super(beforeGrowth);
    this.origin = origin;
    bases[0] = origin;
  }

  @Override
  public int size() {
    return size;
  }

  /** Where the key before a number ends. */
  private long before(int number) {
    return bases[number >>> GROUP_BITS] + ends[number];
  }

  /** Where a key begins: with its chunk, if it had no room in that of the key before. */
  private static long start(long before, long end) {
    return Math.max(before, end - 1 & -CHUNK);
  }

  private byte[] chunk(long place) {
    return chunks[(int) (place - origin >>> CHUNK_BITS)];
  }

  private static int in(long place) {
    return (int) place & CHUNK - 1;
  }

  @Override
  boolean same(int number, KeyColumn column, int row) {
    final long end = before(number + 1);
    final long start = start(before(number), end);
    final int from = in(start);
    return Arrays.equals(
        chunk(start),
        from,
        from + (int) (end - start),
        column.arena(),
        column.start(row),
        column.end(row));
  }

  @Override
  long hash(int number) {
    final long end = before(number + 1);
    final long start = start(before(number), end);
    final int from = in(start);
    return KeyColumn.hash(chunk(start), from, from + (int) (end - start));
  }

  @Override
  void append(KeyColumn column, int row) {
    final int length = column.end(row) - column.start(row);
    final long before = before(size);
    final long start = in(before) + length > CHUNK ? (before | CHUNK - 1) + 1 : before;
    makeRoom(start, length);
    System.arraycopy(column.arena(), column.start(row), chunk(start), in(start), length);
    size++;
    if ((size & (1 << GROUP_BITS) - 1) == 0) {
      bases[size >>> GROUP_BITS] = start + length;
    }
    ends[size] = (int) (start + length - bases[size >>> GROUP_BITS]);
  }

  /** The first chunk grows; the others are allocated whole. */
  private void makeRoom(long start, int length) {
    final int number = (int) (start - origin >>> CHUNK_BITS);
    if (number == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * number);
    }
    final int there = chunks[number] == null ? 0 : chunks[number].length;
    if (in(start) + length > there) {
      final int least = number == 0 ? LEAST_CHUNK : CHUNK;
      final int wanted = Math.max(Math.max(least, in(start) + length), Math.min(CHUNK, 2 * there));
      growBy(wanted);
      chunks[number] = there == 0 ? new byte[wanted] : Arrays.copyOf(chunks[number], wanted);
    }
    if (size + 2 > ends.length) {
      // A quarter more: what is free must not weigh more than the slots.
      final int more = (int) Math.min(MAX_SIZE + 1L, ends.length + (ends.length >>> 2));
      growBy(4L * more);
      ends = Arrays.copyOf(ends, more);
    }
    if (size + 1 >>> GROUP_BITS == bases.length) {
      bases = Arrays.copyOf(bases, 2 * bases.length);
    }
  }

  @Override
  public void copy(int number, KeyColumn.Builder target) {
    final long end = before(number + 1);
    final long start = start(before(number), end);
    target.add(chunk(start), in(start), (int) (end - start));
  }

  @Override
  public long bytes() {
    long text = 0;
    for (byte[] chunk : chunks) {
      text += chunk == null ? 0 : chunk.length;
    }
    return text + 8L * chunks.length + 4L * ends.length + 8L * bases.length + slotBytes();
  }
}
