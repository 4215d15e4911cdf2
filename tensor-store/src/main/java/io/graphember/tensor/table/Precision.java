// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/** How the weights of a table are stored; arithmetic is float32 either way, and so are slots. */
public enum Precision {
  /** IEEE 754 single precision, 4 bytes. */
  FLOAT32,
  /** The upper half of a float32, rounded to nearest, ties to even, 2 bytes. */
  BFLOAT16
}
