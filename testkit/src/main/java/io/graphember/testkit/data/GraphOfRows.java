// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.data;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.piece.VertexValues;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A small graph of any types, keys and values, row by row: vertices in the order of their types,
 * then edges in their order, those of one type that follow each other in one piece.
 */
public interface GraphOfRows extends GraphSource {
  /**
   * A vertex.
   *
   * @param type number of its type
   * @param key a Long, String or UUID, as the type has them
   * @param label number of its label, -1 for none
   * @param split code of its split
   * @param row features, then targets
   */
  record VertexRow(int type, Object key, int label, byte split, float... row) {
    /** A vertex of which only the key is known. */
    public VertexRow(int type, Object key) {
      this(type, key, -1, (byte) 0);
    }
  }

  /**
   * An edge; what its type does not carry is not looked at.
   *
   * @param type number of its type
   * @param source key of the vertex where it begins
   * @param destination key of the vertex where it ends
   */
  record EdgeRow(
      int type, Object source, Object destination, float weight, long time, float... features) {
    /** An edge that carries nothing. */
    public EdgeRow(int type, Object source, Object destination) {
      this(type, source, destination, 0, 0);
    }
  }

  /** The vertices. */
  List<VertexRow> vertexRows();

  /** The edges. */
  List<EdgeRow> edgeRows();

  /** Time and cluster of a vertex; what its type does not have is not looked at. */
  default VertexValues values(VertexRow vertex) {
    return new VertexValues();
  }

  /** Most rows of a piece. */
  default int pieceRows() {
    return 7;
  }

  @Override
  default void stream(PieceSink sink, Cancellation cancellation) {
    final GraphHeader header = header();
    final List<VertexRow> vertices = vertexRows();
    for (int t = 0; t < header.vertexTypes().size(); t++) {
      final int type = t;
      final List<VertexRow> rows = vertices.stream().filter(row -> row.type == type).toList();
      for (int first = 0; first < rows.size(); first += pieceRows()) {
        sink.vertices(
            piece(header, rows.subList(first, Math.min(rows.size(), first + pieceRows()))));
      }
    }
    final List<EdgeRow> edges = edgeRows();
    int end;
    for (int first = 0; first < edges.size(); first = end) {
      end = first + 1;
      while (end < edges.size()
          && end - first < pieceRows()
          && edges.get(end).type == edges.get(first).type) {
        end++;
      }
      sink.edges(edgePiece(header, edges.subList(first, end)));
    }
  }

  private VertexPiece piece(GraphHeader header, List<VertexRow> rows) {
    final VertexType type = header.vertexTypes().get(rows.get(0).type);
    final int width = type.featureDim() + type.targets().size();
    final int[] labels = new int[rows.size()];
    final byte[] splits = new byte[rows.size()];
    final float[] values = new float[rows.size() * width];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = rows.get(i).label;
      splits[i] = rows.get(i).split;
      System.arraycopy(rows.get(i).row, 0, values, i * width, width);
    }
    VertexPiece piece =
        new VertexPiece(
            rows.get(0).type,
            keys(type.keyKind(), rows.stream().map(VertexRow::key).toList()),
            type.labels() ? labels : null,
            type.labels() ? splits : null,
            width > 0 ? values : null);
    return piece.with(numbers(type.attributes(), rows));
  }

  private long @Nullable [] numbers(VertexAttributes attributes, List<VertexRow> rows) {
    return attributes.count() == 0
        ? null
        : rows.stream()
            .map(this::values)
            .flatMapToLong(
                values ->
                    LongStream.concat(
                        attributes.time() ? LongStream.of(values.time) : LongStream.empty(),
                        attributes.cluster() ? LongStream.of(values.cluster) : LongStream.empty()))
            .toArray();
  }

  private static EdgePiece edgePiece(GraphHeader header, List<EdgeRow> rows) {
    final int type = rows.get(0).type;
    final EdgeAttributes carries = header.edgeTypes().get(type).attributes();
    final int width = carries.featureDim();
    final float[] weights = new float[rows.size()];
    final float[] features = new float[rows.size() * width];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = rows.get(i).weight;
      System.arraycopy(rows.get(i).features, 0, features, i * width, width);
    }
    return new EdgePiece(
        type,
        keys(kind(header, header.edgeTypes().get(type).source()), sources(rows)),
        keys(
            kind(header, header.edgeTypes().get(type).destination()),
            rows.stream().map(EdgeRow::destination).toList()),
        carries.weight() ? weights : null,
        carries.time() ? rows.stream().mapToLong(EdgeRow::time).toArray() : null,
        width > 0 ? features : null);
  }

  private static List<Object> sources(List<EdgeRow> rows) {
    return rows.stream().map(EdgeRow::source).toList();
  }

  private static KeyKind kind(GraphHeader header, int vertexType) {
    return header.vertexTypes().get(vertexType).keyKind();
  }

  /** Keys in a column. */
  static KeyColumn keys(KeyKind kind, List<Object> keys) {
    final KeyColumn.Builder column = new KeyColumn.Builder(kind);
    for (Object key : keys) {
      if (key instanceof UUID uuid) {
        column.add(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      } else if (key instanceof String text) {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        column.add(utf8, 0, utf8.length);
      } else {
        column.add((Long) key);
      }
    }
    return column.build();
  }

  @Override
  default List<String> labelNames(int vertexType) {
    return List.of();
  }

  @Override
  default void close() {
    // Holds nothing.
  }
}
