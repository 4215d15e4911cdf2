// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.fixture.PartitionedGraph;
import io.graphember.graph.fixture.SampleGraph;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkReadsTest {
  private final PartitionTopology topology =
      PartitionedGraph.load(SampleGraph.random(300, 2000, 4), 3, "hash-2d").partition(1).topology();

  /** Any order of vertices. */
  private static long key(long vid) {
    return -vid;
  }

  @Test
  void ordersSortByTheirKeys() {
    for (VertexOrder order : VertexOrder.values()) {
      int[] vertices = order.vertices(topology, 1, ChunkReadsTest::key);
      assertThat(Arrays.stream(vertices).sorted().toArray())
          .isEqualTo(VertexOrder.PDS.vertices(topology, 1, ChunkReadsTest::key));
      for (int i = 1; i < vertices.length; i++) {
        final long before = topology.vid(1, vertices[i - 1]);
        final long vid = topology.vid(1, vertices[i]);
        final int degrees = topology.inDegree(vertices[i - 1]) - topology.inDegree(vertices[i]);
        switch (order) {
          case NATURAL -> assertThat(before).isGreaterThan(vid);
          case DEGREE -> assertThat(degrees).isNotNegative();
          case PARTITION ->
              assertThat(Vid.partition(before)).isLessThanOrEqualTo(Vid.partition(vid));
          case PDS -> assertThat(vertices[i]).isEqualTo(i);
        }
      }
    }
  }

  private ChunkReads count(int batch, int chunkRows, double share) {
    return ChunkReads.count(
        topology, 1, VertexOrder.PDS, ChunkReadsTest::key, batch, chunkRows, share, Eviction.FIFO);
  }

  @Test
  void aBatchAsksOnceForAChunk() {
    assertThat(count(10_000, 10_000, 1)).isEqualTo(new ChunkReads(1, 0));
    final int withEdges =
        (int)
            IntStream.range(0, topology.vertices())
                .filter(v -> topology.in().lists().degree(v) > 0)
                .count();
    assertThat(count(1, 10_000, 1)).isEqualTo(new ChunkReads(withEdges, withEdges - 1));
    ChunkReads all = count(7, 16, 1);
    ChunkReads few = count(7, 16, 0.1);
    assertThat(few.reads()).isEqualTo(all.reads());
    assertThat(few.hits()).isLessThan(all.hits());
  }
}
