// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Rows whose weights are stored as bfloat16, two in an int, and whose slots as the bits of float32.
 * With {@code h = (dim + 1) / 2}, int i of a row holds weight i in its lower half and weight {@code
 * h + i}, if there is one, in its upper half: widening and packing then need shifts alone. Slots
 * follow from int h on.
 *
 * <p>A bfloat16 is the upper half of a float32, rounded to nearest, ties to even; what is not a
 * number stays so. Both twins give the same bits. Stateless; any thread. O(dim + slots).
 */
public interface Bfloat16Rows {
  /** The faster twin that this JVM can run. */
  Bfloat16Rows BEST = Simd.choose(Bfloat16Rows.class, ScalarBfloat16Rows::new);

  /** Ints of a row's weights. */
  static int packed(int dim) {
    return (dim + 1) / 2;
  }

  /**
   * Reads a row.
   *
   * @param row holds it from {@code start} on
   * @param dim number of weights
   * @param slots number of values in slots; 0 to read weights alone
   * @param target receives weights and slots from {@code at} on
   */
  void load(int[] row, int start, int dim, int slots, float[] target, int at);

  /** Writes a row; parameters as of {@link #load}. */
  void store(float[] source, int at, int dim, int slots, int[] row, int start);
}
