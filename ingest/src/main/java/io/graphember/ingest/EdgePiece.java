// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;

/**
 * Directed edges.
 *
 * <p>On the wire: the head with type 3 and detail 0, then the sources, then the destinations, see
 * {@link KeyColumn}.
 *
 * @param sources key of each edge's source
 * @param destinations key of each edge's destination, as many and of the same kind
 */
public record EdgePiece(KeyColumn sources, KeyColumn destinations) implements Piece {
  /** Checks that both columns have the same number of rows. */
  public EdgePiece {
    if (sources.size() != destinations.size() || sources.kind() != destinations.kind()) {
      throw new IllegalArgumentException(sources + " does not match " + destinations);
    }
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
            0,
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

  static EdgePiece read(PieceReader reader) {
    PieceReader.check(reader.detail() == 0, "its detail byte is " + reader.detail());
    KeyColumn sources = reader.keys();
    return new EdgePiece(sources, reader.keys());
  }
}
