// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.spi.CounterRandom;

/**
 * The vertices around a place of a walk, at most as many steps away as is drawn for the place: 1 to
 * the window (as in word2vec's program). Used by one thread.
 */
final class Window {
  private final int width;

  /** Numbers of the vertices around the last place asked for. */
  final int[] contexts;

  Window(int width) {
    this.width = width;
    this.contexts = new int[2 * width];
  }

  /**
   * Finds the vertices around a place, without those that are the same as it.
   *
   * @param from first place of the walk
   * @param to end of the walk
   * @return how many there are in {@link #contexts}
   */
  int around(WalkBatch batch, int from, int to, int place) {
    final int[] tokens = batch.tokens();
    final int reach =
        1 + CounterRandom.bounded(CounterRandom.bits(batch.windowKey(), place), width);
    final int last = Math.min(to - 1, place + reach);
    int count = 0;
    for (int i = Math.max(from, place - reach); i <= last; i++) {
      if (tokens[i] != tokens[place]) {
        contexts[count++] = tokens[i];
      }
    }
    return count;
  }
}
