// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.ingest.AssignmentPiece;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.ExpectedSize;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;

/** A source that remembers a few of the vertices that pass, spread over the first piece. */
final class SampledSource implements GraphSource {
  private static final int SIZE = 5;

  private record Row(int type, Object key, int label) {}

  private final GraphSource source;
  private final List<Row> rows = new ArrayList<>();

  SampledSource(GraphSource source) {
    this.source = source;
  }

  @Override
  public GraphHeader header() {
    return source.header();
  }

  @Override
  public ExpectedSize expected() {
    return source.expected();
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    source.stream(new Tap(sink), cancellation);
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return source.labelNames(vertexType);
  }

  @Override
  public void close() {
    source.close();
  }

  /** Vertices that passed; their labels have names once the source is read to its end. */
  List<SampledVertex> sample() {
    return rows.stream()
        .map(
            row ->
                new SampledVertex(
                    row.key, row.label < 0 ? null : source.labelNames(row.type).get(row.label)))
        .toList();
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

  private final class Tap implements PieceSink {
    private final PieceSink sink;

    Tap(PieceSink sink) {
      this.sink = sink;
    }

    @Override
    public void vertices(VertexPiece piece) {
      if (rows.isEmpty()) {
        take(piece);
      }
      sink.vertices(piece);
    }

    @Override
    public void split(SplitPiece piece) {
      sink.split(piece);
    }

    @Override
    public void edges(EdgePiece piece) {
      sink.edges(piece);
    }

    @Override
    public void assignment(AssignmentPiece piece) {
      sink.assignment(piece);
    }
  }
}
