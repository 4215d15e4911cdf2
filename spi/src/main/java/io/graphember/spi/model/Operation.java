// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.List;

/**
 * One operation of a program; its result is a value that later operations name by its number.
 *
 * @param operator what is computed
 * @param space what the rows of the result belong to
 * @param columns columns of the result, positive
 * @param operands numbers of earlier operations
 * @param weight number of the weight in {@link Program#weights()}, -1 for none
 * @param stream stream of the masks of {@link Operator#DROPOUT}, -1 for others
 * @param constant the number that its operator looks at, such as the rate of {@link
 *     Operator#DROPOUT}; 0 for others
 */
public record Operation(
    Operator operator,
    Space space,
    int columns,
    List<Integer> operands,
    int weight,
    int stream,
    double constant) {

  /** Copies the list. */
  public Operation {
    operands = List.copyOf(operands);
    if (columns < 1) {
      throw new IllegalArgumentException(operator + " has " + columns + " columns");
    }
  }

  /** An operation on values alone. */
  static Operation of(Operator operator, Space space, int columns, Integer... operands) {
    return new Operation(operator, space, columns, List.of(operands), -1, -1, 0);
  }

  /** Number of its first operand. */
  public int first() {
    return operands.get(0);
  }

  /** Number of its second operand. */
  public int second() {
    return operands.get(1);
  }

  /** The same with other operands. */
  Operation on(List<Integer> others) {
    return new Operation(operator, space, columns, others, weight, stream, constant);
  }

  /** Its weight instead of what it computes. */
  Operation asRow() {
    return new Operation(Operator.ROW, Space.ONE, columns, List.of(), weight, -1, 0);
  }

  /** The same with another shape. */
  Operation shaped(Space otherSpace, int otherColumns) {
    return new Operation(operator, otherSpace, otherColumns, operands, weight, stream, constant);
  }
}
