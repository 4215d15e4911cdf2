// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.staging.AssignmentFault;
import io.graphember.schema.EdgeAttributes;
import java.util.Arrays;

/**
 * What a shard answers of its edges once they are cut, about a mebibyte at a time; all numbers as
 * {@link MessageWriter} writes them. {@link ShardedEdges} reads it. Used by one thread at a time.
 */
final class ShardReplies {
  /** First number of a summary: what follows. */
  static final int CUT = 0;

  /** The other first number. */
  static final int FAULT = 1;

  private static final int REPLY_BYTES = 1 << 20;
  private static final int REPLY_EDGES = 1 << 15;

  /** Ends and type of an edge in a reply, at most. */
  private static final int EDGE_BYTES = 16;

  private final PlacedTable placed;
  private final int[] ending; // edges of the partition that was asked for last, by vertex
  private final int[] beginning;
  private int counted = -1; // that partition

  ShardReplies(PlacedTable placed) {
    this.placed = placed;
    ending = new int[placed.vertices()];
    beginning = new int[placed.vertices()];
  }

  /** Bytes beside the table. */
  static long estimateBytes(long vertices) {
    return 8 * vertices;
  }

  /** See {@link EdgeShard#cut}. */
  byte[] summary() {
    MessageWriter out = new MessageWriter();
    out.number(CUT);
    for (long count : placed.partitionEdges()) {
      out.number(count);
    }
    for (long count : placed.typeEdges()) {
      out.number(count);
    }
    int before = -1;
    for (int v = 0; v < placed.vertices(); v++) {
      if (placed.master(v) != EdgeAssignment.NO_MASTER) {
        out.number(v - before - 1L);
        out.number(placed.master(v));
        before = v;
      }
    }
    return out.toBytes();
  }

  /** The same if the edges cannot be cut as another tool says. */
  static byte[] fault(AssignmentFault fault) {
    MessageWriter out = new MessageWriter();
    out.number(FAULT);
    fault.writeTo(out);
    return out.toBytes();
  }

  /** See {@link EdgeShard#incidences}. */
  byte[] incidences(int partition, int firstVertex) {
    if (counted != partition) {
      count(partition);
    }
    MessageWriter entries = new MessageWriter();
    int before = firstVertex - 1;
    int vertex = firstVertex;
    for (; vertex < ending.length && entries.size() < REPLY_BYTES; vertex++) {
      if (ending[vertex] + beginning[vertex] > 0) {
        entries.number(vertex - before - 1L);
        entries.number(ending[vertex]);
        entries.number(beginning[vertex]);
        before = vertex;
      }
    }
    MessageWriter reply = new MessageWriter();
    reply.number(vertex);
    reply.append(entries);
    return reply.toBytes();
  }

  private void count(int partition) {
    Arrays.fill(ending, 0);
    Arrays.fill(beginning, 0);
    placed.count(partition, ending, beginning);
    counted = partition;
  }

  /** See {@link EdgeShard#edges}. */
  byte[] edges(int partition, int first) {
    final EdgeAttributes attributes = placed.attributes();
    final int most =
        Math.max(1, Math.min(REPLY_EDGES, REPLY_BYTES / (EDGE_BYTES + attributes.bytes())));
    PartitionEdges edges = placed.partition(partition, first, most);
    float[] row = new float[attributes.featureDim()];
    MessageWriter out = new MessageWriter();
    int before = 0;
    for (int i = 0; i < edges.size(); i++) {
      out.number(edges.destinations()[i] - before);
      out.number(edges.sources()[i]);
      out.number(edges.types().length == 0 ? 0 : edges.types()[i]);
      before = edges.destinations()[i];
      writeValues(out, edges.values(), i, attributes, row);
    }
    return out.toBytes();
  }

  private static void writeValues(
      MessageWriter out,
      NumberedEdgeValues values,
      int edge,
      EdgeAttributes attributes,
      float[] row) {
    if (attributes.weight()) {
      out.bits(values.weight(edge));
    }
    if (attributes.time()) {
      out.number(values.time(edge));
    }
    if (row.length > 0) {
      values.readFeatures(edge, row, 0);
      for (float value : row) {
        out.bits(value);
      }
    }
  }
}
