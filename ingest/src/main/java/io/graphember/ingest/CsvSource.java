// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Any delimited file of edges, with or without one of vertices and lists of the splits. */
final class CsvSource implements GraphSource {
  private final SourceSettings settings;
  private final ReadProgress progress;
  private final GraphHeader header;
  private final LabelIndex labels = new LabelIndex();
  private final InputFile vertexFile; // null for none
  private final CsvDialect vertexDialect;
  private final VertexColumns vertexColumns;
  private final InputFile edgeFile;
  private final CsvDialect edgeDialect;
  private final int sourceColumn;
  private final int destinationColumn;
  private final Map<Split, InputFile> splitFiles = new EnumMap<>(Split.class);

  CsvSource(SourceSettings settings, Path base, ReadProgress progress) {
    this.settings = settings;
    this.progress = progress;
    InputFolder folder = new InputFolder(base, settings.data());
    SourceSettings.Vertices vertices = settings.vertices();
    if (vertices == null) {
      vertexFile = null;
      vertexDialect = null;
      vertexColumns = new VertexColumns(0, -1, -1, List.of());
    } else {
      vertexFile = folder.file(vertices.file());
      vertexDialect = CsvDialect.of(vertices.file(), vertices.delimiter(), vertices.comment());
      vertexColumns = VertexColumns.find(vertices, vertexFile, vertexDialect);
    }
    for (Split split : Split.values()) {
      if (settings.split() != null && settings.split().file(split) != null) {
        splitFiles.put(split, folder.file(settings.split().file(split)));
      }
    }
    SourceSettings.Edges edges = settings.edges();
    edgeFile = folder.file(edges.file());
    edgeDialect = CsvDialect.of(edges.file(), edges.delimiter(), edges.comment());
    ColumnFinder finder = ColumnFinder.of(edgeFile, edgeDialect, edges.header());
    sourceColumn = finder.find(edges.source());
    destinationColumn = finder.find(edges.destination());
    header = header(vertexColumns);
  }

  private GraphHeader header(VertexColumns columns) {
    final int dim = columns.features().size();
    if (dim > GraphHeader.MAX_FEATURE_DIM) {
      throw tooWide(vertexFile, dim);
    }
    return new GraphHeader(settings.keyKind(), dim, columns.label() >= 0);
  }

  static GraphemberException tooWide(InputFile file, int dim) {
    return new GraphemberException(
        IngestError.INPUT_TOO_MANY_FEATURES,
        "%s:1: a vertex has %d features, more than the limit of %d."
            .formatted(file.name(), dim, GraphHeader.MAX_FEATURE_DIM));
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    List<InputFile> files = new ArrayList<>(splitFiles.values());
    files.add(edgeFile);
    if (vertexFile != null) {
      files.add(vertexFile);
    }
    ReadMeter meter = ReadMeter.of(progress, cancellation, files);
    if (vertexFile != null) {
      streamVertices(sink, meter);
    }
    splitFiles.forEach((split, file) -> streamSplit(split, file, sink, meter));
    streamEdges(sink, meter);
  }

  private void streamVertices(PieceSink sink, ReadMeter meter) {
    VertexPieces pieces = new VertexPieces(header, vertexColumns.split() >= 0, sink);
    try (CsvTable table =
        new CsvTable(vertexFile, vertexDialect, settings.vertices().header(), meter)) {
      VertexColumns.Reader vertex = vertexColumns.reader(table, header.keyKind(), labels);
      while (table.next(vertex)) {
        settings.normalize().apply(vertex.features);
        pieces.add(vertex.key, vertex.label, vertex.split, vertex.features);
      }
    }
    pieces.flush();
  }

  private void streamSplit(Split split, InputFile file, PieceSink sink, ReadMeter meter) {
    KeyCell key = new KeyCell(header.keyKind());
    try (CsvTable table = new CsvTable(file, CsvDialect.COMMAS, 1, meter)) {
      new SplitPieces(split, header.keyKind(), sink)
          .addAll(
              table,
              (column, text, offset, length) -> key.parse(table, column, text, offset, length),
              key);
    }
  }

  private void streamEdges(PieceSink sink, ReadMeter meter) {
    EdgePieces pieces = new EdgePieces(header.keyKind(), sink);
    try (CsvTable table = new CsvTable(edgeFile, edgeDialect, settings.edges().header(), meter)) {
      KeyPair edge = new KeyPair(table, header.keyKind(), sourceColumn, destinationColumn);
      while (table.next(edge)) {
        pieces.add(edge.source, edge.destination);
      }
    }
    pieces.flush();
  }

  @Override
  public List<String> labelNames() {
    return labels.names();
  }

  @Override
  public void close() {
    // Files are open during a call only.
  }
}
