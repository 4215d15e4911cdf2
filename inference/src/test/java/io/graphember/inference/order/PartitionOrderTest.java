// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PartitionOrderTest {
  private static final int PARTITION = 1;

  private final PartitionTopology topology =
      PartitionedGraph.load(SampleGraph.random(300, 2000, 4), 3, "hash-2d")
          .partition(PARTITION)
          .topology();

  private PartitionOrder order(VertexOrder order) {
    return PartitionOrder.of(order, topology);
  }

  @ParameterizedTest
  @EnumSource(VertexOrder.class)
  void ordersSortMastersAndThenMirrors(VertexOrder sorted) {
    PartitionOrder order = order(sorted);
    List<Integer> locals = new ArrayList<>();
    for (int position = 0; position < topology.vertices(); position++) {
      locals.add(order.local(position));
      assertThat(order.position(order.local(position))).isEqualTo(position);
    }
    Comparator<Integer> byVid = Comparator.comparing(local -> topology.vid(PARTITION, local));
    Comparator<Integer> rule =
        switch (sorted) {
          case PDS -> byVid;
          case COMMUNITY -> byCommunity();
        };
    assertThat(locals.subList(0, topology.masters()))
        .isSortedAccordingTo(rule)
        .allMatch(local -> local < topology.masters());
    assertThat(locals.subList(topology.masters(), locals.size())).isSortedAccordingTo(rule);
    final int[] names = {3, 5, 8};
    order.toPositions(names, 1, 3);
    assertThat(names).containsExactly(3, order.position(5), order.position(8));
  }

  private Comparator<Integer> byCommunity() {
    int[] communities = Communities.of(topology, PartitionOrder.MOST_OF_A_COMMUNITY);
    return Comparator.<Integer, Integer>comparing(local -> communities[local])
        .thenComparing(local -> local);
  }
}
