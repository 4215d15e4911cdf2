// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowDistancesTest {
  /** A distance, its twins, and the distance of two rows in double precision. */
  private record Kind(String name, RowDistances best, RowDistances scalar, Exact exact) {
    List<RowDistances> twins() {
      return List.of(best, scalar);
    }

    int dim(int dim) {
      return best == Distances.MODULUS ? dim + dim % 2 : dim;
    }
  }

  private interface Exact {
    double distance(double[] x, double[] y);
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "Absolute",
              Distances.L1,
              new ScalarAbsoluteDistances(),
              (x, y) -> {
                double sum = 0;
                for (int k = 0; k < x.length; k++) {
                  sum += Math.abs(x[k] - y[k]);
                }
                return sum;
              }),
          new Kind(
              "Euclidean",
              Distances.L2,
              new ScalarEuclideanDistances(),
              (x, y) -> {
                double sum = 0;
                for (int k = 0; k < x.length; k++) {
                  sum += (x[k] - y[k]) * (x[k] - y[k]);
                }
                return Math.sqrt(sum);
              }),
          new Kind(
              "Modulus",
              Distances.MODULUS,
              new ScalarModulusDistances(),
              (x, y) -> {
                final int half = x.length / 2;
                double sum = 0;
                for (int k = 0; k < half; k++) {
                  sum += Math.hypot(x[k] - y[k], x[half + k] - y[half + k]);
                }
                return sum;
              }));

  /** So many rows x, rows y and floats, with all that kernels are given. */
  private static final class Case {
    final int rows;
    final int count;
    final int dim;
    final int xStride;
    final int yStride;
    final int outStride;
    final float[] x;
    final float[] y;
    final float[] dx;
    final float[] dy;
    final float[] weights;
    final float[] out;
    final float[] scratch;

    Case(int rows, int count, int dim, long key) {
      this.rows = rows;
      this.count = count;
      this.dim = dim;
      xStride = dim + 3;
      yStride = dim + 1;
      outStride = count + 2;
      x = values(rows * xStride, key);
      y = values(count * yStride, key + 1);
      dx = values(rows * xStride, key + 2);
      dy = values(count * yStride, key + 3);
      weights = values(rows * outStride, key + 4);
      for (int pair = 0; pair < weights.length; pair++) {
        weights[pair] =
            CounterRandom.bounded(CounterRandom.bits(key, pair), 3) == 0 ? 0 : weights[pair];
      }
      out = new float[rows * outStride];
      Arrays.fill(out, 9);
      scratch = values(RowDistances.scratch(rows, count, dim), key + 5);
    }

    Case distances(RowDistances twin) {
      twin.distances(x, xStride, rows, y, yStride, count, dim, out, outStride, scratch);
      return this;
    }

    Case gradients(RowDistances twin) {
      distances(twin);
      twin.addGradients(
          x, xStride, rows, y, yStride, count, dim, out, weights, outStride, dx, dy, scratch);
      return this;
    }

    double[] x(int i) {
      return row(x, i * xStride, dim);
    }

    double[] y(int j) {
      return row(y, j * yStride, dim);
    }

    /** The sum that gradients are of, in double precision. */
    double loss(Exact exact) {
      double loss = 0;
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < count; j++) {
          loss += weights[i * outStride + j] * exact.distance(x(i), y(j));
        }
      }
      return loss;
    }
  }

  private static float[] values(int count, long key) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
    return values;
  }

  private static double[] row(float[] rows, int at, int dim) {
    double[] row = new double[dim];
    for (int k = 0; k < dim; k++) {
      row[k] = rows[at + k];
    }
    return row;
  }

  @Test
  void theBestAreVectors() {
    for (Kind kind : KINDS) {
      assertThat(kind.best.getClass().getSimpleName())
          .isEqualTo("Vector" + kind.name + "Distances");
    }
  }

  @Property(tries = 150)
  void bothTwinsGiveTheSameBits(
      @ForAll @IntRange(max = 11) int rows,
      @ForAll @IntRange(max = 150) int count,
      @ForAll @IntRange(min = 1, max = 140) int dim,
      @ForAll long key) {
    for (Kind kind : KINDS) {
      final Case best = new Case(rows, count, kind.dim(dim), key).gradients(kind.best);
      final Case scalar = new Case(rows, count, kind.dim(dim), key).gradients(kind.scalar);
      assertThat(best.out).as(kind.name).isEqualTo(scalar.out);
      assertThat(best.dx).as(kind.name).isEqualTo(scalar.dx);
      assertThat(best.dy).as(kind.name).isEqualTo(scalar.dy);
    }
  }

  @Test
  void distancesAreThoseOfTheFormula() {
    for (Kind kind : KINDS) {
      for (RowDistances twin : kind.twins()) {
        for (int dim : new int[] {2, 16, 46, 200}) {
          final Case rows = new Case(9, 70, dim, dim).distances(twin);
          for (int i = 0; i < rows.rows; i++) {
            for (int j = 0; j < rows.count; j++) {
              final double exact = kind.exact.distance(rows.x(i), rows.y(j));
              assertThat((double) rows.out[i * rows.outStride + j])
                  .as("%s %d %d", kind.name, i, j)
                  .isCloseTo(exact, within(3e-6 * exact));
            }
            assertThat(rows.out[i * rows.outStride + rows.count]).as("past them").isEqualTo(9);
          }
        }
      }
    }
  }

  /** Also moduli that are very large and very small. */
  @Test
  void moduliAreThoseOfTheProcessorsRoot() {
    for (RowDistances twin : KINDS.get(2).twins()) {
      final float[] distance = new float[1];
      final float[] scratch = new float[RowDistances.scratch(1, 1, 2)];
      final float[] y = new float[2];
      for (int step = -6000; step < 6000; step++) {
        final float[] x = {0, (float) Math.exp(step / 150.0)};
        twin.distances(x, 2, 1, y, 2, 1, 2, distance, 1, scratch);
        assertThat((double) distance[0]).isCloseTo(x[1], within(6e-7 * x[1]));
      }
    }
  }

  @Property(tries = 40)
  void bitsDoNotDependOnWhereRowsAre(
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 100) int count,
      @ForAll @IntRange(min = 1, max = 70) int dim,
      @ForAll long key) {
    for (Kind kind : KINDS) {
      for (RowDistances twin : kind.twins()) {
        final Case whole = new Case(rows, count, kind.dim(dim), key).distances(twin);
        final int i = Math.floorMod(key, rows);
        final int from = Math.floorMod(key / 7, count);
        final int pieces = count - from;
        final float[] piece = new float[pieces];
        twin.distances(
            Arrays.copyOfRange(whole.x, i * whole.xStride, whole.x.length),
            whole.xStride,
            1,
            Arrays.copyOfRange(whole.y, from * whole.yStride, whole.y.length),
            whole.yStride,
            pieces,
            whole.dim,
            piece,
            pieces,
            whole.scratch);
        final int at = i * whole.outStride + from;
        assertThat(piece).as(kind.name).isEqualTo(Arrays.copyOfRange(whole.out, at, at + pieces));
      }
    }
  }

  @Test
  void gradientsAreThoseOfFiniteDifferences() {
    for (Kind kind : KINDS) {
      for (RowDistances twin : kind.twins()) {
        for (int dim : new int[] {2, 38}) {
          final Case before = new Case(5, 7, dim, 40);
          final Case after = new Case(5, 7, dim, 40).gradients(twin);
          compare(kind, before.x, before.xStride, before, before.dx, after.dx);
          compare(kind, before.y, before.yStride, before, before.dy, after.dy);
        }
      }
    }
  }

  private static void compare(
      Kind kind, float[] values, int stride, Case rows, float[] before, float[] after) {
    for (int at = 0; at < values.length; at++) {
      double expected = 0;
      if (at % stride < rows.dim) {
        final float value = values[at];
        final float up = value + 1e-4f;
        final float down = value - 1e-4f;
        values[at] = up;
        expected = rows.loss(kind.exact);
        values[at] = down;
        expected = (expected - rows.loss(kind.exact)) / ((double) up - down);
        values[at] = value;
      }
      assertThat((double) after[at] - before[at]).isCloseTo(expected, within(2e-4));
    }
  }

  /** In the order of the other matrix's rows. */
  @Test
  void gradientsOfL2AreAddedUpInOrder() {
    final Case rows = new Case(6, 75, 21, 50);
    final Case added = new Case(6, 75, 21, 50).distances(Distances.L2);
    for (int i = 0; i < rows.rows; i++) {
      for (int j = 0; j < rows.count; j++) {
        for (int k = 0; k < rows.dim; k++) {
          final int pair = i * rows.outStride + j;
          final float factor = rows.weights[pair] / added.out[pair];
          final int x = i * rows.xStride + k;
          final int y = j * rows.yStride + k;
          final float difference = rows.x[x] - rows.y[y];
          added.dx[x] = Math.fma(difference, factor, added.dx[x]);
          added.dy[y] = Math.fma(difference, -factor, added.dy[y]);
        }
      }
    }
    rows.gradients(Distances.L2);
    assertThat(rows.dx).isEqualTo(added.dx);
    assertThat(rows.dy).isEqualTo(added.dy);
  }

  @Test
  void equalRowsAreAtNoDistanceAndHaveNoGradient() {
    for (Kind kind : KINDS) {
      for (RowDistances twin : kind.twins()) {
        final Case rows = new Case(6, 6, 40, 60);
        for (int i = 0; i < rows.rows; i++) {
          System.arraycopy(rows.x, 0, rows.x, i * rows.xStride, rows.dim);
          System.arraycopy(rows.x, 0, rows.y, i * rows.yStride, rows.dim);
          rows.x[i * rows.xStride] = -0f;
          rows.y[i * rows.yStride] = 0f;
        }
        final float[] dx = rows.dx.clone();
        final float[] dy = rows.dy.clone();
        rows.gradients(twin);
        assertThat(rows.dx).as(kind.name).isEqualTo(dx);
        assertThat(rows.dy).as(kind.name).isEqualTo(dy);
        for (int i = 0; i < rows.rows; i++) {
          for (int j = 0; j < rows.count; j++) {
            assertThat(rows.out[i * rows.outStride + j]).isZero();
          }
        }
      }
    }
  }

  @Test
  void nothingComesOfNoRows() {
    for (Kind kind : KINDS) {
      for (RowDistances twin : kind.twins()) {
        for (int rows = 0; rows < 2; rows++) {
          final Case none = new Case(rows, 1 - rows, 6, 70);
          final float[] dx = none.dx.clone();
          final float[] dy = none.dy.clone();
          none.gradients(twin);
          assertThat(none.dx).isEqualTo(dx);
          assertThat(none.dy).isEqualTo(dy);
          for (float value : none.out) {
            assertThat(value).isEqualTo(9);
          }
        }
      }
    }
  }
}
