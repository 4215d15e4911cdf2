// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.Split;

/** Gathers the members of one split and cuts them into pieces. */
public final class SplitPieces {
  private final int type;
  private final Split split;
  private final PieceSink sink;
  private final KeyColumn.Builder keys;
  private long bytes;

  public SplitPieces(GraphHeader header, int type, Split split, PieceSink sink) {
    this.type = type;
    this.split = split;
    this.sink = sink;
    keys = new KeyColumn.Builder(header.vertexType(type).keyKind());
  }

  /** Adds a vertex. */
  public void add(KeyCell key) {
    if (keys.size() > 0 && bytes + key.encodedBytes() > Piece.TARGET_BYTES) {
      flush();
    }
    bytes = (keys.size() == 0 ? PieceWriter.HEAD_BYTES + 4 : bytes) + key.encodedBytes();
    key.appendTo(keys);
  }

  /** Sends what is gathered, if anything. */
  public void flush() {
    if (keys.size() > 0) {
      sink.split(new SplitPiece(type, split, keys.build()));
    }
  }
}
