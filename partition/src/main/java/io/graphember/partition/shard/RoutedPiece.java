// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.Piece;

/**
 * Those rows of a piece that are sent to one shard. Every key that comes with a load has a place
 * among the keys of its vertex type; the first place of a vertex is what it is ordered by.
 *
 * @param piece the rows
 * @param rows which they were in the piece that came, ascending
 * @param first place of the key in the first row of that; of rows about edges, of the source
 * @param firstDestination of rows about edges: place of the destination in its first row
 */
public record RoutedPiece(Piece piece, int[] rows, long first, long firstDestination) {
  /** Place of the key of a row, or of the source. */
  long place(int row) {
    return first + rows[row];
  }

  /** Place of the destination of a row. */
  long destinationPlace(int row) {
    return firstDestination + rows[row];
  }

  /**
   * As {@link MessageWriter} writes numbers: the first place, that of the first destination, how
   * many rows there are, for each how many are between it and the one before, then the piece.
   */
  public byte[] encode() {
    MessageWriter out = new MessageWriter();
    out.number(first);
    out.number(firstDestination);
    out.number(rows.length);
    int before = -1;
    for (int row : rows) {
      out.number(row - before - 1L);
      before = row;
    }
    out.bytes(piece.encode());
    return out.toBytes();
  }

  /** Reads {@link #encode}. */
  static RoutedPiece decode(byte[] bytes, GraphHeader header) {
    MessageReader in = new MessageReader(bytes);
    final long first = in.size();
    final long firstDestination = in.size();
    final int[] rows = new int[in.count()];
    int before = -1;
    for (int i = 0; i < rows.length; i++) {
      rows[i] = before + 1 + in.index((long) Integer.MAX_VALUE - before - 1);
      before = rows[i];
    }
    final Piece piece = Piece.decode(in.rest(), header);
    if (piece.rows() != rows.length) {
      throw MessageReader.malformed("%d rows of %d came".formatted(piece.rows(), rows.length));
    }
    return new RoutedPiece(piece, rows, first, firstDestination);
  }
}
