// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;

/** A node, and a partition, has as many edges as an array; a graph may have more. */
class EdgeTableTest {
  @Test
  void aPartitionOfMoreEdgesThanATableHoldsIsRefused() {
    EdgeTable.requirePartitions(new long[] {EdgeTable.MAX_EDGES, 0, EdgeTable.MAX_EDGES});
    assertThatThrownBy(() -> EdgeTable.requirePartitions(new long[] {5, EdgeTable.MAX_EDGES + 1L}))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.GRAPH_TOO_LARGE)).isTrue())
        .hasMessage(
            "Partition 1 would have 2147483640 edges; a partition holds up to 2147483639: use more partitions.");
  }

  @Test
  void aNodeOfMoreEdgesSaysWhatHelps() {
    assertThat(EdgeTable.tooLarge(1L << 32))
        .hasMessage(
            "A node has 4294967296 edges of the graph; it holds up to 2147483639: use more storage nodes.");
  }
}
