// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.table.TableSettings.EdgeTable;
import io.graphember.formats.table.TableSettings.TypedEdgeTable;
import io.graphember.formats.table.TableSettings.TypedVertexTable;
import io.graphember.formats.table.TableSettings.VertexTable;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePieces;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPieces;
import io.graphember.schema.piece.VertexPieces;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tables of vertices and edges, one for each type; a graph without types of its own has one table
 * of edges, with or without one of vertices and lists of the splits. A split is a table.
 *
 * @param <P> where a table is
 */
public final class TableGraph<P extends TablePlace> implements ImportedGraph {
  private final TableOpener<P> opener;
  private final ImportContext context;
  private final Normalize normalize;
  private final boolean splitColumn;
  private final boolean typed;
  private final GraphHeader header;
  private final List<Vertices> vertices = new ArrayList<>();
  private final List<Edges> edges = new ArrayList<>();
  private final List<TableFile> opened = new ArrayList<>();
  private final List<MemberList> members;

  /** Opens the table that is at a place. */
  @FunctionalInterface
  public interface TableOpener<P> {
    /**
     * Opens a table.
     *
     * @param section what the table is of, for messages
     */
    TableFile open(String section, P place);
  }

  /** A vertex type; the file is absent if no file lists its vertices. */
  private record Vertices(
      Optional<TableFile> file,
      VertexColumns columns,
      List<String> numbers,
      LabelIndex labels,
      FeatureEncoding encoding) {}

  /** An edge type. */
  private record Edges(TableFile file, EdgeColumns columns, LabelIndex labels) {}

