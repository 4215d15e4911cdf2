// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.kernels.SkipGram;
import io.graphember.training.embedding.step.PassCounts;
import java.util.Arrays;

/**
 * Sums the gradients of all pairs of a batch by row, all of them at the rows as they were before
 * the batch. Used by one thread.
 */
final class PairGradients {
  private final int dim;
  private final Window window;
  private final PlaceOutputs outputs;
  private final int[] starts;
  private final float[][] rows; // array of each output row
  private final float[][] sums;
  private final float[] scratch;

  /**
   * Gradients of pairs.
   *
   * @param dim floats of a row
   */
  PairGradients(int dim, WalkPlan plan) {
    this.dim = dim;
    this.window = new Window(plan.window());
    this.outputs = new PlaceOutputs(plan.negatives());
    this.starts = new int[outputs.numbers.length];
    this.rows = new float[starts.length][];
    this.sums = new float[starts.length][];
    this.scratch = new float[SkipGram.scratch(starts.length, dim)];
  }

  /**
   * Adds the gradients of a batch, of what is to be made large: the steps of ascent.
   *
   * @param inputs rows of the walks' vertices, row i at {@code i * dim}
   * @param inputSums receives sums, at the same places
   * @param inputTimes receives how often a row was an input
   * @param outputRows rows of all vertices; may be {@code inputs}
   * @param outputSums receives sums; may be {@code inputSums}
   * @param outputTimes receives how often a row was an output; may be {@code inputTimes}
   * @param counts takes the pairs
   */
  void add(
      WalkBatch batch,
      float[] inputs,
      float[] inputSums,
      float[] inputTimes,
      float[] outputRows,
      float[] outputSums,
      float[] outputTimes,
      PassCounts counts) {
    Arrays.fill(rows, outputRows);
    Arrays.fill(sums, outputSums);
    int from = 0;
    for (int to : batch.ends()) {
      for (int place = from; place < to; place++) {
        final int contexts = window.around(batch, from, to, place);
        final int count = outputs.of(batch, place);
        for (int k = 0; k < count; k++) {
          starts[k] = outputs.numbers[k] * dim;
          outputTimes[outputs.numbers[k]] += contexts;
        }
        for (int c = 0; c < contexts; c++) {
          final int input = window.contexts[c];
          SkipGram.BEST.train(
              inputs, input * dim, inputSums, rows, sums, starts, count, dim, 1, scratch);
          inputTimes[input]++;
          PairCounts.add(counts, place, c, scratch, count);
        }
      }
      from = to;
    }
  }
}
