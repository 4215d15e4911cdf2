// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.backend.Dropout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Buffers for the masks of one session, one a layer, reused from step to step. */
final class DropoutMasks {
  private final ByteBuffer[] masks;

  DropoutMasks(int layers) {
    masks = new ByteBuffer[layers];
  }

  /** The mask of one layer's input, float32[length]; valid until that layer's next mask. */
  ByteBuffer fill(long dropoutKey, int layer, float rate, int length) {
    if (masks[layer] == null || masks[layer].capacity() < 4L * length) {
      int bytes = Math.multiplyExact(4, length);
      masks[layer] = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    Dropout.fill(dropoutKey, layer, rate, length, masks[layer].asFloatBuffer());
    return masks[layer];
  }
}
