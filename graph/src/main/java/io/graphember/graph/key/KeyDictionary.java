// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.graph.GraphError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Numbers the user's vertex keys in the order in which they come, a column at a time, and gives
 * them back.
 *
 * <p>Open addressing with linear probing over the numbers, load 1/3 to 2/3: 6 to 12 bytes a key.
 * Keys are looked up in stages, a stretch of the column at once, so that the cache misses of
 * different keys overlap: first the slots, which hold bits of the hash beside the number, then the
 * keys. Room for a stretch is made before it is looked up. Beside the slots integer keys take 8
 * bytes, UUIDs 16, strings their text and 4 bytes for its end.
 *
 * <p>Used by one thread at a time; {@link #copy} by many once nothing is added any more.
 */
public abstract sealed class KeyDictionary permits IntegerKeys, UuidKeys, StringKeys {
  /** Number of a key that was never added. */
  public static final int ABSENT = -1;

  /** Most keys that a dictionary holds. */
  public static final int MAX_SIZE = (1 << 29) - 1;

  static final int LEAST_SLOTS = 1 << 10;

  /** Keys that are looked up together. */
  static final int STAGE = 256;

  private final long[] hashes = new long[STAGE];
  private final int[] places = new int[STAGE]; // the slot where each search ended
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
  public final void find(KeyColumn keys, int[] numbers) {
    for (int first = 0; first < keys.size(); first += STAGE) {
      find(keys, first, Math.min(keys.size(), first + STAGE), numbers);
    }
  }

  /** The numbers of rows {@code first .. end - 1}, at most {@link #STAGE} of them. */
  void find(KeyColumn keys, int first, int end, int[] numbers) {
    if (slots.length == 0) {
      Arrays.fill(numbers, first, end, ABSENT);
    } else {
      search(keys, first, end, numbers);
    }
  }

  private void search(KeyColumn keys, int first, int end, int[] numbers) {
    final int[] slots = this.slots;
    final int mask = slots.length - 1;
    keys.hashes(first, end, hashes);
    int touched = 0; // the misses overlap here; the searches below would end that
    for (int i = 0; i < end - first; i++) {
      touched |= slots[(int) hashes[i] & mask];
    }
    sink = touched;
    for (int row = first; row < end; row++) {
      long hash = hashes[row - first];
      int slot = (int) hash & mask;
      int entry = slots[slot];
      while (entry != 0 && !tagged(entry, hash, mask)) {
        slot = (slot + 1) & mask;
        entry = slots[slot];
      }
      places[row - first] = slot;
      numbers[row] = (entry & mask) - 1;
    }
    for (int row = first; row < end; row++) {
      if (numbers[row] != ABSENT && !same(numbers[row], keys, row)) {
        int slot = slot(keys, row, hashes[row - first], places[row - first]);
        places[row - first] = slot;
        numbers[row] = (slots[slot] & mask) - 1;
      }
    }
  }

  /**
   * What a slot holds for a key: number + 1 in as many bits as count the slots, above them that
   * many of the hash as there is room for; 0 is a free slot.
   *
   * @param mask number of slots - 1
   */
  static int entry(long hash, int number, int mask) {
    return (int) (hash >>> 32) & ~mask | number + 1;
  }

  /** True if a slot holds the bits of this hash. */
  private static boolean tagged(int entry, long hash, int mask) {
    return ((entry ^ (int) (hash >>> 32)) & ~mask) == 0;
  }

  /**
   * The number of each key of a column; a new key gets the number {@link #size()}.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE} when it is full
   */
  public final void add(KeyColumn keys, int[] numbers) {
    for (int first = 0; first < keys.size(); first += STAGE) {
      add(keys, first, Math.min(keys.size(), first + STAGE), numbers);
    }
  }

  /** Numbers rows {@code first .. end - 1}, at most {@link #STAGE} of them. */
  void add(KeyColumn keys, int first, int end, int[] numbers) {
    if (slots.length < slotsFor(size() + end - first)) {
      resize(slotsFor(size() + end - first));
    }
    search(keys, first, end, numbers);
    for (int row = first; row < end; row++) {
      if (numbers[row] == ABSENT) {
        numbers[row] = insert(keys, row, hashes[row - first], places[row - first]);
      }
    }
  }

  /** Puts a key in a free slot; it may have been taken since by a key of the same stretch. */
  private int insert(KeyColumn keys, int row, long hash, int place) {
    int slot = slot(keys, row, hash, place);
    if (slots[slot] != 0) {
      return (slots[slot] & slots.length - 1) - 1; // twice in one stretch
    }
    requireRoom();
    append(keys, row);
    slots[slot] = entry(hash, size() - 1, slots.length - 1);
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
        "More than %d vertices of a graph came to a node; it holds no more: use more storage nodes."
            .formatted(MAX_SIZE));
  }

  /**
   * The slot of a key, or the free one where it belongs.
   *
   * @param from where the search begins: no slot before it can hold the key
   */
  private int slot(KeyColumn keys, int row, long hash, int from) {
    final int[] slots = this.slots;
    final int mask = slots.length - 1;
    int slot = from;
    while (slots[slot] != 0
        && !(tagged(slots[slot], hash, mask) && same((slots[slot] & mask) - 1, keys, row))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Slots that so many keys need. */
  static int slotsFor(int keys) {
    int slots = LEAST_SLOTS;
    while (3L * keys > 2L * slots) {
      slots <<= 1;
    }
    return slots;
  }

  /** Places all keys anew; the old slots are gone before the new ones are allocated. */
  final void resize(int count) {
    growBy(4L * count + Rehash.bytes(size()) - slotBytes());
    slots = new int[0];
    slots = Rehash.slots(this, count);
  }

  /** Forgets the slots: keys are found in another way. */
  final void dropSlots() {
    slots = new int[0];
  }
}
