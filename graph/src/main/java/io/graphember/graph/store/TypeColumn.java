// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A type number for each of many things: a byte each up to 256 types, two bytes up to 65,536. Used
 * by one thread while it is filled, by any afterwards.
 */
public final class TypeColumn {
  /** Most types that a column tells apart. */
  public static final int MAX_TYPES = 1 << 16;

  private static final int BYTE_TYPES = 1 << 8;

  private final byte[] bytes; // empty above 256 types
  private final short @Nullable [] shorts; // null up to 256 types

  private TypeColumn(byte[] bytes, short @Nullable [] shorts) {
    this.bytes = bytes;
    this.shorts = shorts;
  }

  /** A column of zeros, wide enough for so many types. */
  public static TypeColumn of(int types, int size) {
    if (types < 1 || types > MAX_TYPES) {
      throw new IllegalArgumentException("1 to " + MAX_TYPES + " types, not " + types);
    }
    return types <= BYTE_TYPES
        ? new TypeColumn(new byte[size], null)
        : new TypeColumn(new byte[0], new short[size]);
  }

  /** Bytes that a type number takes. */
  public static int width(int types) {
    return types <= BYTE_TYPES ? 1 : 2;
  }

  /** Number of entries. */
  public int size() {
    return shorts != null ? shorts.length : bytes.length;
  }

  /** The type at an index. */
  public int get(int index) {
    return shorts != null ? shorts[index] & 0xFFFF : bytes[index] & 0xFF;
  }

  /** Sets the type at an index. */
  public void set(int index, int type) {
    if (shorts != null) {
      shorts[index] = (short) type;
    } else {
      bytes[index] = (byte) type;
    }
  }

  /** The first entries. */
  public TypeColumn first(int count) {
    return shorts != null
        ? new TypeColumn(new byte[0], Arrays.copyOf(shorts, count))
        : new TypeColumn(Arrays.copyOf(bytes, count), null);
  }
}
