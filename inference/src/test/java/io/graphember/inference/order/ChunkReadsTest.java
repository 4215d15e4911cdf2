// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.fixture.PartitionedGraph;
import io.graphember.graph.fixture.SampleGraph;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkReadsTest {
  private static final int VERTICES = 300;

  private final PartitionedGraph graph =
      PartitionedGraph.load(SampleGraph.random(VERTICES, 2000, 4), 3, "hash-2d");

  private List<PartitionTopology> topologies() {
    List<PartitionTopology> topologies = new ArrayList<>();
    for (int p = 0; p < graph.partitions(); p++) {
      topologies.add(graph.partition(p).topology());
    }
    return topologies;
  }

  private int inDegree(long vid) {
    return topologies().get(Vid.partition(vid)).inDegree(Vid.local(vid));
  }

  @Test
  void ordersSortByTheirKeys() {
    List<Long> vids = new ArrayList<>();
    for (int p = 0; p < graph.partitions(); p++) {
      for (int v = 0; v < topologies().get(p).masters(); v++) {
        vids.add(Vid.of(p, v));
      }
    }
    for (VertexOrder order : VertexOrder.values()) {
      vids.sort(order.comparator(vid -> -vid, this::inDegree));
      Comparator<Long> key =
          switch (order) {
            case NATURAL -> Comparator.reverseOrder();
            case DEGREE -> Comparator.comparing(vid -> -inDegree(vid));
            case PARTITION -> Comparator.comparing(Vid::partition);
            case PDS -> Comparator.naturalOrder();
          };
      assertThat(vids).isSortedAccordingTo(key);
    }
  }

  private ChunkReads count(int batch, int chunkRows, double share) {
    return ChunkReads.count(
        topologies(),
        VertexOrder.PDS,
        vid -> -vid,
        new ChunkReads.Rules(batch, chunkRows, share, Eviction.FIFO));
  }

  @Test
  void aBatchAsksOnceForAChunk() {
    assertThat(count(10_000, 10_000, 1)).isEqualTo(new ChunkReads(1, 0));
    int withEdges = 0;
    for (int p = 0; p < graph.partitions(); p++) {
      for (int v = 0; v < topologies().get(p).masters(); v++) {
        withEdges += topologies().get(p).inDegree(v) > 0 ? 1 : 0;
      }
    }
    assertThat(count(1, 10_000, 1)).isEqualTo(new ChunkReads(withEdges, withEdges - 1));
    ChunkReads all = count(7, 16, 1);
    ChunkReads few = count(7, 16, 0.1);
    assertThat(few.reads()).isEqualTo(all.reads());
    assertThat(few.hits()).isLessThan(all.hits());
  }
}
