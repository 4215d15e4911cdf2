// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.memory.DirectBuffer;
import java.nio.ByteBuffer;

/** Weights that make all classes count alike in a loss, however many vertices they have. */
public final class ClassBalance {
  private ClassBalance() {}

  /**
   * {@code n / (k n_c)} for a class of {@code n_c} vertices among {@code n} of {@code k} classes
   * that are met: the weights of all vertices add up to their number.
   *
   * @param counts vertices of each class that are trained on
   * @return float32[classes], direct; 0 for a class that is not met
   */
  public static ByteBuffer weights(long[] counts) {
    int met = 0;
    long vertices = 0;
    for (long count : counts) {
      met += count > 0 ? 1 : 0;
      vertices += count;
    }
    ByteBuffer weights = DirectBuffer.allocate(Float.BYTES * counts.length);
    for (int c = 0; c < counts.length; c++) {
      final double weight = counts[c] == 0 ? 0 : vertices / ((double) met * counts[c]);
      weights.putFloat(Float.BYTES * c, (float) weight);
    }
    return weights;
  }
}
