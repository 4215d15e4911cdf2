// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Predicts labels from embeddings by one logistic regression a label (one against the rest, L2, C =
 * 1, with an intercept), as embeddings have been compared since DeepWalk (Perozzi et al., KDD 2014,
 * section 5): a share of the vertices is trained on; of each of the others as many labels are
 * predicted as it has, the most probable ones.
 *
 * <p>Immutable; safe for any thread.
 */
public final class LabelRegression {
  static {
    Linear.disableDebugOutput();
  }

  private static final double COST = 1;
  private static final double TOLERANCE = 1e-3;
  private static final double BIAS = 1;

  private final Feature[][] rows;
  private final int[][] labels;
  private final int labelCount;

  /**
   * Embeddings with labels.
   *
   * @param rows embedding of each vertex, all of one length
   * @param labels labels of each vertex, each once, one or more
   * @param labelCount number of labels
   */
  public LabelRegression(float[][] rows, int[][] labels, int labelCount) {
    this.rows = Arrays.stream(rows).map(LabelRegression::features).toArray(Feature[][]::new);
    this.labels = labels.clone();
    this.labelCount = labelCount;
  }

  private static Feature[] features(float[] row) {
    return IntStream.rangeClosed(0, row.length)
        .mapToObj(j -> new FeatureNode(j + 1, j == row.length ? BIAS : row[j]))
        .toArray(Feature[]::new);
  }

  /**
   * Trains on a share and tests on the rest; takes seconds for thousands of vertices.
   *
   * @param share of the vertices to train on, more than 0 and less than 1
   * @param seed draws them
   * @param workers the labels are dealt to
   */
  public F1 score(double share, long seed, Workers workers) {
    long[] order = IntStream.range(0, rows.length).asLongStream().toArray();
    CounterRandom.shuffle(order, seed);
    final int trained = (int) Math.min(rows.length - 1L, Math.max(1, share * rows.length));
    int[] train = Arrays.stream(order, 0, trained).mapToInt(i -> (int) i).toArray();
    int[] test = Arrays.stream(order, trained, rows.length).mapToInt(i -> (int) i).toArray();
    double[][] scores = new double[labelCount][];
    workers.each(
        labelCount,
        1,
        (worker, from, to) -> {
          for (int label = from; label < to; label++) {
            scores[label] = scores(label, train, test);
          }
        });
    int[][] expected = Arrays.stream(test).mapToObj(v -> labels[v]).toArray(int[][]::new);
    int[][] predicted = new int[test.length][];
    Arrays.setAll(predicted, i -> best(scores, i, expected[i].length));
    return F1.of(expected, predicted, labelCount);
  }

  /** How probable a label is at each of the vertices to test. */
  private double[] scores(int label, int[] train, int[] test) {
    Problem problem = new Problem();
    problem.l = train.length;
    problem.n = rows[0].length;
    problem.x = Arrays.stream(train).mapToObj(v -> rows[v]).toArray(Feature[][]::new);
    problem.y = Arrays.stream(train).mapToDouble(v -> has(v, label) ? 1 : 0).toArray();
    final long positives = Arrays.stream(problem.y).filter(y -> y == 1).count();
    if (positives == 0 || positives == train.length) {
      return Arrays.stream(test).mapToDouble(v -> positives == 0 ? 0 : 1).toArray();
    }
    Model model = Linear.train(problem, new Parameter(SolverType.L2R_LR, COST, TOLERANCE));
    final int positive = model.getLabels()[0] == 1 ? 0 : 1;
    return Arrays.stream(test).mapToDouble(v -> probability(model, rows[v], positive)).toArray();
  }

  private static double probability(Model model, Feature[] row, int positive) {
    double[] probabilities = new double[2];
    Linear.predictProbability(model, row, probabilities);
    return probabilities[positive];
  }

  private boolean has(int vertex, int label) {
    for (int own : labels[vertex]) {
      if (own == label) {
        return true;
      }
    }
    return false;
  }

  private static int[] best(double[][] scores, int vertex, int count) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer label) -> -scores[label][vertex]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
