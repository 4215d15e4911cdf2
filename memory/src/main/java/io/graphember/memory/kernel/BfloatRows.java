// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/**
 * Rows whose weights are stored as bfloat16 and whose slots as float32, all in 16-bit pieces: the
 * weights, then the upper halves of all slots, then their lower halves. A bfloat16 is the upper
 * half of a float32, rounded to nearest, ties to even; what is not a number stays so. Both twins
 * give the same bits. Stateless; any thread. O(dim + slots).
 */
public interface BfloatRows {
  /** The faster twin that this JVM can run. */
  BfloatRows BEST = VectorModule.choose(BfloatRows.class, PlainBfloatRows::new);

  /**
   * Reads a row.
   *
   * @param row holds it from {@code start} on
   * @param dim number of weights
   * @param slots number of values in slots; 0 to read weights alone
   * @param target receives weights and slots from {@code at} on
   */
  void load(short[] row, int start, int dim, int slots, float[] target, int at);

  /** Writes a row; parameters as of {@link #load}. */
  void store(float[] source, int at, int dim, int slots, short[] row, int start);
}
