// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.ogb;

import io.graphember.formats.csv.CsvDialect;
import io.graphember.formats.csv.CsvTable;
import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.LabelField;
import io.graphember.formats.table.Numbers;
import io.graphember.formats.table.RowTable;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePieces;
import io.graphember.schema.piece.EdgeValues;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPieces;
import io.graphember.schema.piece.VertexPieces;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The layout of OGB's csv downloads (Hu et al., "Open Graph Benchmark", NeurIPS 2020), one graph a
 * folder; a vertex's key is its row number from 0.
 *
 * <pre>
 * raw/num-node-list.csv.gz    one number: vertices
 * raw/num-edge-list.csv.gz    one number: edges
 * raw/edge.csv.gz             source, destination
 * raw/node-feat.csv.gz        a row of floats for each vertex; may be absent
 * raw/node-label.csv.gz       a class for each vertex, empty or nan where it is not known, or several
 *                             columns of 0 and 1 likewise: targets; may be absent
 * raw/edge-feat.csv.gz        a row of floats for each edge; may be absent
 * split/[name]/train.csv.gz   row numbers; likewise valid and test; may be absent
 * </pre>
 *
 * <p>Every file may be uncompressed, without {@code .gz} in its name.
 */
final class OgbGraph implements ImportedGraph {
  private static final int CHECKED_VERTICES = 1024;

  private final OgbSettings settings;
  private final GraphHeader header;
  private final LabelIndex labels = new LabelIndex();
  private final InputFile vertexCountFile;
  private final InputFile edgeCountFile;
  private final long vertexCount;
  private final long edgeCount;
  private final InputFile edges;
  private final @Nullable InputFile features;
  private final @Nullable InputFile labelFile;
  private final @Nullable InputFile edgeFeatures;
  private final Map<Split, InputFile> splits = new EnumMap<>(Split.class);

  OgbGraph(OgbSettings settings, Path base) {
    this.settings = settings;
    InputFolder folder = new InputFolder(base, settings.data());
    vertexCountFile = folder.either("raw/num-node-list.csv");
    edgeCountFile = folder.either("raw/num-edge-list.csv");
    edges = folder.either("raw/edge.csv");
    features = optional(folder, "raw/node-feat.csv");
    labelFile = optional(folder, "raw/node-label.csv");
    edgeFeatures = optional(folder, "raw/edge-feat.csv");
    findSplits(folder);
    vertexCount = count(vertexCountFile, Integer.MAX_VALUE);
    edgeCount = count(edgeCountFile, Long.MAX_VALUE);
    final int labelColumns = columns(labelFile, "a vertex");
    header =
        new GraphHeader(
            new VertexType(
                GraphHeader.VERTEX,
                KeyKind.INT64,
                columns(features, "a vertex"),
                labelColumns > 1 ? targets(labelColumns) : List.of(),
                labelColumns == 1,
                false),
            new EdgeAttributes(false, false, columns(edgeFeatures, "an edge")));
  }

  private static int columns(@Nullable InputFile file, String of) {
    if (file == null) {
      return 0;
    }
    final int columns = CsvTable.columns(file, CsvDialect.COMMAS);
    if (columns > VertexType.MAX_FEATURE_DIM) {
      throw InputFile.tooWide(file.name() + ":1", of, columns);
    }
    return columns;
  }

  /** Columns have no names: their numbers. */
  private static List<String> targets(int columns) {
    return IntStream.rangeClosed(1, columns).mapToObj(Integer::toString).toList();
  }

  private static @Nullable InputFile optional(InputFolder folder, String below) {
    return folder.hasEither(below) ? folder.either(below) : null;
  }

  private void findSplits(InputFolder folder) {
    List<String> names = folder.folders("split");
    String name = settings.splitName();
    if (name == null && names.isEmpty()) {
      return;
    }
    final boolean clear = name == null ? names.size() == 1 : names.contains(name);
    if (!clear) {
      throw new GraphemberException(
          InputError.INPUT_SPLIT_UNKNOWN,
          "%s: %s, there is %s; set source.splitName to one of them."
              .formatted(
                  folder.shown("split"),
                  name == null ? "several splits" : "there is no split " + name,
                  names.isEmpty() ? "none" : String.join(", ", names)));
    }
    for (Split split : Split.values()) {
      final String file = split.name().toLowerCase(Locale.ROOT) + ".csv";
      splits.put(
          split, folder.either("split/" + (name == null ? names.get(0) : name) + "/" + file));
    }
  }

