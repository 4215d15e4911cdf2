// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import jakarta.inject.Inject;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rows of caches that this node has read for loads of any node, since it started. Safe for use by
 * several threads.
 */
public final class TableRows {
  private final LongAdder rows = new LongAdder();

  /** Nothing was read yet. */
  @Inject
  public TableRows() {}

  /** More were read. */
  public void add(long more) {
    rows.add(more);
  }

  /** All so far. */
  public long total() {
    return rows.sum();
  }
}
