// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Where bytes are kept that are written once, for as long as somebody reads them. */
public interface ByteStorage {
  /** Keeps bytes in the heap. */
  ByteStorage HEAP = new HeapBytes.Storage();

  /**
   * Bytes of a writer.
   *
   * @param length how many there are
   * @param writer gives them to a sink, one part after the other, which are not to be changed any
   *     more; its errors are passed on, and nothing is kept then
   * @throws IllegalStateException if the parts have more or fewer
   */
  StoredBytes write(long length, Consumer<Consumer<ByteBuffer>> writer);

  /** Bytes of heap that so many bytes take here. */
  long heapBytes(long bytes);
}
