// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Tables of vertices and edges, one for each type; a graph without types of its own has one table
 * of edges, with or without one of vertices and lists of the splits.
 */
final class TableSource implements GraphSource {
  private final SourceSettings settings;
  private final ReadProgress progress;
  private final Tables tables;
  private final Map<String, FeatureEncoding> kept;
  private final InputFolder folder; // null for tables of a cluster
  private final GraphHeader header;
  private final List<Vertices> vertices = new ArrayList<>();
  private final List<Edges> edges = new ArrayList<>();
  private final List<QueriedTable> queried = new ArrayList<>();
  private final Map<Split, InputFile> splitFiles = new EnumMap<>(Split.class);

  /** A vertex type; the file is null if no file lists its vertices. */
  private record Vertices(
      TableFile file,
      VertexColumns columns,
      List<String> numbers,
      LabelIndex labels,
      FeatureEncoding encoding) {}

  /** An edge type. */
  private record Edges(TableFile file, EdgeColumns columns, LabelIndex labels) {}

  /**
   * Opens the tables.
   *
   * @param kept how features are encoded in the graph that these vertices are added to, by vertex
   *     type; without one of a type it is learned
   */
  TableSource(
      SourceSettings settings,
      Path base,
      Tables tables,
      Map<String, FeatureEncoding> kept,
      ReadProgress progress) {
    this.settings = settings;
    this.tables = tables;
    this.kept = kept;
    this.progress = progress;
    folder =
        settings.format() == SourceFormat.IGNITE ? null : new InputFolder(base, settings.data());
    try {
      header = settings.typed() ? typed() : homogeneous();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    for (Split split : Split.values()) {
      if (settings.split() != null && settings.split().file(split) != null) {
        splitFiles.put(split, folder.file(settings.split().file(split)));
      }
    }
  }

  private GraphHeader homogeneous() {
    VertexType type = vertexType(GraphHeader.VERTEX, settings.keyKind(), settings.vertices());
    return new GraphHeader(type, addEdges(GraphHeader.EDGE, 0, 0, settings.edges()));
  }

  private GraphHeader typed() {
    List<VertexType> vertexTypes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (VertexTypeSettings type : settings.vertexTypes()) {
      KeyKind keys = type.keys() == null ? settings.keyKind() : type.keys();
      vertexTypes.add(vertexType(type.name(), keys, type.vertices()));
      names.add(type.name());
    }
    List<EdgeType> edgeTypes = new ArrayList<>();
    for (EdgeTypeSettings type : settings.edgeTypes()) {
      edgeTypes.add(
          addEdges(
              type.name(), names.indexOf(type.from()), names.indexOf(type.to()), type.edges()));
    }
    return new GraphHeader(vertexTypes, edgeTypes);
  }

  private VertexType vertexType(String name, KeyKind keys, SourceSettings.Vertices table) {
    if (table == null) {
      vertices.add(
          new Vertices(
              null, VertexColumns.NONE, List.of(), new LabelIndex(), FeatureEncoding.NONE));
      return new VertexType(name, keys, 0, false, true);
    }
    TableFile file = vertexFile(name, table);
    ColumnFinder finder = file.finder();
    VertexColumns columns = VertexColumns.find(table, finder);
    LabelIndex labels = new LabelIndex();
    if (columns.severalClasses()) {
      readClasses(name, table, columns, labels);
    }
    FeatureEncoding encoding = encoding(name, table, columns.features());
    List<String> numbers = finder.names(columns.features().numbers());
    vertices.add(new Vertices(file, columns, numbers, labels, encoding));
    final long dim = columns.features().dim(encoding);
    List<String> targets =
        columns.severalClasses() ? labels.names() : finder.names(columns.targets());
    if (dim + targets.size() > VertexType.MAX_FEATURE_DIM) {
      throw ArrayRules.tooWide(file.name() + ":1", "a vertex", dim + targets.size());
    }
    return new VertexType(name, keys, (int) dim, targets, columns.oneClass(), false, encoding);
  }

  /** As the graph keeps it; else by a first reading of the table. */
  private FeatureEncoding encoding(
      String name, SourceSettings.Vertices table, FeatureColumns columns) {
    if (!columns.learns()) {
      return FeatureEncoding.NONE;
    }
    FeatureEncoding known = kept.get(name);
    if (known != null && columns.fits(known)) {
      return known; // where it does not fit, the cluster says what differs
    }
    int[] all = columns.all().mapToInt(Integer::intValue).toArray();
    try (TableFile file = vertexFile(name, table);
        RowTable rows = file.open(all, ReadMeter.silent())) {
      return columns.learn(rows);
    }
  }

  /** A first reading of the table, since the width of a row must be known before the first. */
  private void readClasses(
      String name, SourceSettings.Vertices settings, VertexColumns columns, LabelIndex labels) {
    try (TableFile file = vertexFile(name, settings);
        RowTable table = file.open(new int[] {columns.label()}, ReadMeter.silent())) {
      columns.readClasses(table, labels);
    }
  }

  private TableFile vertexFile(String name, SourceSettings.Vertices table) {
    return settings.format() == SourceFormat.IGNITE
        ? queried(
            settings.typed() ? "vertex type " + name : "vertices", table.query(), table.cache())
        : tableFile(
            table.file(),
            CsvDialect.of(table.file(), table.delimiter(), table.comment(), settings.encoding()),
            table.header());
  }

  /** Finds the columns of an edge type. */
  private EdgeType addEdges(String name, int source, int destination, SourceSettings.Edges table) {
    TableFile file = edgeFile(name, table);
    EdgeColumns columns = EdgeColumns.find(table, file);
    LabelIndex labels = new LabelIndex();
    if (columns.label() >= 0) {
      try (TableFile first = edgeFile(name, table);
          RowTable rows = first.open(new int[] {columns.label()}, ReadMeter.silent())) {
        columns.readClasses(rows, labels);
      }
      columns = labels.names().isEmpty() ? columns.withoutLabel() : columns;
    }
    edges.add(new Edges(file, columns, labels));
    return new EdgeType(name, source, destination, columns.attributes(), labels.names());
  }

  private TableFile edgeFile(String name, SourceSettings.Edges table) {
    return switch (settings.format()) {
      case SNAP -> new CsvFile(folder.file(table.file()), CsvDialect.SNAP, false);
      case IGNITE ->
          queried(settings.typed() ? "edge type " + name : "edges", table.query(), table.cache());
      default ->
          tableFile(
              table.file(),
              CsvDialect.of(table.file(), table.delimiter(), table.comment(), settings.encoding()),
              table.header());
    };
  }

  /** Closed with the source, read or not. */
  private QueriedTable queried(String section, String query, String cache) {
    QueriedTable table = new QueriedTable(tables, section, query, cache);
    queried.add(table);
    return table;
  }

  private TableFile tableFile(String name, CsvDialect dialect, boolean header) {
    InputFile file = folder.file(name);
    return settings.format() == SourceFormat.PARQUET
        ? new ParquetFile(file)
        : new CsvFile(file, dialect, header);
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public ExpectedSize expected() {
    long[] rows = new long[vertices.size()];
    for (int type = 0; type < rows.length; type++) {
      TableFile file = vertices.get(type).file;
      rows[type] = file == null ? 0 : file.expectedRows();
    }
    long edgeRows = edges.stream().mapToLong(type -> type.file.expectedRows()).sum();
    return new ExpectedSize(rows, edgeRows, false);
  }

  @Override
  public boolean givesTrainSplit() {
    return splitFiles.containsKey(Split.TRAIN)
        || settings.vertices() != null && settings.vertices().split() != null
        || settings.vertexTypes().stream().anyMatch(type -> type.split() != null);
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    long bytes = splitFiles.values().stream().mapToLong(InputFile::bytes).sum();
    bytes += edges.stream().mapToLong(type -> type.file.bytes()).sum();
    for (Vertices type : vertices) {
      bytes += type.file == null ? 0 : type.file.bytes();
    }
    ReadMeter meter = new ReadMeter(progress, cancellation, bytes);
    for (int type = 0; type < vertices.size(); type++) {
      if (vertices.get(type).file != null) {
        streamVertices(type, sink, meter);
      }
    }
    splitFiles.forEach((split, file) -> streamSplit(split, file, sink, meter));
    for (int type = 0; type < edges.size(); type++) {
      streamEdges(type, sink, meter);
    }
  }

  private void streamVertices(int number, PieceSink sink, ReadMeter meter) {
    Vertices type = vertices.get(number);
    VertexPieces pieces = new VertexPieces(header, number, type.columns.split() >= 0, sink);
    try (RowTable table = type.file.open(type.columns.all(), meter)) {
      VertexColumns.Reader vertex =
          type.columns.reader(
              table, header.vertexType(number).keyKind(), type.labels, type.encoding);
      while (table.next(vertex)) {
        settings.normalize().apply(vertex.features.row());
        pieces.add(vertex.key, vertex.label, vertex.split, vertex.features.row(), vertex.targets);
      }
    }
    pieces.flush();
  }

  private void streamSplit(Split split, InputFile file, PieceSink sink, ReadMeter meter) {
    KeyCell key = new KeyCell(header.vertexType(0).keyKind());
    try (CsvTable table = new CsvTable(file, CsvDialect.commas(settings.encoding()), 1, meter)) {
      new SplitPieces(header, 0, split, sink)
          .addAll(
              table,
              (column, text, offset, length) -> key.parse(table, column, text, offset, length),
              key);
    }
  }

  private void streamEdges(int number, PieceSink sink, ReadMeter meter) {
    Edges type = edges.get(number);
    EdgePieces pieces = new EdgePieces(header, number, sink);
    try (RowTable table = openEdges(number, pieces, meter)) {
      if (table != null) {
        EdgeColumns.Reader edge =
            type.columns.reader(
                table,
                header.sourceOf(number).keyKind(),
                header.destinationOf(number).keyKind(),
                type.labels);
        while (table.next(edge)) {
          pieces.add(edge.source, edge.destination, edge.values);
        }
      }
    }
    pieces.flush();
  }

  private RowTable openEdges(int number, EdgePieces pieces, ReadMeter meter) {
    Edges type = edges.get(number);
    final boolean integers =
        header.sourceOf(number).keyKind() == KeyKind.INT64
            && header.destinationOf(number).keyKind() == KeyKind.INT64;
    return integers && type.columns.attributes().none()
        ? type.file.openAfterPlain(type.columns, pieces::add, meter)
        : type.file.open(type.columns.all(), meter);
  }

  @Override
  public List<String> labelNames(int vertexType) {
    Vertices type = vertices.get(vertexType);
    return type.columns.oneClass() ? type.labels.names() : List.of();
  }

  @Override
  public List<String> numbers(int vertexType) {
    return vertices.get(vertexType).numbers;
  }

  @Override
  public void close() {
    queried.forEach(QueriedTable::close); // files are open during a call only
  }
}
