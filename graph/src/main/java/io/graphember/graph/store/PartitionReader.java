// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.DenseRows;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSink;
import io.graphember.memory.RowStorage;
import io.graphember.memory.SparseSlab;
import io.graphember.memory.WritableRows;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of one stored partition, each on its own. All methods throw a {@link
 * GraphemberException} with code {@link GraphError#SECTION_CORRUPT} for blocks that are missing or
 * damaged. Used by one thread.
 */
public final class PartitionReader {
  private final int number;
  private final LongFunction<byte @Nullable []> blocks;
  private final Cancellation cancellation;
  private final RowStorage storage;

  /** A reader that keeps all rows in the heap. */
  public PartitionReader(
      int number, LongFunction<byte @Nullable []> blocks, Cancellation cancellation) {
    this(number, blocks, cancellation, RowStorage.HEAP);
  }

  /**
   * A reader.
   *
   * @param number number of the partition
   * @param blocks gives the block of a key, or null
   * @param cancellation looked at before every block
   * @param storage keeps the feature rows of vertices and edges that are dense
   */
  public PartitionReader(
      int number,
      LongFunction<byte @Nullable []> blocks,
      Cancellation cancellation,
      RowStorage storage) {
    this.number = number;
    this.blocks = blocks;
    this.cancellation = cancellation;
    this.storage = storage;
  }

  /** Edges in both directions, replicas, types. */
  public PartitionTopology topology() {
    return topology(ByteStorage.HEAP);
  }

  /**
   * The same in a place of its own.
   *
   * @param place where its bytes are read
   */
  public PartitionTopology topology(ByteStorage place) {
    return PartitionTopology.of(
        number, Section.fromBlocks(Table.TOPOLOGY, number, b -> block(Table.TOPOLOGY, b), place));
  }

  /**
   * Class and split of the masters.
   *
   * @param masters how many there are
   */
  public VertexLabels labels(int masters) {
    VertexLabels labels = VertexLabels.decode(number, section(Table.LABELS));
    requireMasters(Table.LABELS, labels.labels().length, masters);
    return labels;
  }

  /**
   * Times and clusters of the masters.
   *
   * @param attributes what vertices of any type of the graph carry
   * @param masters how many there are
   */
  public VertexData vertexData(VertexAttributes attributes, int masters) {
    return attributes.count() == 0
        ? VertexData.NONE
        : VertexData.decode(number, section(Table.VERTEX_VALUES), attributes, masters);
  }

  /**
   * The edges that begin at the masters and are held out; only of a graph that has any.
   *
   * @param masters how many there are
   */
  public HeldOutLists heldOut(int masters) {
    HeldOutLists lists = heldOut();
    requireMasters(Table.HELD_OUT, lists.offsets().length - 1, masters);
    return lists;
  }

  /** The same where nobody knows how many masters there are. */
  public HeldOutLists heldOut() {
    return HeldOutLists.decode(number, section(Table.HELD_OUT));
  }

  /**
   * The user's keys of the masters of each vertex type.
   *
   * @param vertexTypes how many types there are
   */
  public List<KeyColumn> keys(int vertexTypes) {
    List<KeyColumn> keys = KeySection.decode(number, section(Table.KEYS));
    requireTypes(Table.KEYS, keys.size(), vertexTypes);
    return keys;
  }

  /**
   * Feature rows of the masters of a vertex type, dense or sparse as they are stored; null if rows
   * have no floats.
   */
  public @Nullable RowMatrix features(int vertexType, int masters, int featureDim) {
    final int table = Table.features(vertexType);
    final byte[] first =
        masters > 0 && featureDim > 0 ? blocks.apply(BlockKey.of(number, table, 0)) : null;
    return RowBlock.isSparse(first)
        ? sparseRows(Table.FEATURES, table, masters, featureDim)
        : rows(Table.FEATURES, table, masters, featureDim, RowBlock.precision(first), storage);
  }

  private SparseSlab sparseRows(Table table, int tableNumber, int count, int dim) {
    List<CsrRows> parts = new ArrayList<>();
    for (int b = 0; b < RowBlock.blocks(count, dim); b++) {
      cancellation.check();
      byte[] block = blocks.apply(BlockKey.of(number, tableNumber, b));
      parts.add(RowBlock.decodeSparse(table, number, b, block, count, dim));
    }
    return new SparseSlab(CsrRows.joined(parts, dim));
  }

  /** Target rows of the masters of a vertex type; null if rows have no floats. */
  public @Nullable DenseRows targets(int vertexType, int masters, int targetDim) {
    return rows(
        Table.TARGETS,
        Table.targets(vertexType),
        masters,
        targetDim,
        FeaturePrecision.FLOAT32,
        RowStorage.HEAP);
  }

  /**
   * Feature rows of the masters and, behind them, of the mirrors, so that the row of a vertex is
   * its local number: of a graph with one vertex type. Asks for blocks of the mirrors' owners, each
   * once, since mirrors are sorted by id.
   *
   * @param masters rows of the masters, which are not used any more
   */
  public DenseRows mirroredFeatures(PartitionTopology topology, DenseRows masters) {
    final WritableRows slab = masters.extended(topology.vertices());
    final int featureDim = slab.dim();
    final int perBlock = RowBlock.rowsPerBlock(featureDim);
    float[] row = new float[featureDim];
    long key = -1;
    StoredRows rows = StoredRows.none();
    for (int local = topology.masters(); local < topology.vertices(); local++) {
      final long vid = topology.vid(number, local);
      final int owner = Vid.partition(vid);
      final int block = Vid.local(vid) / perBlock;
      final long wanted = BlockKey.of(owner, Table.features(0), block);
      if (wanted != key) {
        cancellation.check();
        key = wanted;
        rows = RowBlock.rows(Table.FEATURES, owner, block, blocks.apply(key), featureDim);
      }
      final int at = Vid.local(vid) % perBlock;
      if (at >= rows.count()) {
        throw Section.corrupt(Table.FEATURES, owner, "it has no row of vertex " + vid);
      }
      rows.read(at, row);
      slab.write(local, row, 0);
    }
    return slab;
  }

  /** What the edges of the topology carry, their classes among the features. */
  public EdgeData edgeData(PartitionTopology topology) {
    EdgeAttributes attributes = topology.attributes();
    DenseRows features =
        rows(
            Table.EDGE_FEATURES,
            Table.EDGE_FEATURES.number(),
            topology.edges(),
            attributes.featureDim(),
            FeaturePrecision.FLOAT32,
            storage);
    if (!EdgeData.hasValues(attributes)) {
      return features == null ? EdgeData.NONE : new EdgeData(null, null, features, null);
    }
    return EdgeData.decode(
        number, section(Table.EDGE_VALUES), attributes, topology.edges(), features);
  }

  /** Reads a table of rows; null if rows have no floats. */
  private @Nullable DenseRows rows(
      Table table,
      int tableNumber,
      int count,
      int dim,
      FeaturePrecision precision,
      RowStorage place) {
    return dim == 0
        ? null
        : place.fill(precision, count, dim, sink -> read(table, tableNumber, count, dim, sink));
  }

  private void read(Table table, int tableNumber, int count, int dim, RowSink target) {
    for (int b = 0; b < RowBlock.blocks(count, dim); b++) {
      cancellation.check();
      final byte[] block = blocks.apply(BlockKey.of(number, tableNumber, b));
      RowBlock.decode(table, number, b, block, count, dim, target);
    }
  }

  private ByteReader section(Table table) {
    return Section.fromBlocks(table, number, b -> block(table, b));
  }

  private byte @Nullable [] block(Table table, int block) {
    cancellation.check();
    return blocks.apply(BlockKey.of(number, table.number(), block));
  }

  void requireTypes(Table table, int types, int expected) {
    if (types != expected) {
      throw Section.corrupt(
          table, number, "it has " + types + " vertex types, the graph " + expected);
    }
  }

  /** What is read of a row must be there. */
  void requireEdgeRows(PartitionTopology topology, List<EdgeRow> rows) {
    final int widest = rows.stream().mapToInt(EdgeRow::dim).max().orElse(0);
    if (topology.types().edgeTypes() != rows.size()
        || topology.attributes().featureDim() != widest) {
      throw Section.corrupt(
          Table.TOPOLOGY,
          number,
          "it has %d edge types and rows of %d floats, the graph %d and %d"
              .formatted(
                  topology.types().edgeTypes(),
                  topology.attributes().featureDim(),
                  rows.size(),
                  widest));
    }
  }

  void requireMasters(Table table, int masters, int expected) {
    if (masters != expected) {
      throw Section.corrupt(
          table, number, "it has " + masters + " masters, the topology " + expected);
    }
  }
}
