// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.memory.RowMatrix;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MirroredRowsTest {
  private static final int DIM = 5;
  private final PartitionedGraph graph =
      PartitionedGraph.load(SampleGraph.random(60, 600, 8).withFeatures(DIM), 6, "hash-2d");

  @Test
  void theRowOfAVertexIsItsLocalNumber() {
    for (int p = 0; p < graph.partitions(); p++) {
      GraphPartition partition = graph.partition(p);
      PartitionTopology topology = partition.topology();
      RowMatrix rows =
          partition.mirrored(graph.blocks()::get, Cancellation.NEVER).features().orElseThrow();
      assertThat(rows.rows()).isEqualTo(topology.vertices()).isGreaterThan(topology.masters());
      assertThat(partition.estimateMirrorBytes()) // rows of masters in the last segment are copied
          .isEqualTo(4L * DIM * topology.vertices());
      float[] row = new float[DIM];
      float[] ofOwner = new float[DIM];
      for (int v = 0; v < topology.vertices(); v++) {
        final long vid = topology.vid(p, v);
        rows.read(v, row, 0);
        graph
            .partition(Vid.partition(vid))
            .features()
            .orElseThrow()
            .read(Vid.local(vid), ofOwner, 0);
        assertThat(row).isEqualTo(ofOwner);
      }
    }
  }

  @Test
  void blocksOfOwnersAreNotBelieved() {
    final long owner = BlockKey.of(1, Table.FEATURES.number(), 0);
    Map<Long, byte[]> missing = new TreeMap<>(graph.blocks());
    missing.remove(owner);
    refused(missing, "block 0 is missing or has a wrong length");
    Map<Long, byte[]> shorter = new TreeMap<>(graph.blocks());
    shorter.put(owner, RowBlock.encode(new float[0], 0, DIM));
    final long first = firstMirrorOf(1);
    refused(shorter, "it has no row of vertex " + first);
  }

  private long firstMirrorOf(int owner) {
    PartitionTopology topology = graph.partition(0).topology();
    for (int v = topology.masters(); v < topology.vertices(); v++) {
      if (Vid.partition(topology.vid(0, v)) == owner) {
        return topology.vid(0, v);
      }
    }
    throw new AssertionError("no mirror of partition " + owner);
  }

  private void refused(Map<Long, byte[]> blocks, String what) {
    assertThatThrownBy(() -> graph.partition(0).mirrored(blocks::get, Cancellation.NEVER))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
        .hasMessageContaining(what);
  }
}
