// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import io.graphember.schema.Similarity;

/** Finds the rows that are most alike to a query. Immutable; safe for use by several threads. */
public interface RowIndex {
  /** True if it finds the rows with the highest scores, false if most of them. */
  boolean exact();

  /** True if it answers queries of a similarity. */
  boolean answers(Similarity similarity);

  /**
   * Looks for rows.
   *
   * @param query of as many floats as the rows have, finite, of a similarity that it {@link
   *     #answers}
   * @param best is offered rows with their scores, which are those of {@link RowBlocks#score}
   */
  void search(RowQuery query, NearestRows best);

  /** Bytes of heap that it takes beside the rows. */
  long bytes();
}
