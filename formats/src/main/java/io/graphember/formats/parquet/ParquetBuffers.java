// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;

/**
 * Buffers for what is read of a Parquet file: none longer than the file, whatever its footer
 * promises.
 */
final class ParquetBuffers implements ByteBufferAllocator {
  private final ByteBufferAllocator heap = new HeapByteBufferAllocator();
  private final long fileBytes;

  ParquetBuffers(long fileBytes) {
    this.fileBytes = fileBytes;
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    if (bytes > fileBytes) {
      throw new IllegalArgumentException(bytes + " bytes of a file of " + fileBytes);
    }
    return heap.allocate(bytes);
  }

  @Override
  public void release(ByteBuffer buffer) {
    heap.release(buffer);
  }

  @Override
  public boolean isDirect() {
    return false;
  }
}
