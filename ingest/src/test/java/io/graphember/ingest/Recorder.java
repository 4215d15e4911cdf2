// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes a graph apart again, by key, after sending each piece over the wire. */
final class Recorder implements PieceSink {
  final GraphHeader header;
  final Map<String, VertexPiece> vertices = new LinkedHashMap<>(); // a piece of one row for each
  final Map<String, Split> splits = new LinkedHashMap<>();
  final List<String> edges = new ArrayList<>();
  final List<Integer> pieceBytes = new ArrayList<>();
  final List<String> order = new ArrayList<>();
  List<String> labelNames;

  private Recorder(GraphHeader header) {
    this.header = header;
  }

  static SourceSettings settings(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(SourceSettings.class);
  }

  /** Reads a whole source. */
  static Recorder read(Path base, String yaml) {
    return read(base, Tables.NONE, yaml);
  }

  /** Reads a whole source that may be in tables. */
  static Recorder read(Path base, Tables tables, String yaml) {
    try (GraphSource source =
        GraphSource.open(
            settings(yaml),
            new ImportContext(base, tables, Map.of(), Cancellation.NEVER),
            ReadProgress.NONE)) {
      Recorder recorder = new Recorder(source.header());
      source.stream(recorder, Cancellation.NEVER);
      recorder.labelNames = source.labelNames(0);
      return recorder;
    }
  }

  private <P extends Piece> P sent(P piece, Class<P> type) {
    byte[] bytes = piece.encode();
    pieceBytes.add(bytes.length);
    if (order.isEmpty() || !order.get(order.size() - 1).equals(type.getSimpleName())) {
      order.add(type.getSimpleName());
    }
    return type.cast(Piece.decode(bytes, header));
  }

  @Override
  public void vertices(VertexPiece original) {
    VertexPiece piece = sent(original, VertexPiece.class).dense();
    final int dim = header.vertexType(piece.type()).rowDim();
    for (int i = 0; i < piece.rows(); i++) {
      vertices.put(
          piece.keys().stringAt(i),
          new VertexPiece(
              KeyColumn.of(piece.keys().stringAt(i)),
              piece.labels() == null ? null : new int[] {piece.labels()[i]},
              null,
              dim == 0 ? null : Arrays.copyOfRange(piece.features(), i * dim, (i + 1) * dim)));
      if (piece.splits() != null && piece.splits()[i] != Split.NONE) {
        splits.put(piece.keys().stringAt(i), Split.of(piece.splits()[i]));
      }
    }
  }

  @Override
  public void split(SplitPiece original) {
    SplitPiece piece = sent(original, SplitPiece.class);
    for (int i = 0; i < piece.rows(); i++) {
      splits.put(piece.keys().stringAt(i), piece.split());
    }
  }

  @Override
  public void edges(EdgePiece original) {
    EdgePiece piece = sent(original, EdgePiece.class);
    for (int i = 0; i < piece.rows(); i++) {
      edges.add(
          piece.sources().stringAt(i) + ">" + piece.destinations().stringAt(i) + values(piece, i));
    }
  }

  /** What an edge carries, such as {@code " w0.5 t7 [1.0, 2.0]"}; nothing if it carries nothing. */
  private static String values(EdgePiece piece, int row) {
    int dim = piece.features() == null ? 0 : piece.features().length / piece.rows();
    return (piece.weights() == null ? "" : " w" + piece.weights()[row])
        + (piece.times() == null ? "" : " t" + piece.times()[row])
        + (dim == 0
            ? ""
            : " "
                + Arrays.toString(
                    Arrays.copyOfRange(piece.features(), row * dim, (row + 1) * dim)));
  }

  /** Label of a vertex, null for none. */
  String label(String key) {
    final int index = vertices.get(key).labels()[0];
    return index < 0 ? null : labelNames.get(index);
  }

  float[] features(String key) {
    return vertices.get(key).features();
  }
}
