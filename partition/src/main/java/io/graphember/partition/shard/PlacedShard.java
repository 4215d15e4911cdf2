// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.HeldOutPairs;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.write.VertexReader;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * What a shard has of a graph that is cut and placed. It answers about a mebibyte at a time; all
 * numbers as {@link MessageWriter} writes them. Immutable; any thread.
 *
 * @param header of the graph
 * @param cuts what all shards have said of their edges
 * @param edges those that are here
 * @param replicas where the vertices of all shards are
 * @param homes where vertices are at home
 * @param vertices those that are at home here, of each type
 * @param pairs edges that are held out and begin at vertices that are at home here
 */
record PlacedShard(
    GraphHeader header,
    ShardCuts cuts,
    PlacedTable edges,
    ReplicaTable replicas,
    VertexHomes homes,
    HomeVertices[] vertices,
    HeldOutPairs pairs) {
  /** Bytes of an answer, if no row alone has more. */
  static final int REPLY_BYTES = 1 << 20;

  private static final int REPLY_EDGES = 1 << 15;
  private static final int REPLY_PAIRS = 1 << 16;

  /** Ends and type of an edge in a reply, at most. */
  private static final int EDGE_BYTES = 16;

  /** Label, split and key of a vertex in a reply, beside the bytes of the key. */
  private static final int VERTEX_BYTES = 16;

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
      out.number(some.destinations()[i] - before);
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

  /**
   * See {@link LoadShard#masters}.
   *
   * @param sparse whether rows are told without zeros
   */
  byte[] masters(int partition, int type, int first, boolean sparse) {
    final VertexType of = header.vertexType(type);
    final int[] starts = replicas.typeStarts(partition(partition));
    requirePlace(first, starts[type], starts[type + 1]);
    final HomeVertices own = vertices[type];
    final VertexReader columns = own.reader();
    final int start = replicas.numbering().start(type);
    final int end = starts[type + 1];
    MasterRows rows = new MasterRows(of, sparse);
    for (int local = first; local < end && rows.bytes() < REPLY_BYTES; local++) {
      final int vertex = replicas.master(partition, local);
      if (homes.here(vertex)) {
        rows.add(columns, own.row(vertex - start));
      }
    }
    return rows.piece(type).encode();
  }

  /** Rows of vertices that become a piece. */
  private static final class MasterRows {
    private final VertexType type;
    private final KeyColumn.Builder keys;
    private final float[] row;
    private final boolean sparse;
    private final CsrRows.Builder entries;
    private int[] labels;
    private byte[] splits;
    private long[] numbers;
    private float[] dense;
    private int count;
    private long rowBytes;

    MasterRows(VertexType type, boolean sparse) {
      this.type = type;
      this.sparse = sparse;
      keys = new KeyColumn.Builder(type.keyKind());
      row = new float[type.rowDim()];
      entries = new CsrRows.Builder(Math.max(1, type.rowDim()), 64, 64);
      final int rows = 1 + Math.min(63, REPLY_BYTES / Math.max(4, 4 * type.rowDim()));
      labels = new int[rows];
      splits = new byte[rows];
      numbers = new long[rows * type.attributes().count()];
      dense = new float[sparse ? 0 : rows * type.rowDim()];
    }

    void add(VertexReader from, int at) {
      if (count == labels.length) {
        labels = Arrays.copyOf(labels, 2 * count);
        splits = Arrays.copyOf(splits, 2 * count);
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        dense = Arrays.copyOf(dense, 2 * dense.length);
      }
      from.copyKey(at, keys);
      labels[count] = from.label(at);
      splits[count] = from.split(at);
      int number = count * type.attributes().count();
      if (type.attributes().time()) {
        numbers[number++] = from.time(at);
      }
      if (type.attributes().cluster()) {
        numbers[number] = from.cluster(at);
      }
      if (sparse) {
        addEntries(from, at);
      } else {
        from.readRow(at, row);
        System.arraycopy(row, 0, dense, count * row.length, row.length);
        rowBytes += 4L * row.length;
      }
      count++;
    }

    long bytes() {
      return keys.bytes() + rowBytes + count * (VERTEX_BYTES + 8L * type.attributes().count());
    }

    /** Features that are not zero, and all targets. */
    private void addEntries(VertexReader from, int at) {
      if (type.targetDim() == 0) {
        from.appendFeatures(at, entries);
      } else {
        from.readRow(at, row);
        for (int j = 0; j < row.length; j++) {
          if (row[j] != 0 || j >= type.featureDim()) {
            entries.add(j, row[j]);
          }
        }
        entries.endRow();
      }
      rowBytes = 8L * entries.entries();
    }

    VertexPiece piece(int number) {
      final int rowDim = type.rowDim();
      return new VertexPiece(
              number,
              keys.build(),
              type.labels() ? Arrays.copyOf(labels, count) : null,
              Arrays.copyOf(splits, count),
              rowDim == 0 || sparse ? null : Arrays.copyOf(dense, count * rowDim),
              rowDim > 0 && sparse ? entries.build() : null)
          .with(
              type.attributes().count() == 0
                  ? null
                  : Arrays.copyOf(numbers, count * type.attributes().count()));
    }
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
        (head, type, reversed, tail) -> {
          out.number(head);
          out.number(2L * type + (reversed ? 1 : 0));
          out.number(tail);
        });
    return out.toBytes();
  }
}
