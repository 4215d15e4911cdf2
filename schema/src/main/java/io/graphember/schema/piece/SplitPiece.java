// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.Split;
import io.graphember.spi.error.GraphemberException;

/**
 * Vertices that belong to a split, for sources that keep splits apart from vertices.
 *
 * <p>On the wire: the head for piece 2 with the split's code as its detail byte, then the keys, see
 * {@link KeyColumn}.
 *
 * @param type number of the vertex type
 * @param split the split all these vertices belong to
 * @param keys key of each vertex
 */
public record SplitPiece(int type, Split split, KeyColumn keys) implements Piece {
  /** Members of type 0. */
  public SplitPiece(Split split, KeyColumn keys) {
    this(0, split, keys);
  }

  @Override
  public int rows() {
    return keys.size();
  }

  @Override
  public void passTo(PieceSink sink) {
    sink.split(this);
  }

  @Override
  public byte[] encode() {
    PieceWriter writer =
        new PieceWriter(
            PieceWriter.SPLIT, keys.kind(), split.code(), type, rows(), keys.encodedBytes());
    keys.writeTo(writer);
    return writer.toBytes();
  }

  /**
   * Reads a piece of a split.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link InputError#PIECE_MALFORMED} or {@link
   *     InputError#PIECE_TOO_LARGE}
   */
  public static SplitPiece decode(byte[] bytes, GraphHeader header) {
    if (Piece.decode(bytes, header) instanceof SplitPiece piece) {
      return piece;
    }
    throw PieceReader.malformed("it does not hold a split");
  }

  static SplitPiece read(PieceReader reader, GraphHeader header) {
    final int type = reader.type(header.vertexTypes().size());
    reader.keyKind(header.vertexType(type));
    final int code = reader.detail();
    PieceReader.check(code >= 1 && code <= 3, "its split code is " + code);
    return new SplitPiece(type, Split.of(code), reader.keys(header.vertexType(type).keyKind()));
  }
}
