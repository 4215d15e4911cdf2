// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.file.InputFolder;
import io.graphember.schema.EdgeType;
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
import io.graphember.schema.source.Normalize;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph in NumPy arrays, in files of their own or in one archive; a vertex's key is its row
 * number from 0. Arrays are read as they lie, with a bounded buffer each.
 */
final class ArrayGraph implements ImportedGraph {
  private static final int CHECKED_VERTICES = 1024;

  private final Normalize normalize;
  private final @Nullable NpzArchive archive; // null for files
  private final FeatureRows features;
  private final FeatureRows targets;
  private final @Nullable ArrayFile classes;
  private final EdgeList edges;
  private final EdgeArrays edgeArrays;
  private final Map<Split, ArrayFile> splits = new EnumMap<>(Split.class);
  private final long vertices; // listed; Long.MAX_VALUE if they come from the edges
  private final GraphHeader header;
  private final LabelIndex labels = new LabelIndex();
  private List<String> classNames = List.of(); // by their numbers; empty if they have none

  private ArrayGraph(
      Normalize normalize,
      @Nullable NpzArchive archive,
      FeatureRows features,
      FeatureRows targets,
      @Nullable ArrayFile classes,
      EdgeList edges,
      EdgeArrays edgeArrays,
      @Nullable Long vertices) {
    this.normalize = normalize;
    this.archive = archive;
    this.features = features;
    this.targets = targets;
    this.classes = classes;
    this.edges = edges;
    this.edgeArrays = edgeArrays;
    this.vertices = count(vertices);
    header =
        new GraphHeader(
            new VertexType(
                GraphHeader.VERTEX,
                KeyKind.INT64,
                features.dim(),
                IntStream.rangeClosed(1, targets.dim()).mapToObj(Integer::toString).toList(),
                classes != null,
                this.vertices == Long.MAX_VALUE),
            new EdgeType(GraphHeader.EDGE, 0, 0, edgeArrays.attributes(), edgeArrays.label()));
  }

  /** Opens format npy. */
  static ArrayGraph npy(NpySettings settings, Path base) {
    InputFolder folder = new InputFolder(base, settings.data());
    ArraySettings arrays = settings.arrays();
    EdgeArray edges = new EdgeArray(new NpyFile(folder.file(arrays.edges())));
    ArrayGraph source =
        new ArrayGraph(
            settings.normalize(),
            null,
            rows(folder, arrays.features()),
            arrays.targets() == null
                ? FeatureRows.NONE
                : DenseRows.ofTargets(new NpyFile(folder.file(arrays.targets()))),
            file(folder, arrays.labels()),
            edges,
            EdgeArrays.of(
                file(folder, arrays.weights()),
                file(folder, arrays.times()),
                file(folder, arrays.edgeTargets()),
                rows(folder, arrays.edgeFeatures()),
                edges.edges()),
            arrays.vertices());
    source.classNames = settings.classNames();
    for (Split split : Split.values()) {
      if (settings.split() != null) {
        settings
            .split()
            .file(split)
            .ifPresent(file -> source.addSplit(split, new NpyFile(folder.file(file))));
      }
    }
    return source;
  }

  private static @Nullable ArrayFile file(InputFolder folder, @Nullable String name) {
    return name == null ? null : new NpyFile(folder.file(name));
  }

  private static FeatureRows rows(InputFolder folder, @Nullable String name) {
    return name == null ? FeatureRows.NONE : new DenseRows(new NpyFile(folder.file(name)));
  }

