// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.SplitGroups;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.Split;

/**
 * Tells all shards of a graph which vertices are in which split: a byte a vertex.
 *
 * <p>A shard says, for each of its vertices that is in a split, ascending: how many vertices are
 * between it and the one before, and the code of the split.
 */
final class ShardSplits {
  /** Of a vertex in a message: how far it is from the one before, and the code. */
  private static final int SAID_BYTES = 2;

  private ShardSplits() {}

  /**
   * Bytes of what all shards say and what is made of it.
   *
   * @param home vertices that are at home here
   */
  static long estimateBytes(long vertices, long home) {
    return vertices + SAID_BYTES * (vertices + MessageWriter.COPIES * home);
  }

  /** The groups of all vertices. */
  static MasterGroups exchanged(
      HomeVertices[] own, VertexNumbering numbering, ShardExchange exchange) {
    MessageWriter out = new MessageWriter();
    int before = -1;
    for (int t = 0; t < own.length; t++) {
      final VertexReader columns = own[t].reader();
      for (int row = 0; row < own[t].size(); row++) {
        if (columns.split(row) != Split.NONE) {
          final int vertex = numbering.start(t) + own[t].number(row);
          out.number(vertex - before - 1L);
          out.number(columns.split(row));
          before = vertex;
        }
      }
    }
    byte[] splits = new byte[numbering.vertices()];
    for (byte[] message : exchange.gather(out.toBytes())) {
      MessageReader in = new MessageReader(message);
      for (int v = -1; !in.atEnd(); ) {
        v += 1 + in.index(splits.length - 1L - v);
        splits[v] = (byte) in.index(Split.values().length + 1L);
      }
    }
    return new SplitGroups(numbering, vertex -> splits[vertex]);
  }
}
