// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/**
 * A matrix whose rows lie in memory of this process just as they are read. Reads are safe from any
 * thread once writing is over.
 */
public interface DenseRows extends RowMatrix {
  /**
   * A matrix with more rows of zeros behind these, which the two share: they are not to be written
   * any more.
   *
   * @param more number of rows, not fewer than now
   */
  WritableRows extended(int more);

  /** Bytes of heap that {@link #extended} takes beside these rows. */
  long extendedBytes(int more);
}
