// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * A sum of terms, none of them negative, whose relative errors are least in the mean square. A term
 * that would get a negative factor is left out: nothing costs less than nothing.
 *
 * @param parts terms with their factors
 */
record Fit(List<Part> parts) {
  /** A term and its factor. */
  record Part(Term term, double factor) {
    double of(LoadPlan plan) {
      return factor * term.of(plan);
    }

    @Override
    public String toString() {
      return "%.3g %s".formatted(factor, term.name());
    }
  }

  /**
   * Fits.
   *
   * @param terms fewer than runs; those that are zero in all runs are left out
   * @param value what is predicted, not zero
   */
  static Fit of(List<Term> terms, List<LoadRun> runs, ToDoubleFunction<LoadRun> value) {
    List<Term> left = new ArrayList<>(terms.stream().filter(t -> t.most(runs) > 0).toList());
    while (true) {
      final List<Part> found = regression(left, runs, value);
      final int least = least(found);
      if (found.get(least).factor() >= 0 || left.size() == 1) {
        return new Fit(found);
      }
      left.remove(least);
    }
  }

  private static int least(List<Part> parts) {
    int least = 0;
    for (int i = 1; i < parts.size(); i++) {
      least = parts.get(i).factor() < parts.get(least).factor() ? i : least;
    }
    return least;
  }

  /** Each row is divided by its value, so that errors are relative; columns are of like size. */
  private static List<Part> regression(
      List<Term> terms, List<LoadRun> runs, ToDoubleFunction<LoadRun> value) {
    double[][] rows = new double[runs.size()][terms.size()];
    double[] ones = new double[rows.length];
    Arrays.fill(ones, 1);
    for (int i = 0; i < terms.size(); i++) {
      final double most = terms.get(i).most(runs);
      for (int r = 0; r < rows.length; r++) {
        final LoadRun run = runs.get(r);
        rows[r][i] = terms.get(i).of(run.plan()) / most / value.applyAsDouble(run);
      }
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    regression.newSampleData(ones, rows);
    final double[] found = regression.estimateRegressionParameters();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      parts.add(new Part(terms.get(i), found[i] / terms.get(i).most(runs)));
    }
    return parts;
  }

  /** What the model says of a load. */
  double predict(LoadPlan plan) {
    return parts.stream().mapToDouble(part -> part.of(plan)).sum();
  }

  @Override
  public String toString() {
    return parts.stream().map(Part::toString).collect(Collectors.joining(" + "));
  }
}