  /**
   * Opens the tables.
   *
   * @param members lists of the members of splits
   */
  public TableGraph(
      TableSettings<P> settings,
      TableOpener<P> opener,
      List<MemberList> members,
      ImportContext context) {
    this.opener = opener;
    this.members = members;
    this.context = context;
    normalize = settings.normalize();
    typed = settings.typed();
    splitColumn =
        settings.vertices() != null && settings.vertices().columns().split() != null
            || settings.vertexTypes().stream().anyMatch(type -> type.columns().split() != null);
    try {
      header = typed ? typed(settings) : homogeneous(settings);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private GraphHeader homogeneous(TableSettings<P> settings) {
    VertexTable<P> table = settings.vertices();
    VertexType type =
        table == null
            ? unlisted(GraphHeader.VERTEX, settings.keys())
            : listed(GraphHeader.VERTEX, settings.keys(), table);
    EdgeTable<P> ofEdges = Objects.requireNonNull(settings.edges(), "settings are checked");
    return new GraphHeader(type, addEdges(GraphHeader.EDGE, 0, 0, ofEdges));
  }

  private GraphHeader typed(TableSettings<P> settings) {
    List<VertexType> vertexTypes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (TypedVertexTable<P> table : settings.vertexTypes()) {
      VertexTypeName type = table.type();
      KeyKind keys = type.keys() == null ? settings.keys() : type.keys();
      vertexTypes.add(
          table.place().given() ? listed(type.name(), keys, table) : unlisted(type.name(), keys));
      names.add(type.name());
    }
    List<EdgeType> edgeTypes = new ArrayList<>();
    for (TypedEdgeTable<P> table : settings.edgeTypes()) {
      EdgeTypeName type = table.type();
      edgeTypes.add(
          addEdges(type.name(), names.indexOf(type.from()), names.indexOf(type.to()), table));
    }
    return new GraphHeader(vertexTypes, edgeTypes);
  }

  /** A type whose vertices come from the edges alone. */
  private VertexType unlisted(String name, KeyKind keys) {
    vertices.add(
        new Vertices(
            Optional.empty(),
            VertexColumns.NONE,
            List.of(),
            new LabelIndex(),
            FeatureEncoding.NONE));
    return new VertexType(name, keys, 0, false, true);
  }

  private VertexType listed(String name, KeyKind keys, VertexTable<P> table) {
    TableFile file = vertexFile(name, table);
    ColumnFinder finder = file.finder();
    VertexColumns columns = VertexColumns.find(table.columns(), finder);
    LabelIndex labels =
        columns.severalClasses() ? classes(vertices.size(), file, columns) : new LabelIndex();
    FeatureEncoding encoding = encoding(name, file, columns.features());
    List<String> numbers = finder.names(columns.features().numbers());
    vertices.add(new Vertices(Optional.of(file), columns, numbers, labels, encoding));
    final long dim = columns.features().dim(encoding);
    List<String> targets =
        columns.severalClasses() ? labels.names() : finder.names(columns.targets());
    if (dim + targets.size() > VertexType.MAX_FEATURE_DIM) {
      throw InputFile.tooWide(file.name() + ":1", "a vertex", dim + targets.size());
    }
    return new VertexType(
        name, keys, (int) dim, targets, columns.oneClass(), false, encoding, columns.attributes());
  }

  /** As the graph keeps it; else by a first reading of the table. */
  private FeatureEncoding encoding(String name, TableFile file, FeatureColumns columns) {
    if (!columns.learns()) {
      return FeatureEncoding.NONE;
    }
    // Where what is kept does not fit, the cluster says what differs.
    return context.kept(name).filter(columns::fits).orElseGet(() -> learned(file, columns));
  }

  private FeatureEncoding learned(TableFile file, FeatureColumns columns) {
    int[] all = columns.all().mapToInt(Integer::intValue).toArray();
    try (RowTable rows = file.open(all, ReadMeter.silent(context.cancellation()))) {
      return columns.learn(rows);
    }
  }

  /** As they are known, else by a first reading: a row's width must be known before the first. */
  private LabelIndex classes(int type, TableFile file, VertexColumns columns) {
    if (context.header().isPresent()) {
      return LabelIndex.of(context.header().get().vertexType(type).targets());
    }
    final LabelIndex labels = new LabelIndex();
    try (RowTable table =
        file.open(new int[] {columns.label()}, ReadMeter.silent(context.cancellation()))) {
      columns.readClasses(table, labels);
    }
    return labels;
  }

  /** Those of edges, found the same way. */
  private LabelIndex classes(int type, TableFile file, EdgeColumns columns) {
    if (context.header().isPresent()) {
      return LabelIndex.of(context.header().get().edgeType(type).label().classNames());
    }
    final LabelIndex labels = new LabelIndex();
    try (RowTable rows =
        file.open(new int[] {columns.label()}, ReadMeter.silent(context.cancellation()))) {
      columns.readClasses(rows, labels);
    }
    return labels;
  }

  private TableFile vertexFile(String name, VertexTable<P> table) {
    return open(typed ? "vertex type " + name : "vertices", table.place());
  }

  /** Finds the columns of an edge type. */
  private EdgeType addEdges(String name, int source, int destination, EdgeTable<P> table) {
    TableFile file = open(typed ? "edge type " + name : "edges", table.place());
    EdgeColumns columns = EdgeColumns.find(table.columns(), file);
    LabelIndex labels = new LabelIndex();
    if (columns.label() >= 0) {
      labels = classes(edges.size(), file, columns);
      columns = labels.names().isEmpty() ? columns.withoutLabel() : columns;
    }
    edges.add(new Edges(file, columns, labels));
    return new EdgeType(name, source, destination, columns.attributes(), columns.label(labels));
  }

  /** Closed with the graph, read or not. */
  private TableFile open(String section, P place) {
    TableFile table = opener.open(section, place);
    opened.add(table);
    return table;
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public List<SourceSplit> splits() {
    List<SourceSplit> splits = new ArrayList<>();
    for (int i = 0; i < vertices.size(); i++) {
      final int type = i;
      vertices
          .get(type)
          .file
          .ifPresent(file -> splits.add(split(SourceSplit.Kind.VERTICES, type, file)));
    }
    for (int i = 0; i < members.size(); i++) {
      MemberList list = members.get(i);
      splits.add(new SourceSplit(SourceSplit.Kind.MEMBERS, 0, i, list.name(), list.bytes()));
    }
    for (int type = 0; type < edges.size(); type++) {
      splits.add(split(SourceSplit.Kind.EDGES, type, edges.get(type).file));
    }
    return splits;
  }

  private static SourceSplit split(SourceSplit.Kind kind, int type, TableFile file) {
    return new SourceSplit(kind, type, 0, file.name(), file.bytes(), file.cache());
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    switch (split.kind()) {
      case VERTICES -> readVertices(split.type(), sink, meter);
      case MEMBERS -> readMembers(members.get(split.part()), sink, meter);
      case EDGES -> readEdges(split.type(), sink, meter);
    }
  }

  @Override
  public ExpectedSize expected() {
    long[] rows =
        IntStream.range(0, vertices.size())
            .mapToObj(type -> vertices.get(type).file)
            .mapToLong(file -> file.map(TableFile::expectedRows).orElse(0L))
            .toArray();
    long edgeRows = edges.stream().mapToLong(type -> type.file.expectedRows()).sum();
    return new ExpectedSize(rows, edgeRows, false);
  }

  @Override
  public boolean givesTrainSplit() {
    return splitColumn || members.stream().anyMatch(list -> list.split() == Split.TRAIN);
  }

  private void readVertices(int number, PieceSink sink, ReadMeter meter) {
    Vertices type = vertices.get(number);
    VertexPieces pieces = new VertexPieces(header, number, type.columns.split() >= 0, sink);
    try (RowTable table = type.file.orElseThrow().open(type.columns.all(), meter)) {
      VertexColumns.Reader vertex =
          type.columns.reader(
              table, header.vertexType(number).keyKind(), type.labels, type.encoding);
      while (table.next(vertex)) {
        normalize.apply(vertex.features.row());
        pieces.add(
            vertex.key,
            vertex.label,
            vertex.split,
            vertex.numbers,
            vertex.features.row(),
            vertex.targets);
      }
    }
    pieces.flush();
  }

  private void readMembers(MemberList list, PieceSink sink, ReadMeter meter) {
    KeyCell key = new KeyCell(header.vertexType(0).keyKind());
    try (RowTable table = list.rows().apply(meter)) {
      RowTable.Row row =
          (column, text, offset, length) ->
              KeyField.parse(key, table, column, text, offset, length);
      SplitPieces pieces = new SplitPieces(header, 0, list.split(), sink);
      while (table.next(row)) {
        pieces.add(key);
      }
      pieces.flush();
    }
  }

  private void readEdges(int number, PieceSink sink, ReadMeter meter) {
    Edges type = edges.get(number);
    EdgePieces pieces = new EdgePieces(header, number, sink);
    try (RowTable table = type.file.open(type.columns.all(), meter)) {
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
    pieces.flush();
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
    opened.forEach(TableFile::close);
  }
}
