// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import java.util.Arrays;

/**
 * {@code relu([h, t] W_1 + b_1) W_2 + b_2}. A hidden row is the sum of what the head and what the
 * tail make of it, so each end is multiplied once and a pair costs a sum and a product a column.
 */
final class PerceptronScorer implements PairScorer {
  private final float[] hiddenWeights; // [2 * columns, width]
  private final float[] hiddenBias;
  private final float[] outWeights; // [width, outputs]
  private final float[] outBias;

  PerceptronScorer(float[] hiddenWeights, float[] hiddenBias, float[] outWeights, float[] outBias) {
    this.hiddenWeights = hiddenWeights;
    this.hiddenBias = hiddenBias;
    this.outWeights = outWeights;
    this.outBias = outBias;
  }

  @Override
  public int width() {
    return hiddenBias.length;
  }

  @Override
  public int outputs() {
    return outBias.length;
  }

  @Override
  public boolean isProduct() {
    return false;
  }

  @Override
  public PairScorer reversed() {
    final int half = hiddenWeights.length / 2;
    final float[] swapped = new float[hiddenWeights.length];
    System.arraycopy(hiddenWeights, half, swapped, 0, half);
    System.arraycopy(hiddenWeights, 0, swapped, half, half);
    return new PerceptronScorer(swapped, hiddenBias, outWeights, outBias);
  }

  @Override
  public void head(float[] row, float[] prepared, int at) {
    multiply(row, 0, prepared, at, 1);
    for (int j = 0; j < hiddenBias.length; j++) {
      prepared[at + j] += hiddenBias[j];
    }
  }

  @Override
  public void tail(float[] row, float[] prepared, int at, int step) {
    multiply(row, hiddenWeights.length / 2, prepared, at, step);
  }

  private void multiply(float[] row, int matrix, float[] prepared, int at, int step) {
    final int width = width();
    for (int j = 0; j < width; j++) {
      float sum = 0;
      for (int i = 0; i < hiddenWeights.length / 2 / width; i++) {
        sum = Math.fma(row[i], hiddenWeights[matrix + i * width + j], sum);
      }
      prepared[at + j * step] = sum;
    }
  }

  @Override
  public void score(float[] heads, int headAt, float[] tails, int tailAt, float[] scores) {
    final int outputs = outputs();
    System.arraycopy(outBias, 0, scores, 0, outputs);
    for (int j = 0; j < hiddenBias.length; j++) {
      final float hidden = Math.max(0, heads[headAt + j] + tails[tailAt + j]);
      for (int output = 0; output < outputs; output++) {
        scores[output] += outWeights[j * outputs + output] * hidden;
      }
    }
  }

  @Override
  public void score(float[] heads, int from, int count, float[] tails, int stride, float[] scores) {
    if (outputs() > 1) {
      throw new IllegalArgumentException("a pair has %d scores, not one".formatted(outputs()));
    }
    Arrays.fill(scores, 0, count * stride, outBias[0]);
    final int width = width();
    for (int head = 0; head < count; head++) {
      for (int j = 0; j < width; j++) {
        final float ofHead = heads[(from + head) * width + j];
        addColumn(ofHead, outWeights[j], tails, j * stride, stride, scores, head * stride);
      }
    }
  }

  private static void addColumn(
      float ofHead, float weight, float[] tails, int from, int count, float[] scores, int at) {
    for (int t = 0; t < count; t++) {
      scores[at + t] += weight * Math.max(0, ofHead + tails[from + t]);
    }
  }
}
