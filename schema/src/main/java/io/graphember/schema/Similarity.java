// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

/** How alike two rows of floats are: the larger the number, the more. */
public enum Similarity {
  /** The cosine of the angle between them, from -1 to 1; 0 where a row is all zeros. */
  COSINE,
  /** Their dot product. */
  DOT
}
