// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that grow as values are written. Used by one thread. */
final class MessageBytes {
  private ByteBuffer bytes = ByteBuffer.allocate(256);

  /** A buffer with room for as many bytes. */
  ByteBuffer room(long more) {
    if (bytes.remaining() < more) {
      final long needed = bytes.position() + more;
      if (needed > Integer.MAX_VALUE - 8) {
        throw RecordCodec.unfit("it has %d bytes, more than 2 GiB".formatted(needed));
      }
      final int size =
          (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.position()));
      bytes = ByteBuffer.allocate(size).put(bytes.flip());
    }
    return bytes;
  }

  /** What was written. */
  byte[] toArray() {
    return bytes.position() == bytes.capacity()
        ? bytes.array()
        : Arrays.copyOf(bytes.array(), bytes.position());
  }
}
