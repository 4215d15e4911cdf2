// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

import java.util.Arrays;

/**
 * F1 of labels that were predicted, several for a vertex.
 *
 * @param micro of all decisions together
 * @param macro mean over the labels, 0 for one that is neither there nor predicted
 */
public record F1(double micro, double macro) {
  /**
   * Compares.
   *
   * @param expected labels of each vertex, each once
   * @param predicted the same as predicted
   * @param labels number of labels
   */
  public static F1 of(int[][] expected, int[][] predicted, int labels) {
    long[] hits = new long[labels];
    long[] there = new long[labels];
    long[] said = new long[labels];
    for (int v = 0; v < expected.length; v++) {
      int[] sorted = expected[v].clone();
      Arrays.sort(sorted);
      for (int label : expected[v]) {
        there[label]++;
      }
      for (int label : predicted[v]) {
        said[label]++;
        hits[label] += Arrays.binarySearch(sorted, label) >= 0 ? 1 : 0;
      }
    }
    double macro = 0;
    for (int label = 0; label < labels; label++) {
      macro += f1(hits[label], there[label], said[label]) / labels;
    }
    return new F1(
        f1(Arrays.stream(hits).sum(), Arrays.stream(there).sum(), Arrays.stream(said).sum()),
        macro);
  }

  private static double f1(long hits, long there, long said) {
    return there + said == 0 ? 0 : 2.0 * hits / (there + said);
  }
}
