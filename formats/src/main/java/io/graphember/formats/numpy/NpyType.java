// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import java.nio.ByteBuffer;
import java.util.Optional;

/** What the values of a NumPy array are, of the types that a graph is made of. */
enum NpyType {
  BOOL("b1", 1),
  INT8("i1", 1),
  INT16("i2", 2),
  INT32("i4", 4),
  INT64("i8", 8),
  UINT8("u1", 1),
  UINT16("u2", 2),
  UINT32("u4", 4),
  FLOAT32("f4", 4),
  FLOAT64("f8", 8);

  /** How NumPy writes it after the byte order. */
  final String code;

  /** Bytes of a value. */
  final int bytes;

  NpyType(String code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /** The type of a code such as {@code f4}; empty if it is another. */
  static Optional<NpyType> of(String code) {
    for (NpyType type : values()) {
      if (type.code.equals(code)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  boolean integer() {
    return this != BOOL && !floating();
  }

  boolean floating() {
    return this == FLOAT32 || this == FLOAT64;
  }

  /** The next value of a buffer, which is no float. */
  long readLong(ByteBuffer in) {
    return switch (this) {
      case BOOL, INT8 -> in.get();
      case INT16 -> in.getShort();
      case INT32 -> in.getInt();
      case INT64 -> in.getLong();
      case UINT8 -> in.get() & 0xFF;
      case UINT16 -> in.getShort() & 0xFFFF;
      case UINT32 -> in.getInt() & 0xFFFF_FFFFL;
      case FLOAT32, FLOAT64 -> throw new IllegalStateException("not integers: " + this);
    };
  }

  /** The next value of a buffer. */
  double readDouble(ByteBuffer in) {
    return switch (this) {
      case FLOAT32 -> in.getFloat();
      case FLOAT64 -> in.getDouble();
      default -> readLong(in);
    };
  }
}
