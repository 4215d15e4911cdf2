// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.spi.backend.Targets;

/**
 * Makes the pairs of a batch that something is learned of. The neighbourhoods of a batch must not
 * meet its edges. Keeps scratch between batches; used by one thread at a time.
 */
interface PairDraws extends AutoCloseable {
  /** Makes the pairs of a batch; those of the batch before are forgotten. */
  void draw(BatchTask.Edges wanted, long key);

  /** The pairs of the batch; the seeds are their ends. */
  NumberedPairs pairs();

  /** Edges that the neighbourhoods must not meet. */
  ExcludedEdges excluded();

  /**
   * What a step is to learn.
   *
   * @param scale factor of the loss sum
   */
  Targets targets(float scale);

  /** How many groups of pairs belong together: one, or one and its negatives. */
  int groups();

  /** Leaves out all groups but some consecutive ones. */
  void keep(int first, int count);

  /** Rows or groups that the loss is the sum over. */
  int lossRows();

  @Override
  void close();
}
