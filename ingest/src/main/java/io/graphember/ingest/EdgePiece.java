// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;

/**
 * Directed edges.
 *
 * <p>On the wire: the head for piece 3, whose detail byte is the key kind of the destinations, then
 * the sources, then the destinations, see {@link KeyColumn}.
 *
 * @param type number of the edge type
 * @param sources key of each edge's source
 * @param destinations key of each edge's destination, as many
 */
public record EdgePiece(int type, KeyColumn sources, KeyColumn destinations) implements Piece {
  /** Checks that both columns have the same number of rows. */
  public EdgePiece {
    if (sources.size() != destinations.size()) {
      throw new IllegalArgumentException(sources + " does not match " + destinations);
    }
  }

  /** Edges of type 0. */
  public EdgePiece(KeyColumn sources, KeyColumn destinations) {
    this(0, sources, destinations);
  }

  @Override
  public int rows() {
    return sources.size();
  }

  @Override
  public byte[] encode() {
    PieceWriter writer =
        new PieceWriter(
            PieceWriter.EDGES,
            sources.kind(),
            destinations.kind().ordinal(),
            type,
            rows(),
            (long) sources.encodedBytes() + destinations.encodedBytes());
    sources.writeTo(writer);
    destinations.writeTo(writer);
    return writer.toBytes();
  }

  /**
   * Reads a piece of edges.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link IngestError#PIECE_MALFORMED} or {@link
   *     IngestError#PIECE_TOO_LARGE}
   */
  public static EdgePiece decode(byte[] bytes, GraphHeader header) {
    if (Piece.decode(bytes, header) instanceof EdgePiece piece) {
      return piece;
    }
    throw PieceReader.malformed("it does not hold edges");
  }

  static EdgePiece read(PieceReader reader, GraphHeader header) {
    final int type = reader.type(header.edgeTypes().size());
    reader.keyKind(header.sourceOf(type));
    PieceReader.keyKind(reader.detail(), header.destinationOf(type));
    KeyColumn sources = reader.keys(header.sourceOf(type).keyKind());
    return new EdgePiece(type, sources, reader.keys(header.destinationOf(type).keyKind()));
  }
}
