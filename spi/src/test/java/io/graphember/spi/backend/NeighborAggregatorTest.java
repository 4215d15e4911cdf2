// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Space;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeighborAggregatorTest {
  private static final int DIM = 5;
  private static final int TYPES = 3;
  private static final int DESTINATIONS = 1_500; // shares for several workers
  private static final int SOURCES = 2_400;

  private static final ByteBuffer OF_SELF = random(DESTINATIONS * DIM, 6);

  private final Block block = block();
  private final ByteBuffer rows = random(SOURCES * DIM, 5);

  private static NeighborAggregator aggregator(Operator operator, Workers workers) {
    Operation aggregator =
        new Operation(operator, Space.DESTINATIONS, DIM * types(operator), List.of(0), -1, -1, 0);
    return new NeighborAggregator(aggregator, DIM, workers);
  }

  private ByteBuffer aggregate(NeighborAggregator aggregator) {
    return aggregator.aggregate(block, aggregator.segments(block), rows).rows();
  }

  private static int types(Operator operator) {
    return operator == Operator.MEAN_BY_TYPE ? TYPES : 1;
  }

  /** Written once more, edge by edge. */
  private double expected(Operator operator, int segment, int column) {
    final int destination = segment / types(operator);
    final int type = segment % types(operator);
    double sum = 0;
    int edges = 0;
    for (int e = offset(destination); e < offset(destination + 1); e++) {
      if (types(operator) == 1 || block.edgeTypes().getInt(4 * e) == type) {
        int source = block.neighbors().getInt(4 * e);
        double weight =
            operator == Operator.NEIGHBOR_WEIGHTED_SUM ? block.edgeWeights().getFloat(4 * e) : 1;
        sum += weight * rows.getFloat(4 * (source * DIM + column));
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
    float[] sums = floats(aggregate(aggregator(operator, Workers.CALLER)));
    for (int segment = 0; segment < DESTINATIONS * types(operator); segment++) {
      for (int column = 0; column < DIM; column++) {
        assertThat((double) sums[segment * DIM + column])
            .isCloseTo(expected(operator, segment, column), within(1e-5));
      }
    }
  }

  /** The gradient of a linear map is its adjoint: (A x) . g = x . (A' g) for all x and g. */
  @ParameterizedTest
  @EnumSource(names = {"NEIGHBOR_MEAN", "NEIGHBOR_SUM", "NEIGHBOR_WEIGHTED_SUM", "MEAN_BY_TYPE"})
  void gradientsGoBackTheWayThatRowsCame(Operator operator) {
    NeighborAggregator aggregator = aggregator(operator, Workers.CALLER);
    ByteBuffer sums = aggregate(aggregator);
    ByteBuffer ofRows = random(SOURCES * DIM, 8);
    takeBack(aggregator, operator, ofRows);
    final int own = DESTINATIONS * DIM;
    assertThat(dot(sums, ofSums(operator), own * types(operator)) + dot(rows, OF_SELF, own))
        .isCloseTo(dot(rows, ofRows, SOURCES * DIM), within(1e-3));
  }

  private static ByteBuffer ofSums(Operator operator) {
    return random(DESTINATIONS * types(operator) * DIM, 7);
  }

  private void takeBack(NeighborAggregator aggregator, Operator operator, ByteBuffer ofRows) {
    RowSource gradients =
        aggregator.gradients(block, aggregator.segments(block), OF_SELF, ofSums(operator));
    aggregator.write(gradients, block, ofRows);
  }

  @ParameterizedTest
  @EnumSource(names = {"NEIGHBOR_MEAN", "NEIGHBOR_SUM", "NEIGHBOR_WEIGHTED_SUM", "MEAN_BY_TYPE"})
  void severalWorkersGiveTheSameBits(Operator operator) {
    ForkJoinPool pool = new ForkJoinPool(3);
    try {
      NeighborAggregator alone = aggregator(operator, Workers.CALLER);
      NeighborAggregator together = aggregator(operator, new Workers(pool, 4));
      assertThat(floats(aggregate(together))).isEqualTo(floats(aggregate(alone)));
      ByteBuffer one = random(SOURCES * DIM, 9);
      ByteBuffer four = random(SOURCES * DIM, 10);
      takeBack(alone, operator, one);
      takeBack(together, operator, four);
      assertThat(floats(four)).isEqualTo(floats(one));
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void anEdgeThatLeadsNowhereIsNamed() {
    NeighborAggregator means = aggregator(Operator.NEIGHBOR_MEAN, Workers.CALLER);
    block.neighbors().putInt(4 * 7, SOURCES);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> aggregate(means))
        .withMessage("edge 7 leads to source 2400, the block has 2400");
    block.neighbors().putInt(4 * 7, -1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> aggregate(means))
        .withMessage("edge 7 leads to source -1, the block has 2400");
  }

  @Test
  void anEdgeOfATypeThatIsNotThereIsNamed() {
    NeighborAggregator means = aggregator(Operator.MEAN_BY_TYPE, Workers.CALLER);
    block.edgeTypes().putInt(4 * 7, TYPES);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> aggregate(means))
        .withMessage("edge 7 has type 3: types of a destination ascend from 0 to 2");
  }

  private static double dot(ByteBuffer a, ByteBuffer b, int length) {
    float[] left = floats(a);
    float[] right = floats(b);
    double sum = 0;
    for (int i = 0; i < length; i++) {
      sum += (double) left[i] * right[i];
    }
    return sum;
  }

  private static float[] floats(ByteBuffer buffer) {
    float[] values = new float[buffer.capacity() / 4];
    buffer.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer().get(values);
    return values;
  }

  /** None to six edges of each destination, some of them twice. */
  private static Block block() {
    ByteBuffer offsets = zeros(DESTINATIONS + 1);
    for (int i = 0; i < DESTINATIONS; i++) {
      int edges = CounterRandom.bounded(CounterRandom.bits(1, i), 7);
      offsets.putInt(4 * (i + 1), offsets.getInt(4 * i) + edges);
    }
    final int edges = offsets.getInt(4 * DESTINATIONS);
    ByteBuffer neighbors = zeros(edges);
    ByteBuffer types = zeros(edges);
    for (int i = 0; i < DESTINATIONS; i++) {
      final int begin = offsets.getInt(4 * i);
      final int end = offsets.getInt(4 * (i + 1));
      int[] sorted = new int[end - begin];
      Arrays.setAll(sorted, e -> CounterRandom.bounded(CounterRandom.bits(2, begin + e), TYPES));
      Arrays.sort(sorted);
      for (int e = begin; e < end; e++) {
        neighbors.putInt(4 * e, CounterRandom.bounded(CounterRandom.bits(3, e / 2), SOURCES));
        types.putInt(4 * e, sorted[e - begin]);
      }
    }
    return new Block(
            DESTINATIONS,
            SOURCES,
            edges,
            offsets,
            neighbors,
            random(edges, 4),
            random(DESTINATIONS, 4))
        .withTypes(types, zeros(SOURCES));
  }

  private static ByteBuffer zeros(int count) {
    return ByteBuffer.allocateDirect(4 * count).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer random(int count, long key) {
    ByteBuffer values = zeros(count);
    for (int i = 0; i < count; i++) {
      values.putFloat(4 * i, 2 * CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 1);
    }
    return values;
  }
}
