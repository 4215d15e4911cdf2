// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;

/**
 * Some rows of a graph, column by column: what travels from the user's process to the nodes.
 * Immutable: the arrays belong to the piece once it is made and must not be written.
 *
 * <p>Wire format version 5, little-endian, without a checksum (the transport has one): a head of 16
 * bytes, described at {@code PieceWriter}, then the columns described at each piece.
 */
public sealed interface Piece
    permits VertexPiece, SplitPiece, EdgePiece, HeldOutPiece, AssignmentPiece {
  /** A source cuts pieces so that they have no more bytes than this, except for one row alone. */
  int TARGET_BYTES = 1 << 20;

  /** No piece has more bytes than this. */
  int MAX_BYTES = 16 << 20;

  /** Number of rows. */
  int rows();

  /** Number of the vertex type; of rows about edges, of the edge type. */
  int type();

  /**
   * The piece as bytes.
   *
   * @throws GraphemberException with {@link InputError#PIECE_TOO_LARGE} above {@link #MAX_BYTES}
   */
  byte[] encode();

  /** Hands the piece to the method of a sink that takes its kind. */
  void passTo(PieceSink sink);

  /**
   * Reads a piece of any type.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link InputError#PIECE_MALFORMED} or {@link
   *     InputError#PIECE_TOO_LARGE}
   */
  static Piece decode(byte[] bytes, GraphHeader header) {
    PieceReader reader = new PieceReader(bytes);
    Piece piece =
        switch (reader.piece()) {
          case PieceWriter.VERTICES -> VertexPiece.read(reader, header);
          case PieceWriter.SPLIT -> SplitPiece.read(reader, header);
          case PieceWriter.EDGES -> EdgePiece.read(reader, header);
          case PieceWriter.HELD_OUT -> HeldOutPiece.read(reader, header);
          case PieceWriter.ASSIGNMENT -> AssignmentPiece.read(reader, header);
          default -> throw PieceReader.malformed("it is of kind " + reader.piece());
        };
    reader.end();
    return piece;
  }
}
