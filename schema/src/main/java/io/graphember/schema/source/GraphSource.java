// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A graph that can be read once from front to back. Used by one thread.
 *
 * <pre>
 * try (GraphSource source = GraphSource.open(settings, folder, ReadProgress.NONE)) {
 *   begin(source.header());
 *   source.stream(sink, cancellation);
 *   end(source.labelNames(0));
 * }
 * </pre>
 */
public interface GraphSource extends AutoCloseable {
  /** What all pieces have in common. */
  GraphHeader header();

  /** How large the graph will be; opens no file that {@link #open} has not. */
  default ExpectedSize expected() {
    return ExpectedSize.unknown(header());
  }

  /** False if it is known that no vertex will be in a train split. */
  default boolean givesTrainSplit() {
    return true;
  }

  /**
   * Reads everything: vertices first, then splits, then edges. Called once.
   *
   * <p>If it throws, the sink may have taken earlier pieces, none of them wrong, and the receiver
   * drops them.
   *
   * @param sink takes the pieces
   * @param cancellation looked at for every 64 KiB of input
   * @throws GraphemberException with an {@link InputError} that names file and line, or because the
   *     work was cancelled
   */
  void stream(PieceSink sink, Cancellation cancellation);

  /**
   * Label names of a vertex type by their index in {@link VertexPiece#labels()}, in files the order
   * of their first appearance; complete after {@link #stream}, empty without labels.
   *
   * @param vertexType number of the type
   */
  List<String> labelNames(int vertexType);

  /**
   * Names of the columns of a feature row, the first ones, that are numbers of the source as they
   * are and may be brought to one scale; columns of arrays have numbers from 0 as names.
   *
   * @param vertexType number of the type
   */
  default List<String> numbers(int vertexType) {
    return IntStream.range(0, header().vertexType(vertexType).featureDim())
        .mapToObj(Integer::toString)
        .toList();
  }

  /** Closes the files; closing twice is harmless. */
  @Override
  void close();

  /**
   * Opens the source that the settings describe, by the importer of their type, and reads what the
   * header needs.
   *
   * @param settings checked settings
   * @param context what it is opened with
   * @param progress hears how far reading has come
   * @throws GraphemberException with an {@link InputError} if a file is missing or cannot be read
   */
  static GraphSource open(SourceSettings settings, ImportContext context, ReadProgress progress) {
    return new SplitwiseSource(Importers.open(settings, context), progress);
  }

  /**
   * The same for files that are small, or need no look at all rows to be opened.
   *
   * @param base folder that a relative {@code data} folder is in
   */
  static GraphSource open(SourceSettings settings, Path base, ReadProgress progress) {
    return open(settings, ImportContext.of(base), progress);
  }

  /**
   * A graph that a program makes, one vertex and edge after the other:
   *
   * <pre>
   * GraphHeader header = new GraphHeader(KeyKind.STRING, 2, true);
   * client.load(
   *     "{name: papers, symmetrize: true}",
   *     GraphSource.of(
   *         header,
   *         graph -&gt;
   *             graph
   *                 .vertex(0, "a", "physics", Split.TRAIN, 1, 0)
   *                 .vertex(0, "b", null, null, 0, 1)
   *                 .edge("a", "b")),
   *     progress -&gt; {},
   *     Cancellation.NEVER);
   * </pre>
   *
   * @param header what its vertices and edges look like
   * @param program called once, when the source is read
   */
  static GraphSource of(GraphHeader header, Consumer<GraphFeed> program) {
    return new ProgramSource(header, program);
  }
}
