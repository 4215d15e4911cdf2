// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

/**
 * Draws numbers that nobody drew before, from 1 on. It counts beside the names that it numbers:
 * what outlives a restart outlives it together. One that cannot be read goes on from the time in
 * ms, which none has counted to. Safe for use by several threads and nodes.
 */
public final class CatalogCounter {
  private final CatalogEntries entries;
  private final String path;
  private final SharedCalls<Long> draws = new SharedCalls<>(this::draw);

  /**
   * A counter of a catalog.
   *
   * @param path of its last number
   */
  public CatalogCounter(CatalogEntries entries, String path) {
    this.entries = entries;
    this.path = path;
  }

  /** Draws. Nodes draw by the lock of the entry, threads of a node who come at once together. */
  public long next() {
    final SharedCalls.Share<Long> drawn = draws.call();
    return drawn.result() + drawn.place();
  }

  /** The last number that somebody drew; 0 for none, or if it cannot be read. */
  public long last() {
    return entries.read(path, (at, text) -> Long.parseLong(text)).orElse(0L);
  }

  /** Draws several numbers that follow each other; the first. */
  private long draw(int count) {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final long first = following();
                  entries.put(path, String.valueOf(first + count - 1));
                  return first;
                }));
  }

  /** An entry that cannot be read is followed by a number that is higher than all before. */
  private long following() {
    return entries
        .read(path, (at, text) -> Long.parseLong(text) + 1)
        .orElseGet(() -> entries.has(path) ? System.currentTimeMillis() : 1L);
  }
}
