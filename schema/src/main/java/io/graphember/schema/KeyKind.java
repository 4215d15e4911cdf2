// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import io.graphember.schema.piece.KeyColumn;

/**
 * What the user's own vertex keys are. One kind for all vertices of a type. Ordinals are part of
 * the wire format and of the stored one.
 */
public enum KeyKind {
  /** 64-bit signed integers. */
  INT64,
  /** Text of 1 to {@link KeyColumn#MAX_KEY_BYTES} bytes of UTF-8, compared byte by byte. */
  STRING,
  /** 128 bits, written as 8-4-4-4-12 hexadecimal digits. */
  UUID;

  /**
   * A key that is written as text.
   *
   * @return a {@code Long}, a {@code String} or a {@code UUID}
   * @throws IllegalArgumentException if it is none of this kind
   */
  public Object parse(String text) {
    return switch (this) {
      case INT64 -> Long.valueOf(text);
      case STRING -> text;
      case UUID -> java.util.UUID.fromString(text);
    };
  }
}
