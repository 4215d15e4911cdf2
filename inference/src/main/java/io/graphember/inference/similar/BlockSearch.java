// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import io.graphember.schema.Similarity;

/** Goes through all rows, block by block. O(rows dim) a query; nothing is built. */
public final class BlockSearch implements RowIndex {
  private final RowBlocks rows;

  /** Searches in rows. */
  public BlockSearch(RowBlocks rows) {
    this.rows = rows;
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public boolean answers(Similarity similarity) {
    return true;
  }

  @Override
  public void search(RowQuery query, NearestRows best) {
    rows.offerAll(query, best);
  }

  @Override
  public long bytes() {
    return 0;
  }
}
