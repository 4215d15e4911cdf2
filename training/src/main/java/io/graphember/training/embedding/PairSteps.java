// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.memory.kernel.SkipGram;

/**
 * Trains the pairs of a batch one after the other, each with the rows that the ones before have
 * left. Used by one thread.
 */
final class PairSteps {
  private final int dim;
  private final Window window;
  private final PlaceOutputs outputs;
  private final PassCounts counts;
  private final float[] copies; // output rows of a place, side by side
  private final int[] copyStarts;
  private final float[] scratch;

  PairSteps(int dim, WalkPlan plan, PassCounts counts) {
    this.dim = dim;
    this.window = new Window(plan.window());
    this.outputs = new PlaceOutputs(plan.negatives());
    this.counts = counts;
    final int most = outputs.numbers.length;
    this.copies = new float[most * dim];
    this.copyStarts = new int[most];
    for (int k = 0; k < most; k++) {
      copyStarts[k] = k * dim;
    }
    this.scratch = new float[SkipGram.scratch(most, dim)];
  }

  /**
   * Trains a batch.
   *
   * @param inputs array of each vertex's input row
   * @param inputStarts where in its array a row begins
   * @param outputRows array of each vertex's output row
   * @param outputStarts where in its array a row begins
   */
  void train(
      WalkBatch batch,
      float[][] inputs,
      int[] inputStarts,
      float[][] outputRows,
      int[] outputStarts,
      float rate) {
    int from = 0;
    for (int to : batch.ends()) {
      for (int place = from; place < to; place++) {
        final int contexts = window.around(batch, from, to, place);
        final int count = outputs.of(batch, place);
        takeOut(count, outputRows, outputStarts);
        train(place, contexts, count, inputs, inputStarts, rate);
        putBack(count, outputRows, outputStarts);
      }
      from = to;
    }
  }

  private void train(
      int place, int contexts, int count, float[][] inputs, int[] inputStarts, float rate) {
    for (int c = 0; c < contexts; c++) {
      final int input = window.contexts[c];
      final float[] row = inputs[input];
      SkipGram.BEST.train(
          row, inputStarts[input], row, copies, copies, copyStarts, count, dim, rate, scratch);
      counts.pair(place, c, scratch, count);
    }
  }

  private void takeOut(int count, float[][] rows, int[] starts) {
    for (int k = 0; k < count; k++) {
      final int number = outputs.numbers[k];
      System.arraycopy(rows[number], starts[number], copies, k * dim, dim);
    }
  }

  private void putBack(int count, float[][] rows, int[] starts) {
    for (int k = 0; k < count; k++) {
      final int number = outputs.numbers[k];
      System.arraycopy(copies, k * dim, rows[number], starts[number], dim);
    }
  }
}
