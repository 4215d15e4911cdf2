// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.graphember.kernels.SparseMatMul;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.Block;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Space;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums over the neighbours of a block, forward and backward. */
class AdjacencyMatricesTest {
  private static final int DIM = 5;
  private static final int TYPES = 3;
  private static final int DESTINATIONS = 150;
  private static final int SOURCES = 240;

  private final Block block = block();
  private final float[] rows = random(SOURCES * DIM, 5);

  private static int types(Operator operator) {
    return operator == Operator.MEAN_BY_TYPE ? TYPES : 1;
  }

  private List<CsrRows> matrices(Operator operator, boolean self) {
    Operation aggregator =
        new Operation(operator, Space.DESTINATIONS, DIM * types(operator), List.of(0), -1, -1, 0);
    return AdjacencyMatrices.of(block, aggregator, DIM, self);
  }

  private static float[] product(CsrRows matrix, float[] of) {
    float[] product = new float[matrix.rows() * DIM];
    SparseMatMul.BEST.multiply(matrix, 0, matrix.rows(), of, DIM, product);
    return product;
  }

  /** Written once more, edge by edge. */
  private double expected(Operator operator, int destination, int type, int column) {
    double sum = 0;
    int edges = 0;
    for (int e = offset(destination); e < offset(destination + 1); e++) {
      if (types(operator) == 1 || block.edgeTypes().getInt(4 * e) == type) {
        int source = block.neighbors().getInt(4 * e);
        double weight =
            operator == Operator.NEIGHBOR_WEIGHTED_SUM ? block.edgeWeights().getFloat(4 * e) : 1;
        sum += weight * rows[source * DIM + column];
        edges++;
      }
    }
    boolean mean = operator == Operator.NEIGHBOR_MEAN || operator == Operator.MEAN_BY_TYPE;
    return mean && edges > 0 ? sum / edges : sum;
  }

  private int offset(int destination) {
    return block.offsets().getInt(4 * destination);
  }

  @ParameterizedTest
  @EnumSource(names = {"NEIGHBOR_MEAN", "NEIGHBOR_SUM", "NEIGHBOR_WEIGHTED_SUM", "MEAN_BY_TYPE"})
  void addsUpWhatTheOperatorSays(Operator operator) {
    List<CsrRows> matrices = matrices(operator, false);
    assertThat(matrices).hasSize(types(operator));
    for (int t = 0; t < matrices.size(); t++) {
      float[] sums = product(matrices.get(t), rows);
      for (int i = 0; i < sums.length; i++) {
        assertThat((double) sums[i])
            .isCloseTo(expected(operator, i / DIM, t, i % DIM), within(1e-5));
      }
    }
  }

  @Test
  void addsADestinationsOwnRow() {
    float[] without = product(matrices(Operator.NEIGHBOR_WEIGHTED_SUM, false).get(0), rows);
    float[] with = product(matrices(Operator.NEIGHBOR_WEIGHTED_SUM, true).get(0), rows);
    for (int i = 0; i < with.length; i++) {
      final float weight = block.selfWeights().getFloat(4 * (i / DIM));
      assertThat(with[i]).isCloseTo(without[i] + weight * rows[i], within(1e-5f));
    }
  }

  /** The gradient of a linear map is its adjoint: (A x) . g = x . (A' g) for all x and g. */
  @ParameterizedTest
  @EnumSource(names = {"NEIGHBOR_MEAN", "NEIGHBOR_SUM", "NEIGHBOR_WEIGHTED_SUM", "MEAN_BY_TYPE"})
  void gradientsGoBackTheWayThatRowsCame(Operator operator) {
    for (CsrRows matrix : matrices(operator, true)) {
      float[] gradients = random(DESTINATIONS * DIM, 7);
      float[] ofRows = product(matrix.transposed(DESTINATIONS), gradients);
      assertThat(dot(product(matrix, rows), gradients)).isCloseTo(dot(rows, ofRows), within(1e-3));
    }
  }

  @Test
  void refusesAnEdgeThatLeadsNowhere() {
    block.neighbors().putInt(0, SOURCES);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> matrices(Operator.NEIGHBOR_SUM, false))
        .withMessageContaining("" + SOURCES);
  }

  private static double dot(float[] x, float[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (double) x[i] * y[i];
    }
    return sum;
  }

  private static float[] random(int count, long key) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = 2 * CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 1;
    }
    return values;
  }

  /** Destinations with 0 to 5 edges, sorted by type. */
  private static Block block() {
    int[] offsets = new int[DESTINATIONS + 1];
    for (int i = 0; i < DESTINATIONS; i++) {
      offsets[i + 1] = offsets[i] + i % 6;
    }
    final int edges = offsets[DESTINATIONS];
    int[] neighbors = new int[edges];
    int[] edgeTypes = new int[edges];
    for (int i = 0; i < DESTINATIONS; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        neighbors[e] = CounterRandom.bounded(CounterRandom.bits(1, e), SOURCES);
        edgeTypes[e] = (e - offsets[i]) * TYPES / 6;
      }
    }
    return new Block(
            DESTINATIONS,
            SOURCES,
            edges,
            DirectBuffers.ofInts(offsets),
            DirectBuffers.ofInts(neighbors),
            DirectBuffers.ofFloats(random(edges, 2)),
            DirectBuffers.ofFloats(random(DESTINATIONS, 3)))
        .withTypes(DirectBuffers.ofInts(edgeTypes), ints(SOURCES));
  }

  private static ByteBuffer ints(int count) {
    return DirectBuffers.ofInts(new int[count]);
  }
}
