// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProjectionTest {
  /** Numbers between -1 and 1. */
  private static float draw(long seed, int row, int column) {
    return (float) (2 * CounterRandom.unitDouble(CounterRandom.child(seed, row, column)) - 1);
  }

  private static double variance(float[] values) {
    final double mean =
        IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum() / values.length;
    return IntStream.range(0, values.length)
            .mapToDouble(i -> (values[i] - mean) * (values[i] - mean))
            .sum()
        / values.length;
  }

  /**
   * Rows of a plane in many dimensions lose nothing, and the first component has the most of it.
   */
  @Property(tries = 50)
  void aPlaneIsShownAsItIs(@ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int columns) {
    final List<float[]> rows =
        IntStream.range(0, 60)
            .mapToObj(
                row -> {
                  final float a = 3 * draw(seed, row, 0);
                  final float b = draw(seed, row, 1);
                  final float[] values = new float[columns];
                  for (int c = 0; c < columns; c++) {
                    values[c] = 5 + a * draw(seed, -1, c) + b * draw(seed, -2, c);
                  }
                  return values;
                })
            .toList();
    final Projection projection = Projection.of(rows);

    assertThat(projection.explained()).isCloseTo(1, within(1e-6));
    assertThat(variance(projection.x())).isGreaterThanOrEqualTo(variance(projection.y()) - 1e-6);
    for (int i = 1; i < rows.size(); i++) {
      assertThat(distance(projection, i)).isCloseTo(distance(rows, i), within(1e-3));
    }
  }

  private static double distance(Projection projection, int row) {
    return Math.hypot(
        projection.x()[row] - projection.x()[row - 1],
        projection.y()[row] - projection.y()[row - 1]);
  }

  private static double distance(List<float[]> rows, int row) {
    double sum = 0;
    for (int c = 0; c < rows.get(row).length; c++) {
      final double difference = rows.get(row)[c] - rows.get(row - 1)[c];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  @Test
  void rowsThatAreAllTheSameAreOnePoint() {
    final Projection projection = Projection.of(List.of(new float[] {1, 2}, new float[] {1, 2}));
    assertThat(projection.x()).containsExactly(0, 0);
    assertThat(projection.y()).containsExactly(0, 0);
    assertThat(projection.explained()).isZero();
  }

  @Test
  void aColumnIsALine() {
    final Projection projection = Projection.of(List.of(new float[] {1}, new float[] {3}));
    assertThat(projection.x()).containsExactly(-1, 1);
    assertThat(projection.y()).containsExactly(0, 0);
    assertThat(projection.explained()).isEqualTo(1);
  }
}
