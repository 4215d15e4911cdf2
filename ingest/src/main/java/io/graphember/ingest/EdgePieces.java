// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Gathers edges and cuts them into pieces. */
final class EdgePieces {
  private final PieceSink sink;
  private final KeyColumn.Builder sources;
  private final KeyColumn.Builder destinations;
  private long bytes;

  EdgePieces(KeyKind keyKind, PieceSink sink) {
    this.sink = sink;
    sources = new KeyColumn.Builder(keyKind);
    destinations = new KeyColumn.Builder(keyKind);
  }

  /** Adds an edge. */
  void add(KeyCell source, KeyCell destination) {
    final int rowBytes = source.encodedBytes() + destination.encodedBytes();
    if (sources.size() > 0 && bytes + rowBytes > Piece.TARGET_BYTES) {
      flush();
    }
    bytes = (sources.size() == 0 ? PieceWriter.HEAD_BYTES + 8 : bytes) + rowBytes;
    source.appendTo(sources);
    destination.appendTo(destinations);
  }

  /** Sends what is gathered, if anything. */
  void flush() {
    if (sources.size() > 0) {
      sink.edges(new EdgePiece(sources.build(), destinations.build()));
    }
  }
}
