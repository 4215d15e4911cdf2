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

  /** Draws. The threads of a node draw one after the other, nodes by the lock of the entry. */
  public synchronized long next() {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final long next = following();
                  entries.put(path, String.valueOf(next));
                  return next;
                }));
  }

  /** An entry that cannot be read is followed by a number that is higher than all before. */
  private long following() {
    return entries
        .read(path, (at, text) -> Long.parseLong(text) + 1)
        .orElseGet(() -> entries.has(path) ? System.currentTimeMillis() : 1L);
  }
}
