// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Edges to test a model with, in one message: pieces one behind the other, each as
 *
 * <pre>
 * int32             length of the piece, little-endian
 * uint8[length]     an {@link EdgePiece}
 * </pre>
 */
public final class TestEdges {
  private TestEdges() {}

  /** Writes pieces. */
  public static byte[] encode(List<EdgePiece> pieces) {
    List<byte[]> encoded = pieces.stream().map(EdgePiece::encode).toList();
    ByteBuffer all =
        ByteBuffer.allocate(encoded.stream().mapToInt(bytes -> Integer.BYTES + bytes.length).sum())
            .order(ByteOrder.LITTLE_ENDIAN);
    encoded.forEach(bytes -> all.putInt(bytes.length).put(bytes));
    return all.array();
  }

  /**
   * Reads pieces.
   *
   * @param bytes what {@link #encode} gave; not trusted
   * @param header header of the graph they belong to
   * @throws io.graphember.spi.error.GraphemberException with {@link IngestError#PIECE_MALFORMED} or
   *     {@link IngestError#PIECE_TOO_LARGE}
   */
  public static List<EdgePiece> decode(byte[] bytes, GraphHeader header) {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<EdgePiece> pieces = new ArrayList<>();
    while (all.hasRemaining()) {
      final int length = all.remaining() < Integer.BYTES ? -1 : all.getInt();
      PieceReader.check(
          length >= 0 && length <= all.remaining(),
          "its length is %d of %d bytes".formatted(length, all.remaining()));
      byte[] piece = new byte[length];
      all.get(piece);
      pieces.add(EdgePiece.decode(piece, header));
    }
    return pieces;
  }
}
