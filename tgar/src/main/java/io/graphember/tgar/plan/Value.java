// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.List;

/**
 * A value of a plan.
 *
 * @param number its place in the plan; operands come before it
 * @param kind what it is computed by
 * @param place what its rows belong to; of a {@linkplain Kind#collected() collected} value vertices
 * @param level where it is computed: even levels at masters, odd ones along edges
 * @param columns floats of a row
 * @param operands numbers of the values that it is made of
 * @param parameter number of its parameter in the model's layout, -1 for none
 * @param stream stream of the masks of {@link Kind#DROPOUT}
 * @param constant as in {@link io.graphember.spi.model.Operation#constant}
 * @param learned true if a parameter is among what it is made of: it has a gradient
 * @param fixed true if it is the same in every step
 */
public record Value(
    int number,
    Kind kind,
    Place place,
    int level,
    int columns,
    List<Integer> operands,
    int parameter,
    int stream,
    double constant,
    boolean learned,
    boolean fixed) {
  /** Copies the list. */
  public Value {
    operands = List.copyOf(operands);
  }

  /** Number of its first operand. */
  public int first() {
    return operands.get(0);
  }

  /** Number of its second operand. */
  public int second() {
    return operands.get(1);
  }

  /** True if it is a row that every tile has anew: a parameter, or made of rows alone. */
  boolean ofRows() {
    return place == Place.ONE && kind != Kind.BATCH_MEAN;
  }
}