  /** Opens format npz. */
  static ArrayGraph npz(NpzSettings settings, Path base) {
    InputFolder folder = new InputFolder(base, settings.data());
    ArchiveSettings names = settings.archive();
    NpzArchive archive = new NpzArchive(folder.file(names.file()));
    try {
      SparseMatrix adjacency = SparseMatrix.of(archive, names.edges());
      ArrayGraph source =
          new ArrayGraph(
              settings.normalize(),
              archive,
              features(archive, names.features()),
              targets(archive, names.targets()),
              archive.has(names.labels()) ? archive.array(names.labels()) : null,
              new EdgeMatrix(adjacency),
              EdgeArrays.of(names.weights() ? adjacency.data() : null, adjacency.entries()),
              adjacency.rows());
      source.classNames = classNames(settings, archive);
      for (Split split : Split.values()) {
        if (settings.split() != null) {
          settings
              .split()
              .file(split)
              .ifPresent(array -> source.addSplit(split, archive.array(array)));
        }
      }
      return source;
    } catch (GraphemberException e) {
      archive.close();
      throw e;
    }
  }

  private static List<String> classNames(NpzSettings settings, NpzArchive archive) {
    final String array = settings.archive().classNamesArray();
    return settings.classNames().isEmpty() && archive.has(array)
        ? NpyTexts.read(archive.array(array))
        : settings.classNames();
  }

  /** A matrix of which no part is there is no mistake. */
  private static FeatureRows features(NpzArchive archive, String name) {
    if (archive.has(name)) {
      return new DenseRows(archive.array(name));
    }
    return archive.has(name + "_shape") || archive.has(name + "_data")
        ? new SparseRows(SparseMatrix.of(archive, name))
        : FeatureRows.NONE;
  }

  private static FeatureRows targets(NpzArchive archive, @Nullable String name) {
    if (name == null) {
      return FeatureRows.NONE;
    }
    return archive.has(name)
        ? DenseRows.ofTargets(archive.array(name))
        : new SparseRows(SparseMatrix.of(archive, name));
  }

  private long count(@Nullable Long given) {
    long count = given == null ? -1 : given;
    if (features.dim() > 0 || !features.files().isEmpty()) {
      count = sameCount(count, features.rows(), features.files().get(0));
    }
    if (!targets.files().isEmpty()) {
      count = sameCount(count, targets.rows(), targets.files().get(0));
    }
    if (classes != null) {
      NpyHeader head = classes.header();
      ArrayRules.integers(classes, head);
      ArrayRules.vector(classes, head);
      count = sameCount(count, head.shape()[0], classes);
    }
    return count < 0 ? Long.MAX_VALUE : count;
  }

  private static long sameCount(long count, long rows, ArrayFile file) {
    if (count >= 0 && count != rows) {
      throw new GraphemberException(
          InputError.INPUT_COUNT_MISMATCH,
          "%s: it has %d rows, but there are %d vertices.".formatted(file.name(), rows, count));
    }
    return rows;
  }

