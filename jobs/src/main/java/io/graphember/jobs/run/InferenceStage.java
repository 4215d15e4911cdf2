// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

/**
 * What all nodes of a layer-wise pass do together: each stage begins when the one before has ended
 * on every node.
 */
enum InferenceStage {
  /** Memory is taken, and lists of boundary masters are fetched. */
  OPEN,
  /** What layer 0 reads is kept. */
  BEGIN,
  /** Rows are brought to the partitions that read them. */
  FILL,
  /** Sums are brought to the masters. */
  SUM,
  /** A layer is computed. */
  PASS,
  /** All entries are in the caches. */
  COMPLETE
}
