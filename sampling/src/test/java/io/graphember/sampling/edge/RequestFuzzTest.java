// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.RankRequest;
import io.graphember.sampling.op.DegreeRequest;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.GatherRequest;
import io.graphember.sampling.op.LocateRequest;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Requests of random numbers are answered or refused with a code, never with another exception. */
class RequestFuzzTest {
  private final ResidentPartition partition =
      new MemoryCluster(
              PartitionedGraph.load(
                  ValuedGraph.random(12, 80, 3, 5), PartitionedGraph.settings(2, "hash-2d")),
              1,
              Courier.direct())
          .partition(0);

  /** Numbers of one request, drawn from a key: mostly small, some at the edges. */
  private static final class Numbers {
    private static final int[] EDGES = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 20, -2, 99};
    private final long key;
    private long drawn;

    Numbers(long key) {
      this.key = key;
    }

    int next(int bound) {
      return CounterRandom.bounded(CounterRandom.bits(key, drawn++), bound);
    }

    int value() {
      return next(12) == 0 ? EDGES[next(EDGES.length)] : next(6);
    }

    int[] ints(int length) {
      int[] values = new int[next(8) == 0 ? next(5) : length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value();
      }
      return values;
    }

    long[] longs(int length) {
      long[] values = new long[next(8) == 0 ? next(5) : length];
      for (int i = 0; i < values.length; i++) {
        values[i] = next(4) == 0 ? (long) value() << 40 | next(8) : value();
      }
      return values;
    }

    <T> T of(T[] values) {
      return values[next(values.length)];
    }
  }

  private static PartitionRequest<?> request(Numbers numbers) {
    int n = numbers.next(5);
    Direction direction = numbers.of(Direction.values());
    return switch (numbers.next(7)) {
      case 0 ->
          new GatherRequest(
              0,
              direction,
              numbers.ints(n),
              numbers.ints(n),
              numbers.ints(n),
              Details.values()[n % 3]);
      case 1 -> new LocateRequest(0, direction, numbers.ints(n));
      case 2 ->
          new RankRequest(
              0,
              new EdgeRule(
                  direction,
                  numbers.next(4) - 1,
                  numbers.next(5) - 1,
                  numbers.of(EdgeRule.Order.values()),
                  1 + numbers.next(3)),
              direction,
              numbers.ints(n),
              new boolean[n],
              numbers.longs(n),
              numbers.longs(numbers.next(2) * n),
              numbers.ints(numbers.next(2) * (n + 1)),
              numbers.longs(n),
              Details.values()[n % 3]);
      case 3 -> new EdgeLookup(0, direction, numbers.ints(n), numbers.ints(n), numbers.longs(n));
      case 4 -> new DegreeRequest(0, numbers.ints(n));
      case 5 -> new EdgeDraw(0, numbers.ints(numbers.next(3)), numbers.longs(n), n % 2 == 0);
      default -> new VertexDraw(0, numbers.value(), n % 2 == 0, numbers.longs(n));
    };
  }

  @Property(tries = 20_000, seed = "101")
  void requestsAreAnsweredOrRefused(@ForAll @LongRange(max = Long.MAX_VALUE - 1) long key) {
    try {
      assertThat(request(new Numbers(key)).answer(partition).bytes()).isNotNegative();
    } catch (GraphemberException e) {
      assertThat(
              e.is(GraphError.REQUEST_OUT_OF_RANGE)
                  || e.is(SamplingError.EDGE_TYPE_UNKNOWN)
                  || e.is(SamplingError.VERTEX_TYPE_UNKNOWN))
          .as(e.getMessage())
          .isTrue();
    }
  }

  @Test
  void repliesOfTheWrongLengthAreRefused() {
    for (Runnable wrong :
        List.<Runnable>of(
            () -> new EdgeLookup.Reply(new boolean[2]).found(3),
            () -> new DegreeRequest.Reply(new int[2]).degrees(3),
            () ->
                new EdgeDraw.Reply(
                        -1, new long[0], new long[0], new int[0], new int[0], new long[0])
                    .edges(),
            () ->
                new EdgeDraw.Reply(9, new long[2], new long[2], new int[0], new int[0], new long[0])
                    .sources(3),
            () ->
                new EdgeDraw.Reply(9, new long[3], new long[2], new int[0], new int[0], new long[0])
                    .sources(3),
            () ->
                new EdgeDraw.Reply(9, new long[3], new long[3], new int[2], new int[0], new long[0])
                    .labels(3),
            () ->
                new EdgeDraw.Reply(9, new long[3], new long[3], new int[0], new int[4], new long[0])
                    .types(3),
            () -> new VertexDraw.Reply(1, new int[] {1}).masters(2),
            () -> new VertexDraw.Reply(1, new int[] {-1}).masters(1),
            () -> new VertexDraw.Reply(Double.NaN, new int[0]).total())) {
      assertThatThrownBy(wrong::run)
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue());
    }
  }
}
