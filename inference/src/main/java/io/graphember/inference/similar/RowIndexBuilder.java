// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import io.graphember.schema.Similarity;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Builds approximate indexes. Found by {@link java.util.ServiceLoader}; its constructor loads
 * nothing. Safe for use by several threads.
 */
public interface RowIndexBuilder {
  /** The one that is installed; empty if there is none. */
  static Optional<RowIndexBuilder> installed() {
    return ServiceLoader.load(RowIndexBuilder.class, RowIndexBuilder.class.getClassLoader())
        .findFirst();
  }

  /** Bytes of heap that building an index takes beside the rows, with those of the index. */
  long bytes(long rows, int dim);

  /**
   * Builds an index of rows, which it keeps.
   *
   * @param similarity what it is to answer
   * @param workers build it together
   * @param cancellation ends it early
   * @throws io.graphember.spi.error.GraphemberException cancelled
   */
  RowIndex build(RowBlocks rows, Similarity similarity, Workers workers, Cancellation cancellation);
}
