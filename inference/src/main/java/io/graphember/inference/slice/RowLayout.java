// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.kernels.MatMul;
import io.graphember.spi.model.Program;
import java.util.Arrays;
import java.util.List;

/**
 * Values of a program that are kept for each vertex in one row: one after the other, each from a
 * multiple of {@link MatMul#LINE} floats on.
 *
 * @param values numbers of the values in their program
 * @param offsets first float of each
 * @param columns floats of a row
 */
public record RowLayout(List<Integer> values, List<Integer> offsets, int columns) {
  /** Copies the lists. */
  public RowLayout {
    values = List.copyOf(values);
    offsets = List.copyOf(offsets);
  }

  static RowLayout of(Program program, List<Integer> values) {
    int[] offsets = new int[values.size()];
    int columns = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = columns;
      columns += MatMul.stride(program.operation(values.get(i)).columns());
    }
    return new RowLayout(values, Arrays.stream(offsets).boxed().toList(), columns);
  }

  /** True if there are no values. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** True if the value is in the row. */
  public boolean has(int value) {
    return values.contains(value);
  }

  /** First float of a value that is in the row. */
  public int offset(int value) {
    return offsets.get(values.indexOf(value));
  }
}
