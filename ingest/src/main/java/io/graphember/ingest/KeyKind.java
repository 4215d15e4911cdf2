// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** What the user's own vertex keys are. One kind for all vertices of a graph. */
public enum KeyKind {
  /** 64-bit signed integers. */
  INT64,
  /** Text of 1 to {@link KeyColumn#MAX_KEY_BYTES} bytes of UTF-8, compared byte by byte. */
  STRING
}
