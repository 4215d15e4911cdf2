// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.graph.GraphError;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Numbers the user's vertex keys in the order in which they come, a column at a time, and gives
 * them back.
 *
 * <p>Open addressing with linear probing over the numbers, load 1/3 to 2/3: 6 to 12 bytes a key.
 * Keys are looked up in stages, a stretch of the column at once, so that the cache misses of
 * different keys overlap: first the slots, which hold four bits of the hash beside the number, then
 * the keys. Beside the slots integer keys take 8 bytes, UUIDs 16, strings their text and 4 bytes
 * for its end.
 *
 * <p>Used by one thread at a time while it grows; safe to read by many afterwards.
 */
public abstract sealed class KeyDictionary permits IntegerKeys, UuidKeys, StringKeys {
  /** Number of a key that was never added. */
  public static final int ABSENT = -1;

  /** Most keys that a dictionary holds. */
  public static final int MAX_SIZE = (1 << 28) - 1;

  static final int LEAST_SLOTS = 1 << 10;

  /** Keys that are looked up together. */
  static final int STAGE = 256;

  /** A slot: four bits of the key's hash, then number + 1; 0 = free. */
  private static final int TAG_SHIFT = 28;

  private static final int NUMBER_MASK = MAX_SIZE;

  private final long[] hashes = new long[STAGE];
  private int[] slots = new int[0];
  private int sink; // keeps the compiler from leaving reads out

  private final LongConsumer beforeGrowth;

  KeyDictionary(LongConsumer beforeGrowth) {
    this.beforeGrowth = beforeGrowth;
  }

  /** An empty dictionary that grows as it likes. */
  public static KeyDictionary of(KeyKind kind) {
    return of(kind, bytes -> {});
  }

  /**
   * An empty dictionary.
   *
   * @param beforeGrowth is told the bytes before slots, or the text of keys, are allocated anew; if
   *     it throws, the dictionary stays as it is
   */
  public static KeyDictionary of(KeyKind kind, LongConsumer beforeGrowth) {
    return switch (kind) {
      case INT64 -> new IntegerKeys(beforeGrowth);
      case UUID -> new UuidKeys(beforeGrowth);
      case STRING -> new StringKeys(beforeGrowth);
    };
  }

  /** Says that so many bytes are about to be allocated. */
  final void growBy(long bytes) {
    beforeGrowth.accept(bytes);
  }

  /** Number of keys. */
  public abstract int size();

  /** Appends a key to a column. */
  public abstract void copy(int number, KeyColumn.Builder target);

  /** Bytes of heap taken. */
  public abstract long bytes();

  /** True if the key of a number is that of a row. */
  abstract boolean same(int number, KeyColumn keys, int row);

  /** The hash of a key as {@link KeyColumn#hashAt}. */
  abstract long hash(int number);

  /** Appends a new key. */
  abstract void append(KeyColumn keys, int row);

  long slotBytes() {
    return 4L * slots.length;
  }

  /**
   * The number of each key of a column.
   *
   * @param numbers receives them, {@link #ABSENT} for a key that was never added
   */
  public void find(KeyColumn keys, int[] numbers) {
    if (slots.length == 0) {
      Arrays.fill(numbers, 0, keys.size(), ABSENT);
      return;
    }
    for (int first = 0; first < keys.size(); first += STAGE) {
      find(keys, first, Math.min(keys.size(), first + STAGE), numbers);
    }
  }

  private void find(KeyColumn keys, int first, int end, int[] numbers) {
    final int[] slots = this.slots;
    final int mask = slots.length - 1;
    keys.hashes(first, end, hashes);
    for (int row = first; row < end; row++) {
      long hash = hashes[row - first];
      int slot = (int) hash & mask;
      int entry = slots[slot];
      while (entry != 0 && entry >>> TAG_SHIFT != tag(hash)) {
        slot = (slot + 1) & mask;
        entry = slots[slot];
      }
      numbers[row] = (entry & NUMBER_MASK) - 1;
    }
    for (int row = first; row < end; row++) {
      if (numbers[row] != ABSENT && !same(numbers[row], keys, row)) {
        numbers[row] = (slots[slot(keys, row, hashes[row - first])] & NUMBER_MASK) - 1;
      }
    }
  }

  /** The highest bits: the lowest ones are where the search begins. */
  private static int tag(long hash) {
    return (int) (hash >>> 60);
  }

  /**
   * The number of each key of a column; a new key gets the number {@link #size()}.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE} when it is full
   */
  public void add(KeyColumn keys, int[] numbers) {
    if (slots.length == 0) {
      resize(LEAST_SLOTS);
    }
    for (int first = 0; first < keys.size(); first += STAGE) {
      int end = Math.min(keys.size(), first + STAGE);
      find(keys, first, end, numbers);
      for (int row = first; row < end; row++) {
        if (numbers[row] == ABSENT) {
          numbers[row] = insert(keys, row, hashes[row - first]);
        }
      }
    }
  }

  private int insert(KeyColumn keys, int row, long hash) {
    int slot = slot(keys, row, hash);
    if (slots[slot] != 0) {
      return (slots[slot] & NUMBER_MASK) - 1; // twice in one stretch
    }
    requireRoom();
    if (3L * (size() + 1) > 2L * slots.length) {
      resize(2 * slots.length);
      slot = slot(keys, row, hash);
    }
    append(keys, row);
    slots[slot] = tag(hash) << TAG_SHIFT | size();
    return size() - 1;
  }

  final void requireRoom() {
    if (size() == MAX_SIZE) {
      throw full();
    }
  }

  /** What is said when more than {@link #MAX_SIZE} vertices come. */
  public static GraphemberException full() {
    return new GraphemberException(
        GraphError.GRAPH_TOO_LARGE,
        "More than %d vertices came; this version holds no more in one graph.".formatted(MAX_SIZE));
  }

  /** The slot of a key, or the free one where it belongs. */
  private int slot(KeyColumn keys, int row, long hash) {
    final int[] slots = this.slots;
    final int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0
        && !(slots[slot] >>> TAG_SHIFT == tag(hash)
            && same((slots[slot] & NUMBER_MASK) - 1, keys, row))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Places all keys anew, in stages too. */
  final void resize(int count) {
    growBy(4L * count);
    final int[] placed = new int[count];
    final int mask = count - 1;
    final long[] hashes = new long[STAGE];
    for (int first = 0; first < size(); first += STAGE) {
      int end = Math.min(size(), first + STAGE);
      int touched = 0; // the misses overlap here; the searches below would end that
      for (int number = first; number < end; number++) {
        long hash = hash(number);
        hashes[number - first] = hash;
        touched |= placed[(int) hash & mask];
      }
      sink = touched;
      for (int number = first; number < end; number++) {
        long hash = hashes[number - first];
        int slot = (int) hash & mask;
        while (placed[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        placed[slot] = tag(hash) << TAG_SHIFT | number + 1;
      }
    }
    slots = placed;
  }
}
