// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.WrappedSource;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A graph together with the cut that another tool has made of it, which follows the graph's edges.
 *
 * <p>The files of the cut are comma-separated text with a header line, compressed with gzip or not.
 * Each is read as edges whose timestamp is the partition, so that its rows are checked like those
 * of every other input; the row of a vertex as an edge to itself. Closing it closes the graph.
 */
public final class AssignedSource extends WrappedSource {
  private final boolean ofEdges;
  private final List<Table> tables = new ArrayList<>();

  /** One file, and the number of the type that it is about. */
  private record Table(int type, GraphSource rows) {}

  /**
   * Opens the files.
   *
   * @param graph the graph, closed if a file cannot be opened
   * @param folder folder that relative paths are in
   * @throws io.graphember.spi.error.GraphemberException if a file is missing or the graph has no
   *     such type
   */
  public AssignedSource(
      GraphSource graph, AssignmentFiles files, Path folder, ReadProgress progress) {
    super(graph);
    ofEdges = files.ofEdges();
    try {
      for (Map.Entry<String, String> file : files.files().entrySet()) {
        int type = files.typeNumber(graph.header(), file.getKey());
        Path path = folder.resolve(file.getValue()).toAbsolutePath().normalize();
        SourceSettings settings = settings(type, String.valueOf(path.getFileName()));
        tables.add(new Table(type, GraphSource.open(settings, path.resolveSibling(""), progress)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private SourceSettings settings(int type, String file) {
    GraphHeader header = graph.header();
    VertexType first = ofEdges ? header.sourceOf(type) : header.vertexType(type);
    VertexType last = ofEdges ? header.destinationOf(type) : first;
    String text =
        """
        type: csv
        data: .
        vertexTypes:
          - {name: source, keys: %s}
          - {name: destination, keys: %s}
        edgeTypes:
          - {name: row, from: source, to: destination, file: '%s', source: 1, destination: %d, time: %d}
        """;
    return SettingsDocument.parse(
            "partitioner " + AssignmentFiles.PARTITIONER,
            text.formatted(
                first.keyKind().name().toLowerCase(Locale.ROOT),
                last.keyKind().name().toLowerCase(Locale.ROOT),
                file.replace("'", "''"),
                ofEdges ? 2 : 1,
                ofEdges ? 3 : 2))
        .bind(SourceSettings.class);
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    super.stream(sink, cancellation);
    for (Table table : tables) {
      table.rows.stream(
          PieceSink.ofEdges(rows -> sink.assignment(assignment(table.type, rows))), cancellation);
    }
  }

  @Override
  public void close() {
    tables.forEach(table -> table.rows.close());
    super.close();
  }

  /** Turns edges with timestamps into rows of an assignment. */
  private AssignmentPiece assignment(int type, EdgePiece piece) {
    int[] partitions = new int[piece.rows()];
    long[] times = Objects.requireNonNull(piece.times(), "the settings above name their column");
    // What is no int is no partition either, and the graph refuses it.
    Arrays.setAll(partitions, row -> (int) Math.max(-1, Math.min(times[row], Integer.MAX_VALUE)));
    return new AssignmentPiece(
        type, ofEdges ? piece.sources() : null, piece.destinations(), partitions);
  }
}
