// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.placement.HeldOutPairs;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;

/**
 * What a shard has of a graph that is cut and placed. It answers about a mebibyte at a time; all
 * numbers as {@link MessageWriter} writes them. Immutable; any thread.
 *
 * @param header of the graph
 * @param cuts what all shards have said of their edges
 * @param edges those that are here
 * @param replicas where the vertices at home here are
 * @param vertices those that are at home here, of each type
 * @param pairs edges that are held out and begin at vertices that are at home here
 */
record PlacedShard(
    GraphHeader header,
    ShardCuts cuts,
    PlacedTable edges,
    ReplicaTable replicas,
    HomeVertices[] vertices,
    HeldOutPairs pairs) {
  /** Bytes of an answer, if no row alone has more. */
  static final int REPLY_BYTES = 1 << 20;

  private static final int REPLY_EDGES = 1 << 15;
  private static final int REPLY_PAIRS = 1 << 16;

  /** Ends and type of an edge in a reply, at most. */
  private static final int EDGE_BYTES = 16;

  /** Label, split and key of a vertex in a reply, beside the bytes of the key. */
  static final int VERTEX_BYTES = 16;

  /** About the bytes of a vertex in an answer. */
  static long rowBytes(VertexType type) {
    return VERTEX_BYTES + 8L * type.attributes().count() + 4L * type.rowDim();
  }

  /** The number of a partition that another node names. */
  int partition(int number) {
    return MessageReader.index(number, replicas.partitions());
  }

  /** Refuses a place to begin at that another node names. */
  private static void requirePlace(int first, int start, int end) {
    if (first < start || first > end) {
      throw MessageReader.malformed(
          "number %d was asked for of %d to %d".formatted(first, start, end));
    }
  }

  /** See {@link LoadShard#edges}. */
  byte[] edges(int partition, int first) {
    requirePlace(first, 0, edges.edges(partition(partition)));
    final EdgeAttributes attributes = edges.attributes();
    final int most =
        Math.max(1, Math.min(REPLY_EDGES, REPLY_BYTES / (EDGE_BYTES + attributes.bytes())));
    PartitionEdges some = edges.partition(partition, first, most);
    float[] row = new float[attributes.featureDim()];
    MessageWriter out = new MessageWriter();
    int before = 0;
    for (int i = 0; i < some.size(); i++) {
      final long difference = some.destinations()[i] - (long) before;
      out.number(difference << 1 ^ difference >> 63);
      out.number(some.sources()[i]);
      out.number(some.types().length == 0 ? 0 : some.types()[i]);
      before = some.destinations()[i];
      writeValues(out, some.values(), i, attributes, row);
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

  /** See {@link LoadShard#vertices}. */
  byte[] vertices(int partition, int first) {
    requirePlace(first, 0, replicas.vertices(partition(partition)));
    final int masters = replicas.masters(partition);
    final int count = replicas.count(partition);
    final MessageWriter some = new MessageWriter();
    int place = replicas.placeOf(partition, first);
    int before = first - 1;
    for (; place < count && some.size() < REPLY_BYTES; place++) {
      final int local = replicas.localAt(partition, place);
      final int row = replicas.row(partition, place);
      some.number(local - before - 1L);
      if (local >= masters) {
        some.number(replicas.vid(row));
        some.number(replicas.numbering().type(replicas.known().vertex(row)));
      }
      writeOthers(some, row, partition);
      before = local;
    }
    MessageWriter out = new MessageWriter();
    out.number(count - place);
    out.append(some);
    return out.toBytes();
  }

  private void writeOthers(MessageWriter out, int row, int partition) {
    out.number(replicas.replicas(row) - 1L);
    final int[] before = new int[1];
    replicas.forEachOther(
        row,
        partition,
        (other, local, inDegree, outDegree) -> {
          out.number(other - before[0]);
          out.number(local);
          out.number(inDegree);
          out.number(outDegree);
          before[0] = other;
        });
  }

  /**
   * See {@link LoadShard#masters}.
   *
   * @param sparse whether rows are told without zeros
   */
  byte[] masters(int partition, int type, int first, boolean sparse) {
    final VertexType of = header.vertexType(type);
    final int[] starts = replicas.typeStarts(partition(partition));
    requirePlace(first, starts[type], starts[type + 1]);
    final VertexReader columns = vertices[type].reader();
    final int firstRow = firstRow(type);
    final int end = replicas.placeOf(partition, starts[type + 1]);
    MasterRows rows = new MasterRows(of, sparse);
    MessageWriter locals = new MessageWriter();
    int place = replicas.placeOf(partition, first);
    int before = first - 1;
    for (; place < end && rows.bytes() < REPLY_BYTES; place++) {
      final int local = replicas.localAt(partition, place);
      rows.add(columns, replicas.row(partition, place) - firstRow);
      locals.number(local - before - 1L);
      before = local;
    }
    MessageWriter out = new MessageWriter();
    out.number(end - place);
    out.number(rows.count());
    out.append(locals);
    out.bytes(rows.piece(type).encode());
    return out.toBytes();
  }

  /** The first row of a type: rows are by type. */
  private int firstRow(int type) {
    int row = 0;
    for (int t = 0; t < type; t++) {
      row += vertices[t].size();
    }
    return row;
  }

  /** See {@link LoadShard#heldOut}. */
  byte[] heldOut(int partition, int first) {
    final int count = pairs.count(partition(partition));
    requirePlace(first, 0, count);
    final int end = (int) Math.min(count, (long) first + REPLY_PAIRS);
    MessageWriter out = new MessageWriter();
    out.number(count - end);
    pairs.forEach(
        partition,
        first,
        end,
        (head, type, kind, tail) -> {
          out.number(head);
          out.number(StagedPairs.code(type, kind));
          out.number(tail);
        });
    return out.toBytes();
  }
}
