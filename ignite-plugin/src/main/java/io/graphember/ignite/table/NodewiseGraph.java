// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.SourceSplit;
import io.graphember.schema.source.WrappedImport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph whose caches are read by the nodes that have them: each makes pieces of its own
 * partitions, all of them at once, and the pieces come in the order of the partitions. So vertices
 * and classes have the same numbers whichever node has what. Used by one thread.
 */
final class NodewiseGraph extends WrappedImport {
  private final String settings;
  private final List<TableColumns> columns;
  private final Readers readers;
  private final Map<Integer, LabelIndex> labels = new HashMap<>(); // of types that nodes have read

  /** Lets nodes read. */
  @FunctionalInterface
  interface Readers {
    /**
     * Begins.
     *
     * @param plan what is read; of all partitions, by nobody yet
     */
    RemoteReads begin(Split plan, ReadMeter meter);
  }

  /**
   * A split that nodes read.
   *
   * @param cache whose entries are its rows
   * @param source settings of the source, JSON
   * @param header of the source
   * @param columns of all its tables
   * @param sharesCache whether another split is of the same cache
   */
  record Split(
      SourceSplit of,
      String cache,
      String source,
      GraphHeader header,
      List<TableColumns> columns,
      boolean sharesCache) {}

  /**
   * Wraps a graph.
   *
   * @param settings what it was opened by
   * @param columns of its tables
   */
  NodewiseGraph(
      ImportedGraph graph, SourceSettings settings, List<TableColumns> columns, Readers readers) {
    super(graph);
    this.settings = SettingsDocument.toJson((Record) settings);
    this.columns = columns;
    this.readers = readers;
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    if (split.cache().isEmpty()) {
      graph.read(split, sink, meter);
      return;
    }
    final boolean shares =
        graph.splits().stream().filter(other -> other.cache().equals(split.cache())).count() > 1;
    final Split plan =
        new Split(split, split.cache().get(), settings, graph.header(), columns, shares);
    try (RemoteReads reads = readers.begin(plan, meter)) {
      reads.each((piece, names) -> pass(Piece.decode(piece, graph.header()), names, sink));
    }
  }

  /** Gives the labels of a node's piece the numbers that they have in the graph. */
  private void pass(Piece piece, List<String> names, PieceSink sink) {
    if (!(piece instanceof VertexPiece vertices) || vertices.labels() == null) {
      piece.passTo(sink);
      return;
    }
    final LabelIndex index = labels.computeIfAbsent(vertices.type(), type -> new LabelIndex());
    final int[] numbers = new int[vertices.rows()];
    for (int row = 0; row < numbers.length; row++) {
      final int label = vertices.labels()[row];
      numbers[row] = label < 0 ? label : index.index(names.get(label), "the vertices");
    }
    sink.vertices(vertices.with(numbers));
  }

  @Override
  public List<String> labelNames(int vertexType) {
    final LabelIndex read = labels.get(vertexType);
    return read == null ? super.labelNames(vertexType) : read.names();
  }
}
