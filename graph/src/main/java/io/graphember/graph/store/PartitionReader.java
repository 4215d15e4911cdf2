// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.graph.delta.AddedReplicas;
import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.delta.PartitionPatch;
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
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
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
  private Optional<PartitionPatch> patch = Optional.empty(); // before it is asked for

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
    final PartitionTopology stored =
        PartitionTopology.of(
            number,
            Section.fromBlocks(Table.TOPOLOGY, number, b -> block(Table.TOPOLOGY, b), place));
    final AddedReplicas added = patch().replicas();
    if (added.size() == 0) {
      return stored;
    }
    if (added.vertices()[added.size() - 1] >= stored.vertices() || added.partition() <= number) {
      throw Section.corrupt(Table.PATCH, number, "its replicas do not match the topology");
    }
    return stored.with(added);
  }

  /** The masters that the version changes of those that are stored. */
  public ChangedMasters changedMasters() {
    return patch().masters();
  }

  /** What the version changes of the partition as it is stored. */
  private PartitionPatch patch() {
    if (patch.isEmpty()) {
      patch = Optional.of(patch(number));
    }
    return patch.get();
  }

  private PartitionPatch patch(int partition) {
    final byte[] first = blocks.apply(BlockKey.of(partition, Table.PATCH.number(), 0));
    if (first == null) {
      return PartitionPatch.NONE;
    }
    final ByteReader payload =
        Section.fromBlocks(
            Table.PATCH,
            partition,
            b -> b == 0 ? first : blocks.apply(BlockKey.of(partition, Table.PATCH.number(), b)));
    try {
      return PartitionPatch.read(payload);
    } catch (IllegalArgumentException e) {
      throw Section.corrupt(Table.PATCH, partition, String.valueOf(e.getMessage()));
    }
  }

  /** The masters that the version changes, of so many. */
  private ChangedMasters changed(int masters) {
    final ChangedMasters changed = patch().masters();
    if (changed.from(masters) < changed.size()) {
      throw Section.corrupt(Table.PATCH, number, "its masters do not match the topology");
    }
    return changed;
  }

  /**
   * Class and split of the masters.
   *
   * @param masters how many there are
   */
  public VertexLabels labels(int masters) {
    VertexLabels labels = VertexLabels.decode(number, section(Table.LABELS));
    requireMasters(Table.LABELS, labels.labels().length, masters);
    final ChangedMasters changed = changed(masters);
    return changed.size() == 0 ? labels : labels.with(changed);
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
        : VertexData.decode(number, section(Table.VERTEX_VALUES), attributes, masters)
            .with(changed(masters));
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
   *
   * @param first local number of the first of them
   */
  public @Nullable RowMatrix features(int vertexType, int first, int masters, int featureDim) {
    final int table = Table.features(vertexType);
    final byte[] block =
        masters > 0 && featureDim > 0 ? blocks.apply(BlockKey.of(number, table, 0)) : null;
    return RowBlock.isSparse(block)
        ? new SparseSlab(changed(sparseRows(Table.FEATURES, table, masters, featureDim), first))
        : rows(
            Table.FEATURES,
            table,
            masters,
            featureDim,
            RowBlock.precision(block),
            storage,
            sink -> changed(sink, first, masters, 0, featureDim));
  }

  /** Rows of masters of a type, with those that the version changes. */
  private CsrRows changed(CsrRows stored, int first) {
    final ChangedMasters changed = patch().masters();
    if (changed.from(first) == changed.from(first + stored.rows())) {
      return stored;
    }
    final CsrRows.Builder rows = new CsrRows.Builder(stored.dim(), stored.rows(), stored.entries());
    for (int row = 0; row < stored.rows(); row++) {
      final int place = changed.find(first + row);
      if (place >= 0) {
        changed.append(place, stored.dim(), rows);
      } else {
        rows.add(stored, row);
        rows.endRow();
      }
    }
    return rows.build();
  }

  /**
   * Takes rows of masters of a type, and passes on those that the version changes instead of what
   * is stored of them.
   *
   * @param first local number of the first master
   * @param column of the changed rows that is the first here
   */
  private RowSink changed(RowSink target, int first, int masters, int column, int dim) {
    final ChangedMasters changed = patch().masters();
    if (changed.from(first) == changed.from(first + masters)) {
      return target;
    }
    final float[] instead = new float[dim];
    return (row, source, offset) -> {
      final int place = changed.find(first + row);
      if (place >= 0) {
        changed.read(place, column, dim, instead);
        target.write(row, instead, 0);
      } else {
        target.write(row, source, offset);
      }
    };
  }

  /**
   * Reads some rows of features or targets of the masters of a vertex type as they are stored,
   * whatever the version changes of them, and no other block than theirs.
   *
   * @param tableNumber number of {@link Table#FEATURES} or {@link Table#TARGETS} of the type
   * @param rows numbers of masters within the type, ascending
   * @param masters of the type
   * @param dim floats of a row
   * @param target hears of the place of each among {@code rows}, and its floats
   */
  public void storedRows(int tableNumber, int[] rows, int masters, int dim, RowSink target) {
    final Table table = Table.of(tableNumber);
    final int perBlock = RowBlock.rowsPerBlock(dim);
    final float[] row = new float[dim];
    int number = -1;
    Optional<CsrRows> sparse = Optional.empty();
    StoredRows dense = StoredRows.none();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] / perBlock != number) {
        number = rows[i] / perBlock;
        cancellation.check();
        final byte[] block = blocks.apply(BlockKey.of(this.number, tableNumber, number));
        sparse =
            RowBlock.isSparse(block)
                ? Optional.of(
                    RowBlock.decodeSparse(table, this.number, number, block, masters, dim))
                : Optional.empty();
        dense =
            sparse.isPresent()
                ? StoredRows.none()
                : RowBlock.rows(table, this.number, number, block, dim);
      }
      final int at = rows[i] % perBlock;
      if (sparse.isPresent()) {
        sparse.get().read(at, row, 0);
      } else if (at < dense.count()) {
        dense.read(at, row);
      } else {
        throw Section.corrupt(table, this.number, "it has no row " + rows[i]);
      }
      target.write(i, row, 0);
    }
  }

  private CsrRows sparseRows(Table table, int tableNumber, int count, int dim) {
    List<CsrRows> parts = new ArrayList<>();
    for (int b = 0; b < RowBlock.blocks(count, dim); b++) {
      cancellation.check();
      byte[] block = blocks.apply(BlockKey.of(number, tableNumber, b));
      parts.add(RowBlock.decodeSparse(table, number, b, block, count, dim));
    }
    return CsrRows.joined(parts, dim);
  }

  /**
   * Target rows of the masters of a vertex type; null if rows have no floats.
   *
   * @param first local number of the first of them
   * @param featureDim floats of their feature rows
   */
  public @Nullable DenseRows targets(
      int vertexType, int first, int masters, int featureDim, int targetDim) {
    return rows(
        Table.TARGETS,
        Table.targets(vertexType),
        masters,
        targetDim,
        FeaturePrecision.FLOAT32,
        RowStorage.HEAP,
        sink -> changed(sink, first, masters, featureDim, targetDim));
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
    int changedOwner = -1;
    ChangedMasters changed = ChangedMasters.NONE; // of that owner
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
      if (owner != changedOwner) { // mirrors are sorted by owner
        changedOwner = owner;
        changed = patch(owner).masters();
      }
      final int place = changed.find(Vid.local(vid));
      if (place >= 0) {
        changed.read(place, 0, featureDim, row);
      } else {
        rows.read(at, row);
      }
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
            storage,
            sink -> sink);
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
      RowStorage place,
      UnaryOperator<RowSink> changed) {
    return dim == 0
        ? null
        : place.fill(
            precision,
            count,
            dim,
            sink -> read(table, tableNumber, count, dim, changed.apply(sink)));
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
