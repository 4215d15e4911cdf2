// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import java.util.function.Consumer;

/** Has the shards of a graph write its partitions. */
@FunctionalInterface
public interface ShardWrites {
  /**
   * Has them written, and waits for it.
   *
   * @param forms how columns of vertices are written, as bytes
   * @param written hears what is said of each partition once its blocks are written
   */
  void write(byte[] forms, Consumer<byte[]> written);
}
