// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.piece.PieceSink;

/** Takes the pieces of a load, wherever it keeps them. Used by one thread at a time. */
public interface Staging extends PieceSink, AutoCloseable {
  /** Rows that have come so far. */
  long rows();

  /** Gives back what is kept here. */
  @Override
  void close();
}
