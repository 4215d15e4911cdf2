// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.model.Operator;

/** Normalisation of rows, and what makes shares of them. */
final class NormOperators {
  private NormOperators() {}

  static void normalize(int columns, double[] x, double[] r) {
    for (int at = 0; at < x.length; at += columns) {
      double mean = mean(x, at, columns);
      double deviation = deviation(x, at, columns, mean);
      for (int j = at; j < at + columns; j++) {
        r[j] = (x[j] - mean) / deviation;
      }
    }
  }

  static void normalizeBackward(int columns, double[] x, double[] r, double[] dr, double[] dx) {
    for (int at = 0; at < x.length; at += columns) {
      double deviation = deviation(x, at, columns, mean(x, at, columns));
      double gradientMean = mean(dr, at, columns);
      double product = 0;
      for (int j = at; j < at + columns; j++) {
        product += r[j] * dr[j] / columns;
      }
      for (int j = at; j < at + columns; j++) {
        dx[j] += (dr[j] - gradientMean - r[j] * product) / deviation;
      }
    }
  }

  static void softmax(int columns, double[] x, double[] r) {
    for (int at = 0; at < x.length; at += columns) {
      double sum = 0;
      for (int j = at; j < at + columns; j++) {
        r[j] = Math.exp(x[j]);
        sum += r[j];
      }
      for (int j = at; j < at + columns; j++) {
        r[j] /= sum;
      }
    }
  }

  static void softmaxBackward(int columns, double[] r, double[] dr, double[] dx) {
    for (int at = 0; at < r.length; at += columns) {
      double product = 0;
      for (int j = at; j < at + columns; j++) {
        product += r[j] * dr[j];
      }
      for (int j = at; j < at + columns; j++) {
        dx[j] += r[j] * (dr[j] - product);
      }
    }
  }

  private static double mean(double[] x, int at, int columns) {
    double sum = 0;
    for (int j = at; j < at + columns; j++) {
      sum += x[j];
    }
    return sum / columns;
  }

  private static double deviation(double[] x, int at, int columns, double mean) {
    double sum = 0;
    for (int j = at; j < at + columns; j++) {
      sum += (x[j] - mean) * (x[j] - mean);
    }
    return Math.sqrt(sum / columns + Operator.NORM_EPSILON);
  }
}
