// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.CsrRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stages the vertices of a graph as a node does that takes its load, without their features, and
 * drops its edges when their ends are known.
 */
final class Census implements PieceSink, AutoCloseable {
  private final GraphHeader header;
  private final GraphSettings settings;
  private final GraphStaging staging;
  private final long[] edges; // of each type of the input
  private final long[] featureEntries; // of each vertex type, that are not zero

  Census(GraphHeader header, GraphSettings settings) {
    this.header = header;
    this.settings = settings;
    edges = new long[header.edgeTypes().size()];
    featureEntries = new long[header.vertexTypes().size()];
    // Where the heap does not suffice, the command says so.
    staging = GraphStaging.countingEdges(settings, bare(header), new MemoryBudget(Long.MAX_VALUE));
  }

  private static GraphHeader bare(GraphHeader header) {
    return new GraphHeader(
        header.vertexTypes().stream()
            .map(
                type ->
                    new VertexType(
                            type.name(),
                            type.keyKind(),
                            0,
                            type.targets(),
                            type.labels(),
                            type.fromEdges())
                        .with(type.attributes()))
            .toList(),
        header.edgeTypes().stream()
            .map(type -> new EdgeType(type.name(), type.source(), type.destination()))
            .toList());
  }

  @Override
  public void vertices(VertexPiece piece) {
    featureEntries[piece.type()] += featureEntries(piece);
    staging.vertices(
        new VertexPiece(piece.type(), piece.keys(), piece.labels(), piece.splits(), targets(piece))
            .with(piece.numbers()));
  }

  /** How many features are not zero. */
  private long featureEntries(VertexPiece piece) {
    final int dim = header.vertexType(piece.type()).featureDim();
    if (piece.sparse() != null) {
      int[] columns = piece.sparse().columns();
      return IntStream.range(0, piece.sparse().entries()).filter(e -> columns[e] < dim).count();
    }
    final int rowDim = header.vertexType(piece.type()).rowDim();
    float[] rows = piece.features();
    long entries = 0;
    for (int row = 0; rows != null && dim > 0 && row < piece.rows(); row++) {
      entries += CsrRows.count(rows, row * rowDim, dim);
    }
    return entries;
  }

  /** Rows without their features. */
  private float @Nullable [] targets(VertexPiece piece) {
    VertexType type = header.vertexType(piece.type());
    if (type.targetDim() == 0) {
      return null;
    }
    float[] rows = piece.dense().features();
    float[] targets = new float[piece.rows() * type.targetDim()];
    for (int row = 0; row < piece.rows(); row++) {
      System.arraycopy(
          rows,
          row * type.rowDim() + type.featureDim(),
          targets,
          row * type.targetDim(),
          type.targetDim());
    }
    return targets;
  }

  @Override
  public void split(SplitPiece piece) {
    staging.split(piece);
  }

  @Override
  public void edges(EdgePiece piece) {
    final long before = staging.edgeCount();
    staging.edges(new EdgePiece(piece.type(), piece.sources(), piece.destinations()));
    edges[piece.type()] += staging.edgeCount() - before;
  }

  @Override
  public void heldOut(HeldOutPiece piece) {
    staging.heldOut(piece); // their ends are vertices
  }

  @Override
  public void assignment(AssignmentPiece piece) {
    staging.assignment(piece);
  }

  ExpectedSize size() {
    return new ExpectedSize(
        IntStream.range(0, header.vertexTypes().size()).mapToLong(staging::vertexCount).toArray(),
        staging.edgeCount(),
        true);
  }

  /** What is known of the vertices of each type. */
  List<LabelCounts> labels(boolean targets) {
    return IntStream.range(0, header.vertexTypes().size())
        .mapToObj(type -> staging.labelCounts(type, targets))
        .toList();
  }

  /**
   * The graph as the cluster would describe it.
   *
   * @param source read to its end
   */
  GraphInfo graph(GraphSource source) {
    List<GraphInfo.Vertices> vertices = vertexTypes(source);
    List<GraphInfo.Edges> stored = edgeTypes();
    GraphInfo.Vertices only = vertices.size() == 1 ? vertices.get(0) : null;
    return new GraphInfo(
        settings.name(),
        0,
        "",
        staging.vertexCount(),
        stored.stream().mapToLong(GraphInfo.Edges::count).sum(),
        settings.partitions(),
        settings.partitioner(),
        settings.symmetrize(),
        1,
        1,
        1,
        only == null ? 0 : only.featureDim(),
        vertices.stream().allMatch(type -> type.keys() == KeyKind.STRING),
        only == null ? List.of() : only.classNames(),
        List.of(),
        staging.skippedEdges(),
        vertices,
        stored,
        List.of(),
        0);
  }

  private List<GraphInfo.Vertices> vertexTypes(GraphSource source) {
    List<LabelCounts> labels = labels(false);
    List<GraphInfo.Vertices> types = new ArrayList<>();
    for (int t = 0; t < header.vertexTypes().size(); t++) {
      VertexType type = header.vertexType(t);
      types.add(
          new GraphInfo.Vertices(
              type.name(),
              staging.vertexCount(t),
              type.keyKind(),
              type.featureDim(),
              type.targets(),
              labels.get(t).labelled(),
              source.labelNames(t),
              GraphInfo.KeyLengths.UNKNOWN,
              type.encoding(),
              CsrRows.pays(featureEntries[t], staging.vertexCount(t), type.featureDim())
                  ? featureEntries[t]
                  : 0,
              GraphInfo.SplitSizes.UNKNOWN,
              type.attributes()));
    }
    return types;
  }

  private List<GraphInfo.Edges> edgeTypes() {
    List<EdgeType> stored = GraphStaging.storedTypes(header, settings.symmetrize());
    List<Long> counts = new ArrayList<>();
    List<Long> reversed = new ArrayList<>(); // of the types that symmetrising makes
    for (int t = 0; t < edges.length; t++) {
      final boolean within = header.edgeType(t).source() == header.edgeType(t).destination();
      counts.add(settings.symmetrize() && within ? 2 * edges[t] : edges[t]);
      if (settings.symmetrize() && !within) {
        reversed.add(edges[t]);
      }
    }
    counts.addAll(reversed);
    return IntStream.range(0, counts.size())
        .mapToObj(t -> info(stored.get(t), counts.get(t)))
        .toList();
  }

  private GraphInfo.Edges info(EdgeType type, long count) {
    return GraphInfo.Edges.of(
        type,
        header.vertexType(type.source()).name(),
        header.vertexType(type.destination()).name(),
        count);
  }

  @Override
  public void close() {
    staging.close();
  }
}
