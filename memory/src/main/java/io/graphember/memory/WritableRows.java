// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/** Dense rows that are written in any order; a row that was not written reads as zeros. */
public interface WritableRows extends DenseRows, RowSink {
  /** Allocates what is not yet, so that several threads may write different rows. */
  void allocate();
}
