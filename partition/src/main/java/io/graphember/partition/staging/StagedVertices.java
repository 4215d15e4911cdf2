// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowStorage;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The vertices of one type as they came: numbered within the type, with a label, a split and a row
 * each, of its features and then its targets. Used by one thread at a time.
 */
public final class StagedVertices {
  /** Label and split of a vertex, the room that growing arrays keep included. */
  public static final long COLUMN_BYTES = 8;

  /** Of the numbers of a vertex, the room that a growing array keeps included. */
  public static long numberBytes(VertexAttributes attributes) {
    return 12L * attributes.count();
  }

  private final VertexType type;
  private final String calledInMessages;
  private final KeyDictionary keys;
  private final IntArray labels = new IntArray(1024);
  private final ByteColumn splits = new ByteColumn();
  private final LongArray numbersOf = new LongArray(16); // [vertices, those that the type has]
  private final @Nullable RowColumn rows; // null if the type has none
  private final LongConsumer beforeGrowth;
  private final PartitionRanges ranges = new PartitionRanges();
  private final BitSet replaced = new BitSet(); // of the base version's vertices
  private int baseClasses;
  private int[] numbers = new int[0];

  /**
   * No vertices.
   *
   * @param only true if the graph has no other vertex type
   * @param beforeGrowth is told the bytes before keys grow or rows of zeros are allocated
   * @param storage keeps rows
   */
  StagedVertices(VertexType type, boolean only, LongConsumer beforeGrowth, RowStorage storage) {
    this.type = type;
    this.beforeGrowth = beforeGrowth;
    this.calledInMessages = only ? "vertex" : "vertex of type " + type.name();
    this.keys = KeyDictionary.of(type.keyKind(), beforeGrowth);
    this.rows =
        type.rowDim() == 0 ? null : new RowColumn(type.rowDim(), type.featureDim(), storage);
  }

  /** The row of a vertex that no piece has. */
  private static CsrRows blank(VertexType type) {
    CsrRows.Builder row = new CsrRows.Builder(type.rowDim(), 1, type.targetDim());
    for (int j = type.featureDim(); j < type.rowDim(); j++) {
      row.add(j, Float.NaN);
    }
    row.endRow();
    return row.build();
  }

  public VertexType type() {
    return type;
  }

  public int size() {
    return keys.size();
  }

  /**
   * Label numbers below this one are classes of the base version; those of pieces follow.
   *
   * @param count how many classes the base version has
   */
  void baseClasses(int count) {
    baseClasses = count;
  }

  /**
   * Appends the masters of the base version's next partition.
   *
   * @param labels labels and splits of the partition
   * @param first first master of this type there
   * @param data their times and clusters
   * @param features their feature rows; null for none
   * @param targets their target rows; null for none
   */
  void addStored(
      KeyColumn column,
      VertexLabels labels,
      int first,
      VertexData data,
      @Nullable RowMatrix features,
      @Nullable RowMatrix targets) {
    int known = keys.size();
    int count = column.size();
    int[] numbers = numbers(column);
    keys.add(column, numbers);
    float[] row = new float[type.rowDim()];
    for (int i = 0; i < count; i++) {
      if (numbers[i] != known + i) {
        throw twice(column.stringAt(i));
      }
      this.labels.add(labels.labels()[first + i]);
      splits.add(labels.splits()[first + i]);
      if (type.attributes().time()) {
        numbersOf.add(data.times() == null ? VertexAttributes.UNKNOWN : data.times()[first + i]);
      }
      if (type.attributes().cluster()) {
        numbersOf.add(
            data.clusters() == null ? VertexAttributes.UNKNOWN : data.clusters()[first + i]);
      }
      if (features != null) {
        features.read(i, row, 0);
      }
      if (targets != null) {
        targets.read(i, row, type.featureDim());
      }
      if (rows != null) {
        rows.add(row, 0);
      }
    }
    ranges.add(keys.size());
  }

  /** Partition of each master of the base version. */
  public PartitionRanges ranges() {
    return ranges;
  }

  /**
   * Appends the vertices of a piece. One that the base version has gets the label, split and
   * features of its row instead of its own, as far as rows of the piece have them.
   */
  void add(VertexPiece piece) {
    int next = keys.size();
    int count = piece.keys().size();
    int[] numbers = numbers(piece.keys());
    keys.add(piece.keys(), numbers);
    for (int i = 0; i < count; i++) {
      if (numbers[i] == next) {
        append(piece, i);
        next++;
      } else if (numbers[i] < ranges.total() && !replaced.get(numbers[i])) {
        replaced.set(numbers[i]);
        replace(numbers[i], piece, i);
      } else {
        throw twice(piece.keys().stringAt(i));
      }
    }
  }

  private void append(VertexPiece piece, int row) {
    addColumns(
        piece.labels() == null ? -1 : piece.labels()[row],
        piece.splits() == null ? Split.NONE : piece.splits()[row]);
    for (int i = 0; i < type.attributes().count(); i++) {
      numbersOf.add(numberOf(piece, row, i));
    }
    if (rows != null && piece.sparse() != null) {
      rows.add(piece.sparse(), row);
    } else if (rows != null) {
      rows.add(piece.denseRows(), row * type.rowDim());
    }
  }

