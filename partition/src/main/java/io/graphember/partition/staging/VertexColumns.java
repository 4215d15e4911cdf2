// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.RowStorage;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Columns of vertices of one type as they came: a label, a split and a row each, of its features
 * and then its targets. Used by one thread at a time.
 */
public final class VertexColumns implements VertexSink {
  /** Label and split of a vertex, the room that growing arrays keep included. */
  public static final long COLUMN_BYTES = 8;

  /** Of the numbers of a vertex, the room that a growing array keeps included. */
  public static long numberBytes(VertexAttributes attributes) {
    return 12L * attributes.count();
  }

  private final VertexType type;
  private final IntArray labels = new IntArray(1024);
  private final ByteColumn splits = new ByteColumn();
  private final LongArray numbersOf = new LongArray(16); // [vertices, those that the type has]
  private final @Nullable RowColumn rows; // null if the type has none
  private final LongConsumer beforeGrowth;
  private int baseClasses;

  /**
   * No vertices.
   *
   * @param beforeGrowth is told the bytes before rows of zeros are allocated
   * @param storage keeps rows
   */
  public VertexColumns(VertexType type, LongConsumer beforeGrowth, RowStorage storage) {
    this.type = type;
    this.beforeGrowth = beforeGrowth;
    this.rows =
        type.rowDim() == 0 ? null : new RowColumn(type.rowDim(), type.featureDim(), storage);
  }

  /** The row of a vertex that no piece has. */
  static CsrRows blank(VertexType type) {
    CsrRows.Builder row = new CsrRows.Builder(type.rowDim(), 1, type.targetDim());
    for (int j = type.featureDim(); j < type.rowDim(); j++) {
      row.add(j, Float.NaN);
    }
    row.endRow();
    return row.build();
  }

  /** Number of vertices. */
  public int size() {
    return labels.size;
  }

  /**
   * Label numbers below this one are classes of the base version; those of pieces follow.
   *
   * @param count how many classes the base version has
   */
  public void baseClasses(int count) {
    baseClasses = count;
  }

  /**
   * Appends vertices of the base version, whose labels are its classes.
   *
   * @param count rows {@code 0 .. count - 1} are appended
   */
  public void addStored(VertexReader stored, int count) {
    float[] row = new float[type.rowDim()];
    for (int i = 0; i < count; i++) {
      labels.add(stored.label(i));
      splits.add(stored.split(i));
      if (type.attributes().time()) {
        numbersOf.add(stored.time(i));
      }
      if (type.attributes().cluster()) {
        numbersOf.add(stored.cluster(i));
      }
      if (rows != null) {
        stored.readRow(i, row);
        rows.add(row, 0);
      }
    }
  }

  @Override
  public void append(int first, VertexPiece piece, int[] chosen, int count) {
    for (int i = 0; i < count; i++) {
      append(piece, chosen[i]);
    }
  }

  private void append(VertexPiece piece, int row) {
    labels.add(piece.labels() == null ? -1 : staged(piece.labels()[row]));
    splits.add(piece.splits() == null ? Split.NONE : piece.splits()[row]);
    for (int i = 0; i < type.attributes().count(); i++) {
      numbersOf.add(numberOf(piece, row, i));
    }
    if (rows != null && piece.sparse() != null) {
      rows.add(piece.sparse(), row);
    } else if (rows != null) {
      rows.add(piece.denseRows(), row * type.rowDim());
    }
  }

  @Override
  public void appendBlank(int first, KeyColumn keys, int[] chosen, int count) {
    for (int i = 0; i < count; i++) {
      labels.add(-1);
      splits.add(Split.NONE);
      for (int j = 0; j < type.attributes().count(); j++) {
        numbersOf.add(VertexAttributes.UNKNOWN);
      }
    }
    if (rows != null && count > 0) {
      addBlank(rows, count);
    }
  }

  private void addBlank(RowColumn to, int count) {
    CsrRows blank = blank(type);
    for (int i = 0; i < count; i++) {
      if (to.full()) { // a piece of keys may ask for many times its own size in zeros
        beforeGrowth.accept(to.chunkBytes());
      }
      to.add(blank, 0);
    }
  }

  @Override
  public void replace(int number, VertexPiece piece, int row) {
    if (piece.labels() != null) {
      labels.values[number] = staged(piece.labels()[row]);
    }
    if (piece.splits() != null) {
      splits.set(number, piece.splits()[row]);
    }
    final int count = type.attributes().count();
    for (int i = 0; i < count && piece.numbers() != null; i++) {
      numbersOf.values[number * count + i] = numberOf(piece, row, i);
    }
    if (rows != null && piece.sparse() != null) {
      rows.set(number, piece.sparse(), row);
    } else if (rows != null) {
      rows.set(number, piece.denseRows(), row * type.rowDim());
    }
  }

  private long numberOf(VertexPiece piece, int row, int number) {
    return piece.numbers() == null
        ? VertexAttributes.UNKNOWN
        : piece.numbers()[row * type.attributes().count() + number];
  }

  /** The number that stands for a piece's label here. */
  private int staged(int label) {
    return label < 0 ? label : baseClasses + label;
  }

  @Override
  public void split(Split split, int[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      splits.set(numbers[i], split.code());
    }
  }

  /** Number of a vertex's label, -1 for none. */
  public int label(int vertex) {
    return labels.values[vertex];
  }

  /** Code of a vertex's split, 0 for none. */
  public byte split(int vertex) {
    return splits.get(vertex);
  }

  /** Timestamp of a vertex, {@link VertexAttributes#UNKNOWN} for none. */
  public long time(int vertex) {
    return type.attributes().time()
        ? numbersOf.values[vertex * type.attributes().count()]
        : VertexAttributes.UNKNOWN;
  }

  /** Cluster of a vertex, {@link VertexAttributes#UNKNOWN} for none. */
  public long cluster(int vertex) {
    final int count = type.attributes().count();
    return type.attributes().cluster()
        ? numbersOf.values[vertex * count + count - 1]
        : VertexAttributes.UNKNOWN;
  }

  /** Copies the features and targets of a vertex out. */
  public void readRow(int vertex, float[] target) {
    if (rows != null) {
      rows.read(vertex, target, 0);
    }
  }

  /** Adds the features of a vertex that are not zero to sparse rows, as their next one. */
  public void appendFeatures(int vertex, CsrRows.Builder target) {
    Objects.requireNonNull(rows, "asked for where there are features").append(vertex, target);
  }

  LabelCounts labelCounts(boolean targets) {
    LabelCounts.Counter counter = new LabelCounts.Counter();
    float[] row = new float[type.rowDim()];
    for (int vertex = 0; vertex < size(); vertex++) {
      if (targets && rows != null) {
        rows.read(vertex, row, 0);
        counter.target(row, type.featureDim(), split(vertex), time(vertex));
      } else {
        counter.label(label(vertex), split(vertex), time(vertex));
      }
    }
    return counter.counts();
  }

  /** How many features of all vertices are not zero; 0 without features. */
  public long featureEntries() {
    return rows == null ? 0 : rows.featureEntries();
  }

  /** Bytes of heap that rows take. */
  public long rowBytes() {
    return rows == null ? 0 : rows.bytes();
  }

  @Override
  public long bytes() {
    return (COLUMN_BYTES + numberBytes(type.attributes())) * size() + rowBytes();
  }
}
