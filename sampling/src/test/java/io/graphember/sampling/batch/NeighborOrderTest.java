// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeighborOrderTest {
  @Test
  void sortsByTypeThenById() {
    NeighborOrder order = new NeighborOrder();
    long[] vids = {99, Vid.of(2, 1), Vid.of(1, 9), Vid.of(1, 9), Vid.of(0, 70_000), Vid.of(2, 0)};
    int[] types = {0, 0, 1, 0, 1, 0};
    assertThat(Arrays.copyOf(order.sort(vids, types, 1, 5), 5)).containsExactly(2, 4, 0, 3, 1);
    assertThat(order.sort(vids, types, 0, 0)).isNotNull();
  }

  @Test
  void isTheOrderOfAnyEdges() {
    NeighborOrder order = new NeighborOrder();
    for (int count = 0; count < 200; count += 7) {
      final long key = count;
      long[] vids = new long[count];
      int[] types = new int[count];
      for (int e = 0; e < count; e++) {
        vids[e] = CounterRandom.bounded(CounterRandom.bits(key, e), 40);
        types[e] = CounterRandom.bounded(CounterRandom.bits(key, -e - 1), 3);
      }
      int[] expected =
          IntStream.range(0, count)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingInt(e -> types[e]).thenComparingLong(e -> vids[e]))
              .mapToInt(Integer::intValue)
              .toArray();
      assertThat(Arrays.copyOf(order.sort(vids, types, 0, count), count)).isEqualTo(expected);
    }
  }

  /** What is known of an edge goes with it. */
  @Test
  void edgesOfAHopMoveWithAllTheyHave() {
    long[] vids = {Vid.of(1, 0), Vid.of(0, 5), Vid.of(0, 2), Vid.of(2, 2)};
    SampledHop hop =
        new SampledHop(
            2, 4, new int[] {0, 3, 5}, new int[] {3, 0, 2, 1, 2}, new float[] {1, 2, 3, 4, 5});
    SampledEdges edges =
        new SampledEdges(
            new int[] {0, 1, 2, 3, 4}, new int[] {5, 6, 7, 8, 9}, new int[] {0, 0, 1, 0, 0});
    OrderedHop ordered = OrderedHop.of(hop, edges, vids);
    assertThat(ordered.hop().offsets()).isEqualTo(hop.offsets());
    assertThat(ordered.hop().neighbors()).containsExactly(0, 3, 2, 2, 1);
    assertThat(ordered.hop().factors()).containsExactly(2, 1, 3, 5, 4);
    assertThat(ordered.edges().partitions()).containsExactly(1, 0, 2, 4, 3);
    assertThat(ordered.edges().numbers()).containsExactly(6, 5, 7, 9, 8);
    assertThat(ordered.edges().types()).containsExactly(0, 0, 1, 0, 0);
    OrderedHop unknown = OrderedHop.of(hop, SampledEdges.NONE, vids);
    assertThat(unknown.hop().neighbors()).containsExactly(2, 0, 3, 2, 1);
    assertThat(unknown.edges()).isSameAs(SampledEdges.NONE);
  }
}
