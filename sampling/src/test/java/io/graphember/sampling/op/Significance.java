// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** Pearson's chi-square test of counted outcomes against exact probabilities. */
public final class Significance {
  private Significance() {}

  /**
   * The p-value; 0 if an outcome was seen that has no probability. Outcomes of which fewer than 5
   * are expected are joined.
   */
  public static double goodnessOfFit(Map<String, Double> law, Map<String, Integer> seen) {
    final int draws = seen.values().stream().mapToInt(Integer::intValue).sum();
    if (!law.keySet().containsAll(seen.keySet())) {
      return 0;
    }
    double statistic = 0;
    double restExpected = 0;
    double restSeen = 0;
    int cells = 0;
    for (Map.Entry<String, Double> outcome : law.entrySet()) {
      double expected = draws * outcome.getValue();
      int observed = seen.getOrDefault(outcome.getKey(), 0);
      if (expected < 5) {
        restExpected += expected;
        restSeen += observed;
      } else {
        statistic += (observed - expected) * (observed - expected) / expected;
        cells++;
      }
    }
    if (restExpected > 0) {
      statistic += (restSeen - restExpected) * (restSeen - restExpected) / restExpected;
      cells++;
    }
    return cells < 2
        ? 1
        : 1 - new ChiSquaredDistribution(cells - 1).cumulativeProbability(statistic);
  }

  /**
   * Probabilities of the k-subsets of items that are drawn one after the other by weight: the sum
   * over all orders, by brute force.
   *
   * @return by the sorted numbers of the members
   */
  static Map<String, Double> successive(double[] weights, int k) {
    Map<String, Double> law = new TreeMap<>();
    draw(weights, new boolean[weights.length], k, 1, law);
    return law;
  }

  private static void draw(
      double[] weights, boolean[] taken, int left, double probability, Map<String, Double> law) {
    double total = 0;
    for (int i = 0; i < weights.length; i++) {
      total += taken[i] ? 0 : weights[i];
    }
    if (left == 0 || total == 0) {
      law.merge(members(taken), probability, Double::sum);
      return;
    }
    for (int i = 0; i < weights.length; i++) {
      if (!taken[i] && weights[i] > 0) {
        taken[i] = true;
        draw(weights, taken, left - 1, probability * weights[i] / total, law);
        taken[i] = false;
      }
    }
  }

  static String members(boolean[] taken) {
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < taken.length; i++) {
      members.append(taken[i] ? i + " " : "");
    }
    return members.toString();
  }

  /** Equal weights. */
  static double[] equal(int items) {
    double[] weights = new double[items];
    Arrays.fill(weights, 1);
    return weights;
  }
}
