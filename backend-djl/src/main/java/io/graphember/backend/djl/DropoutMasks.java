// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.backend.Dropout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** Buffers for the masks of one session, one a stream, reused from step to step. */
final class DropoutMasks {
  private final Map<Integer, ByteBuffer> masks = new HashMap<>();

  /** The mask of one stream, float32[length]; valid until that stream's next mask. */
  ByteBuffer fill(long dropoutKey, int stream, float rate, int length) {
    ByteBuffer mask = masks.get(stream);
    if (mask == null || mask.capacity() < 4L * length) {
      int bytes = Math.multiplyExact(4, length);
      mask = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      masks.put(stream, mask);
    }
    Dropout.fill(dropoutKey, stream, rate, length, mask.asFloatBuffer());
    return mask;
  }
}
