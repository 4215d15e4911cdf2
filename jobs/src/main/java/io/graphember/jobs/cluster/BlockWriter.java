// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import io.graphember.partition.write.BlockSink;

/** Writes blocks of a graph into its cache, several at a time. Used by one thread. */
public interface BlockWriter extends BlockSink {
  /** All blocks are there when this returns. */
  void complete();
}
