// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.AlignedInts;
import io.graphember.memory.PackedInts;

/** Checks offsets: the first is 0, none is below the one before, the last is the end. */
final class Ascending {
  private Ascending() {}

  static boolean to(int end, AlignedInts offsets) {
    int before = 0;
    boolean good = offsets.get(0) == 0;
    for (int i = 0; i < offsets.size(); i++) {
      final int offset = offsets.get(i);
      good &= offset >= before;
      before = offset;
    }
    return good && before == end;
  }

  static boolean to(int end, PackedInts offsets) {
    int before = 0;
    boolean good = offsets.get(0) == 0;
    for (int i = 0; i < offsets.size(); i++) {
      final int offset = offsets.get(i);
      good &= offset >= before;
      before = offset;
    }
    return good && before == end;
  }
}
