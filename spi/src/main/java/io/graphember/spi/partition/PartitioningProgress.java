// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

/** Hears how far a partitioner has come; called by the thread that asked for the partitioning. */
@FunctionalInterface
public interface PartitioningProgress {
  /** For callers that do not show progress. */
  PartitioningProgress NONE = (phase, done, total) -> {};

  /**
   * Something was done.
   *
   * @param phase what is being done, one lower-case word, for example {@code expand}; phases follow
   *     one another and none comes back
   * @param done units done of this phase
   * @param total units of this phase
   */
  void at(String phase, long done, long total);
}
