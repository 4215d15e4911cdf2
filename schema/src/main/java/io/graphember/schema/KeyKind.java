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
  UUID
}
