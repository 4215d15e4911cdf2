// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.training.task.DealtVertices;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The cheapest dealing of seeds to trainers that gives each as many: a transportation problem.
 *
 * <p>With a price of each trainer's places every seed goes where its cost and the price are lowest;
 * what that costs, less the prices of all places, is no more than any equal dealing costs (the
 * Lagrangian dual), whatever the prices are. Prices are raised where too many want to go and
 * lowered where too few do, by smaller and smaller steps (subgradient ascent). The dealing goes by
 * those prices, seeds that lose most by their second choice first.
 */
public final class EqualDealing {
  private static final int STEPS = 2_000;

  private final double[][] costs; // [seeds, trainers]
  private final int trainers;
  private double[] prices;
  private double least = Double.NEGATIVE_INFINITY;

  /**
   * Solves it.
   *
   * @param costs [seeds, trainers] what a seed costs at a trainer
   */
  public EqualDealing(double[][] costs) {
    this.costs = costs;
    trainers = costs[0].length;
    prices = new double[trainers];
    final double mean =
        Arrays.stream(costs).flatMapToDouble(Arrays::stream).average().orElseThrow();
    double[] tried = new double[trainers];
    for (int step = 0; step < STEPS; step++) {
      final int[] excess = new int[trainers];
      double value = 0;
      for (double[] row : costs) {
        final int best = cheapest(row, tried);
        value += row[best] + tried[best];
        excess[best]++;
      }
      for (int t = 0; t < trainers; t++) {
        value -= tried[t] * places(t);
        excess[t] -= places(t);
      }
      if (value > least) {
        least = value;
        prices = tried.clone();
      }
      for (int t = 0; t < trainers; t++) {
        tried[t] += 2 * mean * excess[t] / costs.length / (1 + 0.02 * step);
      }
    }
  }

  private int places(int trainer) {
    return (int)
        (DealtVertices.first(costs.length, trainer + 1, trainers)
            - DealtVertices.first(costs.length, trainer, trainers));
  }

  private static int cheapest(double[] row, double[] prices) {
    int best = 0;
    for (int t = 1; t < row.length; t++) {
      best = row[t] + prices[t] < row[best] + prices[best] ? t : best;
    }
    return best;
  }

  /** No equal dealing costs less. */
  public double least() {
    return least;
  }

  /** The trainer of each seed in a dealing that costs little more. */
  public int[] dealing() {
    int[] free = IntStream.range(0, trainers).map(this::places).toArray();
    int[] dealt = new int[costs.length];
    IntStream.range(0, costs.length)
        .boxed()
        .sorted(Comparator.comparingDouble(seed -> -loss(costs[seed])))
        .forEach(
            seed -> {
              int best = -1;
              for (int t = 0; t < trainers; t++) {
                if (free[t] > 0
                    && (best < 0
                        || costs[seed][t] + prices[t] < costs[seed][best] + prices[best])) {
                  best = t;
                }
              }
              free[best]--;
              dealt[seed] = best;
            });
    return dealt;
  }

  /** What the second choice costs more than the first. */
  private double loss(double[] row) {
    double[] priced = new double[trainers];
    Arrays.setAll(priced, t -> row[t] + prices[t]);
    Arrays.sort(priced);
    return priced[1] - priced[0];
  }
}
