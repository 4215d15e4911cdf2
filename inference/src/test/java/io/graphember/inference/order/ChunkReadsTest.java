// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChunkReadsTest {
  private static final int PARTITION = 1;

  private final PartitionTopology topology =
      PartitionedGraph.load(SampleGraph.random(300, 2000, 4), 3, "hash-2d")
          .partition(PARTITION)
          .topology();

  private PartitionOrder order(VertexOrder order) {
    return PartitionOrder.of(order, PARTITION, topology, vid -> -vid);
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
          case NATURAL -> byVid.reversed();
          case DEGREE -> Comparator.comparing(local -> -topology.inDegree(local));
          case PARTITION ->
              Comparator.<Integer, Integer>comparing(
                      local -> Vid.partition(topology.vid(PARTITION, local)))
                  .thenComparing(byVid.reversed());
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

  private ChunkReads count(int batch, int chunkRows, double share) {
    return ChunkReads.count(
        topology,
        order(VertexOrder.PDS),
        new ChunkReads.Rules(batch, chunkRows, share, Eviction.FIFO));
  }

  @Test
  void aBatchAsksOnceForAChunk() {
    assertThat(count(10_000, 10_000, 1)).isEqualTo(new ChunkReads(1, 0));
    int withEdges = 0;
    for (int v = 0; v < topology.vertices(); v++) {
      withEdges += topology.in().lists().degree(v) > 0 ? 1 : 0;
    }
    assertThat(count(1, 10_000, 1)).isEqualTo(new ChunkReads(withEdges, withEdges - 1));
    ChunkReads all = count(7, 16, 1);
    ChunkReads few = count(7, 16, 0.1);
    assertThat(few.reads()).isEqualTo(all.reads());
    assertThat(few.hits()).isLessThan(all.hits());
    assertThat(all.plus(few)).isEqualTo(new ChunkReads(2 * all.reads(), all.hits() + few.hits()));
  }
}
