// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.WrappedSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A source that remembers a few of the vertices that pass, spread over the first piece. */
final class SampledSource extends WrappedSource {
  private static final int SIZE = 5;

  private record Row(int type, Object key, int label) {}

  private final List<Row> rows = new ArrayList<>();

  SampledSource(GraphSource graph) {
    super(graph);
  }

  @Override
  protected PieceSink before(PieceSink sink) {
    return new Tap(sink);
  }

  /** Vertices that passed; their labels have names once the source is read to its end. */
  List<SampledVertex> sample() {
    return rows.stream().map(row -> new SampledVertex(row.key, className(row))).toList();
  }

  private Optional<String> className(Row row) {
    return row.label < 0 ? Optional.empty() : Optional.of(labelNames(row.type).get(row.label));
  }

  private void take(VertexPiece piece) {
    KeyColumn keys = piece.keys();
    final int step = Math.max(1, keys.size() / SIZE);
    for (int row = step / 2; row < keys.size() && rows.size() < SIZE; row += step) {
      rows.add(
          new Row(
              piece.type(), keys.keyAt(row), piece.labels() == null ? -1 : piece.labels()[row]));
    }
  }

  private final class Tap extends Passing {
    Tap(PieceSink sink) {
      super(sink);
    }

    @Override
    public void vertices(VertexPiece piece) {
      if (rows.isEmpty()) {
        take(piece);
      }
      super.vertices(piece);
    }
  }
}
