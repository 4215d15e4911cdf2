// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;
import java.util.BitSet;
import java.util.function.LongConsumer;

/**
 * Numbers the vertices of one type as they come, and passes on what is known of them. Used by one
 * thread at a time.
 */
public final class StagedVertices {
  private final VertexType type;
  private final String calledInMessages;
  private final KeyDictionary keys;
  private final VertexSink sink;
  private final PartitionRanges ranges = new PartitionRanges();
  private final BitSet replaced = new BitSet(); // of the base version's vertices
  private final LargestLabel labels = new LargestLabel();
  private int[] numbers = new int[0];

  /**
   * No vertices.
   *
   * @param only true if the graph has no other vertex type
   * @param beforeGrowth is told the bytes before keys grow
   * @param sink takes what is known of vertices
   */
  public StagedVertices(VertexType type, boolean only, LongConsumer beforeGrowth, VertexSink sink) {
    this.type = type;
    this.calledInMessages = GraphStaging.called(type, only);
    this.keys = KeyDictionary.of(type.keyKind(), beforeGrowth);
    this.sink = sink;
  }

  /** What the vertices have in common. */
  public VertexType type() {
    return type;
  }

  /** Number of vertices. */
  public int size() {
    return keys.size();
  }

  /** Numbers the masters of the base version's next partition. */
  public void addStored(KeyColumn column) {
    int known = keys.size();
    int[] numbers = numbers(column);
    keys.add(column, numbers);
    for (int i = 0; i < column.size(); i++) {
      if (numbers[i] != known + i) {
        throw twice(column.stringAt(i));
      }
    }
    ranges.add(keys.size());
  }

  /** All vertices so far are of the base version, whatever partition has them. */
  public void endStored() {
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
  public void add(VertexPiece piece) {
    final int known = keys.size();
    int count = piece.keys().size();
    int[] numbers = numbers(piece.keys());
    int[] rows = new int[count]; // of vertices that are new
    int created = 0;
    keys.add(piece.keys(), numbers);
    for (int i = 0; i < count; i++) {
      if (numbers[i] == known + created) {
        rows[created++] = i;
      } else if (numbers[i] < ranges.total() && !replaced.get(numbers[i])) {
        replaced.set(numbers[i]);
        sink.replace(numbers[i], piece, i);
      } else {
        throw twice(piece.keys().stringAt(i));
      }
    }
    sink.append(known, piece, rows, created);
  }

  /** Looks at the label numbers of pieces. */
  LargestLabel labels() {
    return labels;
  }

  /** Largest label number of pieces; -1 if none came. */
  public int largestLabel() {
    return labels.largest();
  }

  /** What is said of a key that came before. */
  public GraphemberException twice(String key) {
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
  public int[] find(KeyColumn column) {
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
  public int[] findOrCreate(KeyColumn column) {
    final int known = keys.size();
    int[] found = numbers(column);
    keys.add(column, found);
    int[] rows = new int[keys.size() - known]; // where each new vertex comes first
    int created = 0;
    for (int i = 0; created < rows.length; i++) {
      if (found[i] == known + created) {
        rows[created++] = i;
      }
    }
    sink.appendBlank(known, column, rows, created);
    return found;
  }

  /** What is said of a key that there is not. */
  public GraphemberException unknown(String who, KeyColumn column, int row) {
    return GraphStaging.unknown(who, calledInMessages, column.stringAt(row));
  }

  /** Puts vertices into a split. */
  void split(Split split, int[] vertices, int count) {
    sink.split(split, vertices, count);
  }

  /** Adds the key of a vertex to a column. */
  public void copyKey(int vertex, KeyColumn.Builder target) {
    keys.copy(vertex, target);
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return keys.bytes() + sink.bytes();
  }
}
