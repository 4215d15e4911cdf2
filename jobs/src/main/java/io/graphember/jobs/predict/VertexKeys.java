// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.graph.id.Vid;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.schema.piece.KeyColumn;
import java.util.function.LongConsumer;

/**
 * Finds the masters of one type in a partition by the user's keys: some 10 bytes of heap a key
 * beside a copy of the keys. Safe for use by several threads.
 */
final class VertexKeys {
  static final long ABSENT = -1;

  private final KeyDictionary dictionary;
  private final int partition;
  private final int first;

  /**
   * Reads the keys.
   *
   * @param keys of the masters of the type, in their order
   * @param first local number of the first of them
   * @param beforeGrowth hears of memory before it is taken
   */
  VertexKeys(int partition, int first, KeyColumn keys, LongConsumer beforeGrowth) {
    this.partition = partition;
    this.first = first;
    dictionary = KeyDictionary.of(keys.kind(), beforeGrowth);
    beforeGrowth.accept(4L * keys.size());
    dictionary.add(keys, new int[keys.size()]);
  }

  /** Bytes of heap. */
  long bytes() {
    return dictionary.bytes();
  }

  /** Puts the ids of those that are here where the same key is. */
  void find(KeyColumn keys, long[] vids) {
    final int[] numbers = new int[keys.size()];
    synchronized (dictionary) {
      dictionary.find(keys, numbers);
    }
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != KeyDictionary.ABSENT) {
        vids[i] = Vid.of(partition, first + numbers[i]);
      }
    }
  }
}
