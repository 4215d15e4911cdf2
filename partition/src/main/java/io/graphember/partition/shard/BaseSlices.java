// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.store.EdgeData;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.base.BaseNumbers;
import io.graphember.partition.base.StoredEdges;
import io.graphember.partition.base.StoredMasters;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the reader of a partition of the version that is added to says to the homes of its vertices,
 * about a mebibyte to each in a superstep: all masters, and to all shards where these are at home;
 * then, once that is known of all partitions, all edges to the homes of their destinations, and
 * held-out edges to the homes of their sources.
 *
 * <p>A message, all numbers as {@link MessageWriter} writes them:
 *
 * <pre>
 * number   1 if more messages about the partition follow, 0 if not
 * then entries:
 *   number   {@link #MASTERS}, {@link #HOMES}, {@link #EDGES} or {@link #HELD_OUT}
 *   number   bytes that follow
 *   byte[]   a {@link RoutedPiece} of vertices, whose places are their numbers; or a vertex type,
 *            the number of a first vertex, and the homes of it and of those that follow; an
 *            EdgePiece of a stored type, whose keys are numbers within types; or for each
 *            held-out edge: {@link StagedPairs#code}, the number of its source, that of its
 *            destination
 * </pre>
 *
 * <p>Used by one thread.
 */
final class BaseSlices {
  static final int MASTERS = 0;
  static final int EDGES = 1;
  static final int HELD_OUT = 2;
  static final int HOMES = 3;

  /**
   * Of the largest message of a superstep, in which a slice more may be; and of a slice for a home.
   */
  private static final int MESSAGE_BYTES = 1 << 20;

  private static final int SLICE_ROWS = 1 << 12;
  private static final int SLICE_EDGES = 1 << 15;

  /** Ends of an edge in a piece. */
  private static final int EDGE_BYTES = 16;

  private final StoredPartition partition;
  private final List<EdgeType> edgeTypes;
  private final BaseNumbers numbers;
  private final short[][] homes; // [types, numbers] homes of masters, known once they were sent
  private final MessageWriter[] entries; // for each shard
  private final IntArray[] chosen; // rows, for each shard
  private Iterator<Supplier<Part>> parts = List.<Supplier<Part>>of().iterator();
  private Part part = () -> false;
  private boolean more = true;

  /** A kind of what is sent. */
  private interface Part {
    /** Appends its next slice to the entries; false if there is none. */
    boolean slice();
  }

  private BaseSlices(
      StoredPartition partition,
      List<EdgeType> edgeTypes,
      BaseNumbers numbers,
      short[][] homes,
      int shards) {
    this.partition = partition;
    this.edgeTypes = edgeTypes;
    this.numbers = numbers;
    this.homes = homes;
    entries = new MessageWriter[shards];
    Arrays.setAll(entries, shard -> new MessageWriter());
    chosen = new IntArray[shards];
    Arrays.setAll(chosen, shard -> new IntArray(16));
  }

  /** The masters of a partition, of which nothing was sent. */
  static BaseSlices ofMasters(StoredPartition partition, BaseNumbers numbers, int shards) {
    final BaseSlices slices = new BaseSlices(partition, List.of(), numbers, new short[0][], shards);
    slices.parts = List.<Supplier<Part>>of(() -> slices.new Masters()).iterator();
    return slices;
  }

  /**
   * The edges of a partition, of which nothing was sent.
   *
   * @param edgeTypes stored edge types
   * @param homes [types, numbers] homes of all masters
   */
  static BaseSlices ofEdges(
      StoredPartition partition,
      List<EdgeType> edgeTypes,
      BaseNumbers numbers,
      short[][] homes,
      int shards) {
    final BaseSlices slices = new BaseSlices(partition, edgeTypes, numbers, homes, shards);
    slices.parts =
        List.<Supplier<Part>>of(() -> slices.new Edges(), () -> slices.new HeldOut()).iterator();
    return slices;
  }

  /** Bytes of the messages of a superstep, as they are written, sent and heard. */
  static long estimateBytes(int shards) {
    return 2L * (MessageWriter.COPIES + 1) * MESSAGE_BYTES * shards;
  }

  /** The next messages, one for each shard; only until one says that none follows. */
  byte[][] next() {
    while (more && Arrays.stream(entries).allMatch(entry -> entry.size() < MESSAGE_BYTES)) {
      more = advance();
    }
    byte[][] messages = new byte[entries.length][];
    for (int shard = 0; shard < messages.length; shard++) {
      MessageWriter message = new MessageWriter();
      message.number(more ? 1 : 0);
      message.append(entries[shard]);
      messages[shard] = message.toBytes();
    }
    return messages;
  }

  private boolean advance() {
    while (!part.slice()) {
      if (!parts.hasNext()) {
        return false;
      }
      part = parts.next().get();
    }
    return true;
  }

  private void entry(int shard, int kind, byte[] bytes) {
    entries[shard].number(kind);
    entries[shard].number(bytes.length);
    entries[shard].bytes(bytes);
  }

  private int home(int type, int vertex) {
    return homes[type][vertex];
  }

  private final class Masters implements Part {
    private final List<StoredMasters> types = partition.masters();
    private final MessageWriter told = new MessageWriter(); // homes of the slice
    private int type;
    private int row;

    @Override
    public boolean slice() {
      while (type < types.size() && row == types.get(type).count()) {
        type++;
        row = 0;
      }
      if (type == types.size()) {
        return false;
      }
      final StoredMasters of = types.get(type);
      MasterRows[] rows = new MasterRows[entries.length];
      final int first = numbers.number(type, partition.number(), of.first() + row);
      final int start = row;
      final int end = Math.min(of.count(), row + SLICE_ROWS);
      for (boolean room = true; room && row < end; row++) {
        final int home = VertexHomes.of(type, of.keys().hashAt(row), entries.length);
        if (rows[home] == null) {
          rows[home] = new MasterRows(of.type(), of.sparse());
        }
        rows[home].add(of, row);
        chosen[home].add(row - start);
        told.number(home);
        room = rows[home].bytes() < MESSAGE_BYTES;
      }
      final byte[] homes = homes(first);
      for (int shard = 0; shard < rows.length; shard++) {
        entry(shard, HOMES, homes);
        if (rows[shard] != null) {
          final int[] those = chosen[shard].toArray();
          chosen[shard].size = 0;
          entry(shard, MASTERS, new RoutedPiece(rows[shard].piece(type), those, first, 0).encode());
        }
      }
      return true;
    }

    private byte[] homes(int first) {
      final MessageWriter out = new MessageWriter();
      out.number(type);
      out.number(first);
      out.append(told);
      return out.toBytes();
    }
  }

  private final class Edges implements Part {
    private final StoredEdges edges = partition.edges(numbers);
    private int edge;

    @Override
    public boolean slice() {
      if (edge == edges.count()) {
        return false;
      }
      final int type = edges.types()[edge];
      final int bytes = EDGE_BYTES + edgeTypes.get(type).attributes().bytes();
      final int most = Math.max(1, Math.min(SLICE_EDGES, MESSAGE_BYTES / bytes));
      final int end = Math.min(edges.endOfType(edge), edge + most);
      for (; edge < end; edge++) {
        chosen[home(edgeTypes.get(type).destination(), edges.destinations()[edge])].add(edge);
      }
      for (int shard = 0; shard < chosen.length; shard++) {
        if (chosen[shard].size > 0) {
          entry(shard, EDGES, piece(type, chosen[shard].toArray()).encode());
          chosen[shard].size = 0;
        }
      }
      return true;
    }

    private EdgePiece piece(int type, int[] some) {
      final EdgeAttributes attributes = edgeTypes.get(type).attributes();
      final EdgeData data = edges.data();
      float[] weights = new float[attributes.weight() ? some.length : 0];
      long[] times = new long[attributes.time() ? some.length : 0];
      final int dim = attributes.featureDim();
      float[] features = new float[dim * some.length];
      float[] row = new float[data.features() == null ? 0 : data.features().dim()];
      for (int i = 0; i < some.length; i++) {
        final int stored = edges.stored()[some[i]];
        if (weights.length > 0) {
          weights[i] = data.weights() == null ? EdgeData.DEFAULT_WEIGHT : data.weights()[stored];
        }
        if (times.length > 0) {
          times[i] = data.times() == null ? 0 : data.times()[stored];
        }
        if (dim > 0 && data.features() != null) {
          data.features().read(stored, row, 0);
          System.arraycopy(row, 0, features, i * dim, dim);
        }
      }
      return new EdgePiece(
          type,
          column(some, edges.sources()),
          column(some, edges.destinations()),
          attributes.weight() ? weights : null,
          attributes.time() ? times : null,
          dim > 0 ? features : null);
    }

    private static KeyColumn column(int[] some, int[] ends) {
      long[] numbers = new long[some.length];
      Arrays.setAll(numbers, i -> ends[some[i]]);
      return KeyColumn.of(numbers);
    }
  }

  private final class HeldOut implements Part {
    private final IntArray codes = new IntArray(16);
    private final IntArray sources = new IntArray(16);
    private final IntArray destinations = new IntArray(16);
    private int pair;

    HeldOut() {
      partition.heldOut(
          numbers,
          (type, kind, source, destination) -> {
            codes.add(StagedPairs.code(type, kind));
            sources.add(source);
            destinations.add(destination);
          });
    }

    @Override
    public boolean slice() {
      if (pair == codes.size) {
        return false;
      }
      MessageWriter[] out = new MessageWriter[entries.length];
      Arrays.setAll(out, shard -> new MessageWriter());
      final int end = Math.min(codes.size, pair + SLICE_EDGES);
      for (; pair < end; pair++) {
        final EdgeType type = edgeTypes.get(StagedPairs.typeOf(codes.values[pair]));
        MessageWriter home = out[home(type.source(), sources.values[pair])];
        home.number(codes.values[pair]);
        home.number(sources.values[pair]);
        home.number(destinations.values[pair]);
      }
      for (int shard = 0; shard < out.length; shard++) {
        if (out[shard].size() > 0) {
          entry(shard, HELD_OUT, out[shard].toBytes());
        }
      }
      return true;
    }
  }
}
