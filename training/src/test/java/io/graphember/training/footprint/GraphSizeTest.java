// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.training.job.sampling.HopRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GraphSizeTest {
  private static GraphSize of(int... degrees) {
    List<Long> histogram = new ArrayList<>();
    for (int degree : degrees) {
      final int bucket = 32 - Integer.numberOfLeadingZeros(degree);
      while (histogram.size() <= bucket) {
        histogram.add(0L);
      }
      histogram.set(bucket, histogram.get(bucket) + 1);
    }
    return new GraphSize(degrees.length, Arrays.stream(degrees).sum(), histogram);
  }

  /** No choice of vertices has more edges than the bound, and it is never twice the worst. */
  @Property
  void noVerticesHaveMoreEdges(
      @ForAll @Size(min = 1, max = 50) List<@IntRange(max = 1000) Integer> inDegrees,
      @ForAll @IntRange(min = 1, max = 60) int some,
      @ForAll @IntRange(min = -1, max = 1000) int fanout) {
    final int[] degrees = inDegrees.stream().mapToInt(Integer::intValue).toArray();
    long worst =
        Arrays.stream(degrees)
            .map(degree -> fanout == UniformNeighbors.ALL ? degree : Math.min(degree, fanout))
            .map(degree -> -degree)
            .sorted()
            .limit(some)
            .mapToLong(degree -> -degree)
            .sum();
    assertThat(of(degrees).inEdges(some, fanout)).isBetween(worst, 2 * worst);
  }

  @Test
  void withoutDegreesAllEdgesMayBeThoseOfOneVertex() {
    GraphSize graph = new GraphSize(100, 1000, List.of());
    assertThat(graph.inEdges(3, 5)).isEqualTo(15);
    assertThat(graph.inEdges(3, UniformNeighbors.ALL)).isEqualTo(1000);
    assertThat(graph.inEdges(Long.MAX_VALUE, UniformNeighbors.ALL)).isEqualTo(1000);
  }

  @Test
  void aBatchReachesNoMoreThanTheGraph() {
    GraphSize graph = new GraphSize(100, 1000, List.of());
    assertThat(BlockSize.of(10, 0, HopRules.in(3, 2), false, graph))
        .containsExactly(new BlockSize(40, 100, 80, 0), new BlockSize(10, 40, 30, 0));
    assertThat(BlockSize.of(500, 7, HopRules.in(UniformNeighbors.ALL), true, graph))
        .containsExactly(new BlockSize(100, 100, 1100, 7));
  }
}