  private void addSplit(Split split, ArrayFile file) {
    NpyHeader head = file.header();
    if (head.type() != NpyType.BOOL) {
      ArrayRules.integers(file, head);
      ArrayRules.vector(file, head);
    } else if (vertices != Long.MAX_VALUE) {
      ArrayRules.vector(file, head, vertices, "vertices");
    } else {
      ArrayRules.vector(file, head);
    }
    splits.put(split, file);
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public ExpectedSize expected() {
    return ExpectedSize.of(vertices == Long.MAX_VALUE ? 0 : vertices, edges.edges());
  }

  @Override
  public boolean givesTrainSplit() {
    return splits.containsKey(Split.TRAIN);
  }

  @Override
  public List<SourceSplit> splits() {
    List<SourceSplit> all = new ArrayList<>();
    if (vertices != Long.MAX_VALUE) {
      List<ArrayFile> files = new ArrayList<>(features.files());
      files.addAll(targets.files());
      if (classes != null) {
        files.add(classes);
      }
      final String name = files.isEmpty() ? "vertices" : files.get(0).name();
      all.add(new SourceSplit(SourceSplit.Kind.VERTICES, 0, 0, name, bytes(files)));
    }
    splits.forEach(
        (split, file) ->
            all.add(
                new SourceSplit(
                    SourceSplit.Kind.MEMBERS, 0, split.ordinal(), file.name(), file.bytes())));
    final String name = edges.files().get(0).name();
    final long bytes = bytes(edges.files()) + bytes(edgeArrays.files());
    all.add(new SourceSplit(SourceSplit.Kind.EDGES, 0, 0, name, bytes));
    return all;
  }

  private static long bytes(List<ArrayFile> files) {
    return files.stream().mapToLong(ArrayFile::bytes).sum();
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    switch (split.kind()) {
      case VERTICES -> readVertices(sink, meter);
      case MEMBERS -> {
        Split member = Split.values()[split.part()];
        readMembers(
            member,
            Objects.requireNonNull(splits.get(member), "of splits that are listed"),
            sink,
            meter);
      }
      case EDGES -> readEdges(sink, meter);
    }
  }

  private void readVertices(PieceSink sink, ReadMeter meter) {
    VertexPieces pieces = new VertexPieces(header, 0, false, sink);
    KeyCell key = new KeyCell(KeyKind.INT64);
    float[] row = new float[features.dim()];
    float[] numbers = new float[targets.dim()];
    try (FeatureRows.Reader rows = features.open(meter);
        FeatureRows.Reader targetRows = targets.open(meter);
        NpyValues names = classes == null ? null : classes.values(meter)) {
      for (long v = 0; v < vertices; v++) {
        if (v % CHECKED_VERTICES == 0) {
          meter.check();
        }
        rows.next(row);
        normalize.apply(row);
        targetRows.next(numbers);
        key.set(v);
        final int label = names == null ? -1 : label(names);
        pieces.add(key, label, Split.NONE, row, numbers);
      }
    }
    pieces.flush();
  }

  private int label(NpyValues names) {
    final long label = names.nextLong();
    if (label < -1) {
      throw new GraphemberException(
          InputError.INPUT_LABEL_UNKNOWN,
          "%s: value %d is %d; a class is 0 or more, -1 says there is none."
              .formatted(names.name(), names.index() - 1, label));
    }
    if (!classNames.isEmpty() && label >= classNames.size()) {
      throw new GraphemberException(
          InputError.INPUT_LABEL_UNKNOWN,
          "%s: value %d is %d; there are names of %d classes, numbered from 0, in source.classNames or the archive's array of names."
              .formatted(names.name(), names.index() - 1, label, classNames.size()));
    }
    return label < 0 ? -1 : labels.index(className(label), names.name());
  }

  private String className(long label) {
    return classNames.isEmpty() ? Long.toString(label) : classNames.get((int) label);
  }

  private void readMembers(Split split, ArrayFile file, PieceSink sink, ReadMeter meter) {
    SplitPieces pieces = new SplitPieces(header, 0, split, sink);
    KeyCell key = new KeyCell(KeyKind.INT64);
    try (NpyValues values = file.values(meter)) {
      final boolean mask = values.header().type() == NpyType.BOOL;
      for (long i = 0; i < values.header().shape()[0]; i++) {
        final long value = values.nextLong();
        if (!mask || value != 0) {
          key.set(mask ? i : ArrayRules.vertex(values, value, vertices));
          pieces.add(key);
        }
      }
    }
    pieces.flush();
  }

  private void readEdges(PieceSink sink, ReadMeter meter) {
    EdgePieces pieces = new EdgePieces(header, 0, sink);
    if (edgeArrays.attributes().none()) {
      edges.read(vertices, pieces::add, meter);
      pieces.flush();
      return;
    }
    KeyCell from = new KeyCell(KeyKind.INT64);
    KeyCell to = new KeyCell(KeyKind.INT64);
    EdgeValues values = new EdgeValues(edgeArrays.attributes());
    try (EdgeArrays.Reader reader = edgeArrays.open(meter)) {
      edges.read(
          vertices,
          (source, destination) -> {
            from.set(source);
            to.set(destination);
            reader.next(values);
            pieces.add(from, to, values);
          },
          meter);
    }
    pieces.flush();
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return labels.names();
  }

  @Override
  public void close() {
    if (archive != null) {
      archive.close();
    }
  }
}
