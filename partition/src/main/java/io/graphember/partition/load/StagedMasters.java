// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.VertexReader;
import io.graphember.partition.write.KeyedColumns;
import io.graphember.partition.write.MasterColumns;

/** The columns of masters that are all staged here. */
record StagedMasters(GraphStaging staging, ReplicaTable replicas) implements MasterColumns {
  @Override
  public void forEach(int partition, int type, Visitor visitor) {
    final int[] starts = replicas.typeStarts(partition);
    final int first = replicas.numbering().start(type);
    VertexReader columns = columns(staging, type);
    for (int local = starts[type]; local < starts[type + 1]; local++) {
      visitor.master(local, columns, replicas.row(partition, local) - first);
    }
  }

  /** The columns of the vertices of a type, by number. */
  static VertexReader columns(GraphStaging staging, int type) {
    return new KeyedColumns(staging.vertices(type), staging.columns(type));
  }
}