  /** The one number of a file. */
  private static long count(InputFile file, long most) {
    long[] number = new long[1];
    try (CsvTable table = new CsvTable(file, CsvDialect.COMMAS, 1, ReadMeter.silent())) {
      RowTable.Row row =
          (column, text, offset, length) -> {
            number[0] = Numbers.parseLong(table, column, text, offset, length);
            if (number[0] < 0 || number[0] > most) {
              throw table.error(
                  InputError.INPUT_NOT_A_NUMBER,
                  column,
                  text,
                  offset,
                  length,
                  "it must be 0 to " + most);
            }
          };
      if (!table.next(row)) {
        throw table.error(InputError.INPUT_COUNT_MISMATCH, "there is no number in the file");
      }
      if (table.next(RowTable.Row.IGNORED)) {
        throw table.error(
            InputError.INPUT_COUNT_MISMATCH,
            "there is a second graph in the folder, one is supported");
      }
    }
    return number[0];
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public ExpectedSize expected() {
    return ExpectedSize.of(vertexCount, edgeCount);
  }

  @Override
  public boolean givesTrainSplit() {
    return splits.containsKey(Split.TRAIN);
  }

  @Override
  public List<SourceSplit> splits() {
    List<SourceSplit> all = new ArrayList<>();
    all.add(
        new SourceSplit(
            SourceSplit.Kind.VERTICES, 0, 0, vertexCountFile.name(), bytes(features, labelFile)));
    splits.forEach(
        (split, file) ->
            all.add(
                new SourceSplit(
                    SourceSplit.Kind.MEMBERS, 0, split.ordinal(), file.name(), file.bytes())));
    all.add(
        new SourceSplit(SourceSplit.Kind.EDGES, 0, 0, edges.name(), bytes(edges, edgeFeatures)));
    return all;
  }

  private static long bytes(@Nullable InputFile... files) {
    return Stream.of(files).filter(Objects::nonNull).mapToLong(InputFile::bytes).sum();
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    switch (split.kind()) {
      case VERTICES -> readVertices(sink, meter);
      case MEMBERS -> {
        Split member = Split.values()[split.part()];
        readMembers(
            Objects.requireNonNull(splits.get(member), "of splits that are listed"),
            member,
            sink,
            meter);
      }
      case EDGES -> readEdges(sink, meter);
    }
  }

  private void readVertices(PieceSink sink, ReadMeter meter) {
    VertexPieces pieces = new VertexPieces(header, 0, false, sink);
    KeyCell key = new KeyCell(KeyKind.INT64);
    VertexType type = header.vertexType(0);
    float[] row = new float[type.featureDim()];
    float[] targets = new float[type.targetDim()];
    int[] label = {-1};
    try (Beside rows =
            new Beside(
                features, row.length, vertexCountFile, vertexCount, meter, t -> numbers(t, row));
        Beside names =
            new Beside(
                labelTable(meter),
                vertexCountFile,
                vertexCount,
                t -> type.labels() ? classRow(t, label) : known(t, targets))) {
      for (long i = 0; i < vertexCount; i++) {
        if (i % CHECKED_VERTICES == 0) {
          meter.check();
        }
        rows.next(i);
        names.next(i);
        settings.normalize().apply(row);
        key.set(i);
        pieces.add(key, label[0], Split.NONE, row, targets);
      }
      rows.end();
      names.end();
    }
    pieces.flush();
  }

  /** Of one column, an empty line is a vertex whose class is not known. */
  private @Nullable CsvTable labelTable(ReadMeter meter) {
    if (labelFile == null) {
      return null;
    }
    final int targets = header.vertexType(0).targetDim();
    return targets == 0
        ? CsvTable.ofLines(labelFile, CsvDialect.COMMAS, meter)
        : new CsvTable(labelFile, CsvDialect.COMMAS, targets, meter);
  }

  private static RowTable.Row numbers(CsvTable table, float[] row) {
    return (column, text, offset, length) -> {
      if (column < row.length) { // not in a row that is about to be refused
        row[column] = Numbers.parseFloat(table, column, text, offset, length);
      }
    };
  }

  private static RowTable.Row known(CsvTable table, float[] targets) {
    return (column, text, offset, length) -> {
      if (column < targets.length) {
        targets[column] = Numbers.parseKnown(table, column, text, offset, length);
      }
    };
  }

  private RowTable.Row classRow(CsvTable table, int[] label) {
    return (column, text, offset, length) ->
        label[0] = LabelField.parse(labels, table, column, text, offset, length);
  }

  /** A file with one row for each vertex or edge; without a file there is nothing to read. */
  private static final class Beside implements AutoCloseable {
    private final @Nullable CsvTable table;
    private final RowTable.Row row;
    private final InputFile counted;
    private final long count;

    Beside(
        @Nullable InputFile file,
        int columns,
        InputFile counted,
        long count,
        ReadMeter meter,
        Function<CsvTable, RowTable.Row> row) {
      this(
          file == null ? null : new CsvTable(file, CsvDialect.COMMAS, columns, meter),
          counted,
          count,
          row);
    }

    /** A file that has been opened, or null for none. */
    Beside(
        @Nullable CsvTable table,
        InputFile counted,
        long count,
        Function<CsvTable, RowTable.Row> row) {
      this.table = table;
      this.row = table == null ? RowTable.Row.IGNORED : row.apply(table);
      this.counted = counted;
      this.count = count;
    }

    void next(long number) {
      if (table != null && !table.next(row)) {
        throw mismatch(table, number + " rows", counted, count);
      }
    }

    void end() {
      if (table != null && !table.atEnd()) {
        throw mismatch(table, "a further row", counted, count);
      }
    }

    @Override
    public void close() {
      if (table != null) {
        table.close();
      }
    }
  }

  private static GraphemberException mismatch(
      CsvTable table, String found, InputFile counted, long count) {
    return table.error(
        InputError.INPUT_COUNT_MISMATCH,
        "the file has " + found + " here, but " + counted.name() + " says " + count);
  }

  private void readMembers(InputFile file, Split split, PieceSink sink, ReadMeter meter) {
    KeyCell key = new KeyCell(KeyKind.INT64);
    try (CsvTable table = new CsvTable(file, CsvDialect.COMMAS, 1, meter)) {
      RowTable.Row row =
          (column, text, offset, length) -> key.set(vertex(table, column, text, offset, length));
      SplitPieces pieces = new SplitPieces(header, 0, split, sink);
      while (table.next(row)) {
        pieces.add(key);
      }
      pieces.flush();
    }
  }

  private void readEdges(PieceSink sink, ReadMeter meter) {
    EdgePieces pieces = new EdgePieces(header, 0, sink);
    KeyCell source = new KeyCell(KeyKind.INT64);
    KeyCell destination = new KeyCell(KeyKind.INT64);
    EdgeValues values = new EdgeValues(header.edgeType(0).attributes());
    try (CsvTable table = new CsvTable(edges, CsvDialect.COMMAS, 2, meter);
        Beside featureRows =
            new Beside(
                edgeFeatures,
                values.features.length,
                edgeCountFile,
                edgeCount,
                meter,
                t -> numbers(t, values.features))) {
      RowTable.Row row =
          (column, text, offset, length) -> {
            final long vertex = vertex(table, column, text, offset, length);
            (column == 0 ? source : destination).set(vertex);
          };
      long rows = 0;
      for (; table.next(row); rows++) {
        if (rows == edgeCount) {
          throw mismatch(table, "a further row", edgeCountFile, edgeCount);
        }
        featureRows.next(rows);
        pieces.add(source, destination, values);
      }
      if (rows != edgeCount) {
        throw mismatch(table, rows + " rows", edgeCountFile, edgeCount);
      }
      featureRows.end();
    }
    pieces.flush();
  }

  private long vertex(CsvTable table, int column, char[] text, int offset, int length) {
    final long vertex = Numbers.parseLong(table, column, text, offset, length);
    if (vertex < 0 || vertex >= vertexCount) {
      throw table.error(
          InputError.INPUT_VERTEX_UNKNOWN,
          column,
          text,
          offset,
          length,
          "vertices are numbered 0 to " + (vertexCount - 1));
    }
    return vertex;
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return labels.names();
  }
}
