// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CommunitiesTest {
  private static final int GROUPS = 4;
  private static final int GROUP = 8;

  private static PartitionTopology whole(SampleGraph graph) {
    return PartitionedGraph.load(graph, 1, "hash-2d").partition(0).topology();
  }

  /** How many vertices have each label. */
  private static Map<Integer, Long> sizes(int[] labels) {
    return Arrays.stream(labels)
        .boxed()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /** Groups in which all are linked, and a ring of edges from group to group. */
  private static SampleGraph linkedGroups() {
    final int edges = GROUPS * (GROUP * (GROUP - 1) / 2 + 1);
    final int[] sources = new int[edges];
    final int[] destinations = new int[edges];
    int next = 0;
    for (int g = 0; g < GROUPS; g++) {
      for (int i = 0; i < GROUP; i++) {
        for (int j = i + 1; j < GROUP; j++) {
          sources[next] = g * GROUP + i;
          destinations[next++] = g * GROUP + j;
        }
      }
      sources[next] = g * GROUP;
      destinations[next++] = (g + 1) % GROUPS * GROUP + 1;
    }
    return SampleGraph.ofEdges(GROUPS * GROUP, sources, destinations, 1);
  }

  @Test
  void whoIsLinkedAmongThemselvesIsACommunity() {
    PartitionTopology topology = whole(linkedGroups());
    int[] labels = Communities.of(topology, 1000);
    assertThat(sizes(labels)).hasSize(GROUPS).allSatisfy((label, n) -> assertThat(n).isEqualTo(8));
    int across = 0;
    for (int v = 0; v < topology.vertices(); v++) {
      for (int source : PartitionedGraph.list(topology.in().lists(), v)) {
        across += labels[source] == labels[v] ? 0 : 1;
      }
    }
    assertThat(across).isEqualTo(GROUPS);
  }

  @Property(tries = 30, seed = "5")
  void noCommunityIsTooLarge(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 50) int most) {
    PartitionTopology topology = whole(SampleGraph.random(200, 1500, key));
    int[] labels = Communities.of(topology, most);
    assertThat(sizes(labels).values()).allMatch(size -> size <= most);
    assertThat(labels).isEqualTo(Communities.of(topology, most));
  }
}
