// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import io.graphember.schema.piece.VertexPiece;

/** Which part of the labelled vertices a vertex belongs to. */
public enum Split {
  /** Trained on. */
  TRAIN(1),
  /** Chooses the best epoch. */
  VALID(2),
  /** Measures the result. */
  TEST(3);

  /** Code of a vertex that belongs to none. */
  public static final byte NONE = 0;

  private final byte code;

  Split(int code) {
    this.code = (byte) code;
  }

  /** Code on the wire and in {@link VertexPiece#splits()}: 1, 2 or 3. */
  public byte code() {
    return code;
  }

  /**
   * The split with that code.
   *
   * @throws IllegalArgumentException if the code is not 1, 2 or 3
   */
  public static Split of(int code) {
    if (code < TRAIN.code || code > TEST.code) {
      throw new IllegalArgumentException("split code must be 1 to 3, was " + code);
    }
    return values()[code - 1];
  }
}
