// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import java.util.Arrays;

/**
 * Heads whose candidates are looked for together.
 *
 * @param rows prepared, one after the other
 * @param ids of the heads
 * @param count how many
 * @param known ids of the tails that each is not to get, ascending
 */
record HeadGroup(float[] rows, long[] ids, int count, long[][] known) {
  /** True unless a tail is the head itself, or left out. */
  boolean takes(int head, long tail) {
    return tail != ids[head] && Arrays.binarySearch(known[head], tail) < 0;
  }
}
