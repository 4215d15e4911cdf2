// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

/**
 * Places the keys of a dictionary in new slots, region by region: keys are dealt to regions of the
 * slots that fit a core's cache, so that no search waits for memory. Twice as fast as placing them
 * in the order of their numbers once the slots exceed the cache.
 */
final class Rehash {
  private static final int REGION_BITS = 16; // 256 KiB of slots

  private final KeyDictionary keys;
  private final int mask;
  private final int[] regionEnds;
  private final long[] dealt; // slot where the search begins, and entry, in order of the regions

  private Rehash(KeyDictionary keys, int count) {
    this.keys = keys;
    mask = count - 1;
    regionEnds = new int[(mask >>> REGION_BITS) + 2];
    dealt = new long[keys.size()];
  }

  /** Bytes taken while so many keys are placed, beside the slots. */
  static long bytes(int keys) {
    return 8L * keys;
  }

  /**
   * New slots with all keys.
   *
   * @param count number of slots, a power of two, more than there are keys
   */
  static int[] slots(KeyDictionary keys, int count) {
    Rehash rehash = new Rehash(keys, count);
    rehash.countRegions();
    rehash.deal();
    return rehash.place(new int[count]);
  }

  private void countRegions() {
    for (int number = 0; number < keys.size(); number++) {
      regionEnds[(((int) keys.hash(number) & mask) >>> REGION_BITS) + 1]++;
    }
    for (int region = 1; region < regionEnds.length; region++) {
      regionEnds[region] += regionEnds[region - 1];
    }
  }

  private void deal() {
    for (int number = 0; number < keys.size(); number++) {
      long hash = keys.hash(number);
      int place = (int) hash & mask;
      int at = regionEnds[place >>> REGION_BITS]++;
      dealt[at] = (long) place << 32 | KeyDictionary.entry(hash, number, mask) & 0xFFFFFFFFL;
    }
  }

  private int[] place(int[] slots) {
    for (long key : dealt) {
      int slot = (int) (key >>> 32);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = (int) key;
    }
    return slots;
  }
}
