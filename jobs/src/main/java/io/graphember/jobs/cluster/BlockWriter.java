// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import io.graphember.partition.write.BlockSink;

/**
 * Writes blocks of a graph into its cache, several at a time. What cannot be written is told by a
 * {@link io.graphember.spi.error.GraphemberException}, perhaps at a later block. Used by one
 * thread.
 */
public interface BlockWriter extends BlockSink {
  /** All blocks are there when this returns. */
  void complete();
}
