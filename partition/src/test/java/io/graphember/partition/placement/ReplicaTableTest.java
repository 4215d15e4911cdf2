// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;

class ReplicaTableTest {
  /** What another shard says: first of one edge, then of another one. */
  private static final class Wavering implements Incidences {
    private int walks;

    @Override
    public int partitions() {
      return 2;
    }

    @Override
    public int master(int row) {
      return EdgeAssignment.NO_MASTER;
    }

    @Override
    public void forEach(Visitor visitor) {
      visitor.add(2, walks++, 1, 1);
    }
  }

  @Test
  void edgesThatWereNotThereBeforeAreRefused() {
    VertexNumbering numbering =
        new VertexNumbering(
            new EdgeSchema(new GraphHeader(KeyKind.INT64, 0, false), false), new int[] {3});
    LocalVertices vertices = LocalVertices.all(3);
    assertThatThrownBy(
            () ->
                ReplicaTable.of(
                    new Wavering(),
                    vertices,
                    numbering,
                    MasterGroups.NO_GROUPS,
                    ShardExchange.ALONE))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SHARD_MALFORMED)).isTrue())
        .hasMessageEndingWith("partition 1 has edges of vertex 2, and had none before.");
  }
}
