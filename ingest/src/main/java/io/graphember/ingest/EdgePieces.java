// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Gathers edges of one type and cuts them into pieces. */
final class EdgePieces {
  private final int type;
  private final PieceSink sink;
  private final KeyColumn.Builder sources;
  private final KeyColumn.Builder destinations;
  private long bytes;

  EdgePieces(GraphHeader header, int type, PieceSink sink) {
    this.type = type;
    this.sink = sink;
    sources = new KeyColumn.Builder(header.sourceOf(type).keyKind());
    destinations = new KeyColumn.Builder(header.destinationOf(type).keyKind());
  }

  /** Adds an edge. */
  void add(KeyCell source, KeyCell destination) {
    final int rowBytes = source.encodedBytes() + destination.encodedBytes();
    if (sources.size() > 0 && bytes + rowBytes > Piece.TARGET_BYTES) {
      flush();
    }
    // The head, and the first of rows + 1 key offsets of both columns.
    bytes = (sources.size() == 0 ? PieceWriter.HEAD_BYTES + 8 : bytes) + rowBytes;
    source.appendTo(sources);
    destination.appendTo(destinations);
  }

  /** Sends what is gathered, if anything. */
  void flush() {
    if (sources.size() > 0) {
      sink.edges(new EdgePiece(type, sources.build(), destinations.build()));
    }
  }
}
