// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.schema.piece.KeyColumn;

/**
 * Numbers of integer keys that lie close together, addressed by the key itself: one read finds a
 * number, where slots take a search and a comparison. Used by one thread at a time while it grows.
 */
final class KeyRange {
  private final long least;
  private final int[] numbers; // number + 1 of key least + i; 0 = absent

  /**
   * No keys.
   *
   * @param least smallest key that fits
   * @param size keys that fit
   */
  KeyRange(long least, int size) {
    this.least = least;
    numbers = new int[size];
  }

  /** Bytes of a range of so many keys. */
  static long bytes(long size) {
    return 4 * size;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return bytes(numbers.length);
  }

  /** True if a key may be put here. */
  boolean fits(long key) {
    long at = key - least; // wraps to a number that does not fit
    return at >= 0 && at < numbers.length;
  }

  /** True if all keys of rows {@code first .. end - 1} may be put here. */
  boolean fits(KeyColumn keys, int first, int end) {
    boolean fits = true;
    for (int row = first; row < end; row++) {
      fits &= fits(keys.longAt(row));
    }
    return fits;
  }

  /** The number of a key, {@link KeyDictionary#ABSENT} for one that was never put. */
  int get(long key) {
    return fits(key) ? numbers[(int) (key - least)] - 1 : KeyDictionary.ABSENT;
  }

  /** Sets the number of a key that fits. */
  void put(long key, int number) {
    numbers[(int) (key - least)] = number + 1;
  }
}
