// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.RowMatrix;
import java.nio.ByteBuffer;

/**
 * Masters of a partition of whom is known what is learned.
 *
 * @param masters their local numbers, ascending
 * @param expected what is known: int32[masters] of one class, else float32[masters, outputs], in
 *     native order
 */
public record KnownMasters(int[] masters, ByteBuffer expected) {
  /** Masters whose class is known. */
  public static KnownMasters ofClasses(int[] masters, int[] classes) {
    ByteBuffer expected = DirectBuffer.allocate(Math.multiplyExact(Integer.BYTES, classes.length));
    expected.asIntBuffer().put(classes);
    return new KnownMasters(masters, expected);
  }

  /**
   * Masters whose targets are known.
   *
   * @param targets a row for each master of the partition, by local number
   */
  public static KnownMasters ofTargets(int[] masters, RowMatrix targets) {
    final int columns = targets.dim();
    ByteBuffer expected =
        DirectBuffer.allocate(
            Math.multiplyExact(Float.BYTES, Math.multiplyExact(masters.length, columns)));
    for (int i = 0; i < masters.length; i++) {
      targets.read(masters[i], expected.asFloatBuffer(), i * columns);
    }
    return new KnownMasters(masters, expected);
  }

  /** How many. */
  public int size() {
    return masters.length;
  }
}