  private void replace(int vertex, VertexPiece piece, int row) {
    if (piece.labels() != null) {
      labels.values[vertex] = staged(piece.labels()[row]);
    }
    if (piece.splits() != null) {
      splits.set(vertex, piece.splits()[row]);
    }
    final int count = type.attributes().count();
    for (int i = 0; i < count && piece.numbers() != null; i++) {
      numbersOf.values[vertex * count + i] = numberOf(piece, row, i);
    }
    if (rows != null && piece.sparse() != null) {
      rows.set(vertex, piece.sparse(), row);
    } else if (rows != null) {
      rows.set(vertex, piece.denseRows(), row * type.rowDim());
    }
  }

  private long numberOf(VertexPiece piece, int row, int number) {
    return piece.numbers() == null
        ? VertexAttributes.UNKNOWN
        : piece.numbers()[row * type.attributes().count() + number];
  }

  private GraphemberException twice(String key) {
    return new GraphemberException(
        GraphError.VERTEX_TWICE,
        "%s %s came twice; a key names one %s."
            .formatted(
                Character.toUpperCase(calledInMessages.charAt(0)) + calledInMessages.substring(1),
                key,
                calledInMessages));
  }

  /** Room for the numbers of a column, used again for the next one. */
  private int[] numbers(KeyColumn column) {
    if (numbers.length < column.size()) {
      numbers = new int[column.size()];
    }
    return numbers;
  }

  /**
   * The number of each key, {@link KeyDictionary#ABSENT} for one that never came.
   *
   * @return an array that the next call uses again
   */
  int[] find(KeyColumn column) {
    int[] found = numbers(column);
    keys.find(column, found);
    return found;
  }

  /**
   * The number of each key; a new one gets a vertex without label, with features of zeros and
   * targets that are not known.
   *
   * @return an array that the next call uses again
   */
  int[] findOrCreate(KeyColumn column) {
    int known = keys.size();
    int[] found = numbers(column);
    keys.add(column, found);
    final int created = keys.size() - known;
    for (int i = 0; i < created; i++) {
      addColumns(-1, Split.NONE);
      for (int j = 0; j < type.attributes().count(); j++) {
        numbersOf.add(VertexAttributes.UNKNOWN);
      }
    }
    if (rows != null && created > 0) {
      addBlank(rows, created);
    }
    return found;
  }

  private void addBlank(RowColumn rows, int count) {
    CsrRows blank = blank(type);
    for (int i = 0; i < count; i++) {
      if (rows.full()) { // a piece of keys may ask for many times its own size in zeros
        beforeGrowth.accept(rows.chunkBytes());
      }
      rows.add(blank, 0);
    }
  }

  private void addColumns(int label, byte split) {
    labels.add(staged(label));
    splits.add(split);
  }

  /** The number that stands for a piece's label here. */
  private int staged(int label) {
    if (label >= GraphStaging.MAX_CLASSES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "Label number %d came; a graph has up to %d classes."
              .formatted(label, GraphStaging.MAX_CLASSES));
    }
    return label < 0 ? label : baseClasses + label;
  }

  GraphemberException unknown(String who, KeyColumn column, int row) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "%s names %s %s, which no vertex row has; set graph.unknownVertices to skip or create to allow it."
            .formatted(who, calledInMessages, column.stringAt(row)));
  }

  void setSplit(int vertex, byte code) {
    splits.set(vertex, code);
  }

  public int label(int vertex) {
    return labels.values[vertex];
  }

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

  public void copyKey(int vertex, KeyColumn.Builder target) {
    keys.copy(vertex, target);
  }

  /** Copies the features and targets of a vertex out. */
  public void readRow(int vertex, float[] target) {
    if (rows != null) {
      rows.read(vertex, target, 0);
    }
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

  /** Adds the features of a vertex that are not zero to sparse rows, as their next one. */
  public void appendFeatures(int vertex, CsrRows.Builder target) {
    Objects.requireNonNull(rows, "asked for where there are features").append(vertex, target);
  }

  /** True if the features are better kept sparse. */
  public boolean sparse() {
    return rows != null && CsrRows.pays(rows.featureEntries(), size(), type.featureDim());
  }

  /** How many features of all vertices are not zero; 0 without features. */
  public long featureEntries() {
    return rows == null ? 0 : rows.featureEntries();
  }

  /** Bytes of the stored rows. */
  long storedRowBytes(FeaturePrecision precision) {
    final long features =
        sparse()
            ? CsrRows.bytes(size(), featureEntries())
            : 4L * size() * precision.words(type.featureDim());
    return features + 4L * size() * type.targetDim();
  }

  /** Bytes of heap that rows take. */
  long rowBytes() {
    return rows == null ? 0 : rows.bytes();
  }

  /** Bytes of heap taken. */
  long bytes() {
    return keys.bytes()
        + (COLUMN_BYTES + numberBytes(type.attributes())) * keys.size()
        + rowBytes();
  }
}
