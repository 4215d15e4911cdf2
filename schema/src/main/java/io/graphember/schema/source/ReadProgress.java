// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

/**
 * Hears how far a source has come, about once every 64 KiB; called by the thread that reads, so it
 * must be quick.
 */
@FunctionalInterface
public interface ReadProgress {
  /** For callers that do not show progress. */
  ReadProgress NONE = (file, done, total) -> {};

  /**
   * Some of the input has been read.
   *
   * @param file name of the file that is being read, as in error messages
   * @param done bytes read so far of all files, as stored (compressed bytes of a gz file); for a
   *     generated graph vertices and edges
   * @param total what {@code done} will be at the end
   */
  void read(String file, long done, long total);
}
