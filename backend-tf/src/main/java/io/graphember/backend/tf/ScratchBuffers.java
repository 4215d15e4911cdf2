// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** Buffers of one session for what is computed before a run, one a feed, reused run after run. */
final class ScratchBuffers {
  private final Map<Feed, ByteBuffer> buffers = new HashMap<>();

  /** A buffer of at least so many elements of four bytes; valid until the feed's next one. */
  ByteBuffer get(Feed feed, int elements) {
    ByteBuffer buffer = buffers.get(feed);
    if (buffer == null || buffer.capacity() < 4L * elements) {
      int bytes = Math.multiplyExact(4, elements);
      buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      buffers.put(feed, buffer);
    }
    return buffer;
  }
}
