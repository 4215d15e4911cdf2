// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A source that an {@link Importer} has opened: its splits, each read by itself. Used by one
 * thread.
 */
public interface ImportedGraph extends AutoCloseable {
  /**
   * Opens a source by the importer of its settings, for who reads some of its splits: features come
   * as they are, whatever {@link Normalize} says of whole columns.
   *
   * @throws GraphemberException as {@link Importer#open}
   */
  static ImportedGraph open(SourceSettings settings, ImportContext context) {
    return Importers.imported(settings, context);
  }

  /** What all pieces have in common. */
  GraphHeader header();

  /**
   * The splits, which cover the source once, vertices before members before edges. The order is the
   * same whenever the source is opened.
   */
  List<SourceSplit> splits();

  /**
   * Reads a split; in any order, and again with the same pieces. Memory is bounded by the piece
   * that is being filled, not by the split.
   *
   * <p>If it throws, the sink may have taken earlier pieces, none of them wrong.
   *
   * @param sink takes the pieces
   * @param meter hears what was read, at least for every 64 KiB, and ends the work if it is
   *     cancelled
   * @throws GraphemberException with an error that names file and line, or because the work was
   *     cancelled
   */
  void read(SourceSplit split, PieceSink sink, ReadMeter meter);

  /** How large the graph will be; opens no file that opening the source has not. */
  default ExpectedSize expected() {
    return ExpectedSize.unknown(header());
  }

  /** False if it is known that no vertex will be in a train split. */
  default boolean givesTrainSplit() {
    return true;
  }

  /**
   * Label names of a vertex type by their index in {@link VertexPiece#labels()}; complete after its
   * vertices were read, empty without labels.
   */
  default List<String> labelNames(int vertexType) {
    return List.of();
  }

  /** As {@link GraphSource#numbers}. */
  default List<String> numbers(int vertexType) {
    return IntStream.range(0, header().vertexType(vertexType).featureDim())
        .mapToObj(Integer::toString)
        .toList();
  }

  /** Closes what is open; closing twice is harmless. */
  @Override
  default void close() {
    // Most have files open during a call only.
  }
}
