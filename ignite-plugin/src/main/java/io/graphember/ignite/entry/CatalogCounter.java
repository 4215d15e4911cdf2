// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.entry;

/**
 * Draws numbers that nobody drew before, from 1 on. It counts beside the names that it numbers:
 * what outlives a restart outlives it together. One that cannot be read goes on from the time in
 * ms, which none has counted to. Safe for use by several threads and nodes.
 */
public final class CatalogCounter {
  private final CatalogEntries entries;
  private final String path;

  /**
   * A counter of a catalog.
   *
   * @param path of its last number
   */
  public CatalogCounter(CatalogEntries entries, String path) {
    this.entries = entries;
    this.path = path;
  }

  /** Draws. */
  public long next() {
    return Long.parseLong(
        entries.next(path, last -> String.valueOf(last.map(this::after).orElse(1L))));
  }

  private long after(String last) {
    return entries
        .parse(path, last, (at, text) -> Long.parseLong(text) + 1)
        .orElseGet(System::currentTimeMillis);
  }
}
