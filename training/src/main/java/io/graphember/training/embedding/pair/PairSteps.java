// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.kernels.SkipGram;
import io.graphember.training.embedding.step.PassCounts;

/**
 * Trains the pairs of a batch one after the other, each with the rows that the ones before have
 * left. Used by one thread.
 */
final class PairSteps {
  private final int dim;
  private final Window window;
  private final PlaceOutputs outputs;
  private final PassCounts counts;
  private final float[][] rows; // array of each output row of a place
  private final int[] starts;
  private final float[] scratch;

  PairSteps(int dim, WalkPlan plan, PassCounts counts) {
    this.dim = dim;
    this.window = new Window(plan.window());
    this.outputs = new PlaceOutputs(plan.negatives());
    this.counts = counts;
    final int most = outputs.numbers.length;
    this.rows = new float[most][];
    this.starts = new int[most];
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
        for (int k = 0; k < count; k++) {
          rows[k] = outputRows[outputs.numbers[k]];
          starts[k] = outputStarts[outputs.numbers[k]];
        }
        train(place, contexts, count, inputs, inputStarts, rate);
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
          row, inputStarts[input], row, rows, rows, starts, count, dim, rate, scratch);
      PairCounts.add(counts, place, c, scratch, count);
    }
  }
}
