// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

/** What a partition answers: arrays, which whoever asked checks before believing them. */
public interface PartitionReply {
  /** Bytes of the arrays. */
  long bytes();
}
