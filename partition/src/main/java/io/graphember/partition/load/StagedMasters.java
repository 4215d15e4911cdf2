// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexColumns;
import io.graphember.partition.write.MasterColumns;
import io.graphember.partition.write.VertexReader;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CsrRows;

/** The columns of masters that are all staged here. */
record StagedMasters(GraphStaging staging, ReplicaTable replicas) implements MasterColumns {
  @Override
  public void forEach(int partition, int type, Visitor visitor) {
    final int[] starts = replicas.typeStarts(partition);
    final int first = replicas.numbering().start(type);
    VertexReader columns = columns(staging, type);
    for (int local = starts[type]; local < starts[type + 1]; local++) {
      visitor.master(local, columns, replicas.master(partition, local) - first);
    }
  }

  /** The columns of the vertices of a type, by number. */
  static VertexReader columns(GraphStaging staging, int type) {
    return new Columns(staging.vertices(type), staging.columns(type));
  }

  private record Columns(StagedVertices keys, VertexColumns columns) implements VertexReader {
    @Override
    public void copyKey(int row, KeyColumn.Builder target) {
      keys.copyKey(row, target);
    }

    @Override
    public int label(int row) {
      return columns.label(row);
    }

    @Override
    public byte split(int row) {
      return columns.split(row);
    }

    @Override
    public long time(int row) {
      return columns.time(row);
    }

    @Override
    public long cluster(int row) {
      return columns.cluster(row);
    }

    @Override
    public void readRow(int row, float[] target) {
      columns.readRow(row, target);
    }

    @Override
    public void appendFeatures(int row, CsrRows.Builder target) {
      columns.appendFeatures(row, target);
    }
  }
}
