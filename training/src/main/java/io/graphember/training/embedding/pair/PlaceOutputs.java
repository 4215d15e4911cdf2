// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

/** What the pairs of one place predict: the vertex there, and its negatives. Used by one thread. */
final class PlaceOutputs {
  /** Numbers of the last place's vertices; the positive first. */
  final int[] numbers;

  PlaceOutputs(int negatives) {
    numbers = new int[1 + negatives];
  }

  /** Finds those of a place; how many. */
  int of(WalkBatch batch, int place) {
    numbers[0] = batch.tokens()[place];
    int count = 1;
    final int first = place * batch.perPlace();
    for (int i = first; i < first + batch.perPlace(); i++) {
      if (batch.negatives()[i] != WalkBatch.NONE) {
        numbers[count++] = batch.negatives()[i];
      }
    }
    return count;
  }
}
