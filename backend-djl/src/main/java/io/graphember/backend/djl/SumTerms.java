// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * The terms of a sum of several operations, sorted: {@code addmm} adds a product to what there is
 * without writing it first, so products that only a sum looks at are printed with it.
 */
final class SumTerms {
  /** Products of rows and a matrix. */
  final List<Operation> products = new ArrayList<>();

  /** Numbers of values that are a single row. */
  final List<Integer> singleRows = new ArrayList<>();

  /** Numbers of other values. */
  final List<Integer> others = new ArrayList<>();

  private final Program program;

  SumTerms(Program program, Operation sum) {
    this.program = program;
    collect(sum);
  }

  private void collect(Operation sum) {
    for (int operand : sum.operands()) {
      Operation operation = program.operation(operand);
      if (!isTerm(program, operand)) {
        (operation.space() == Space.ONE ? singleRows : others).add(operand);
      } else if (operation.operator() == Operator.LINEAR) {
        products.add(operation);
      } else {
        collect(operation);
      }
    }
  }

  /** True for a product or a sum whose only user is a sum of rows as wide. */
  static boolean isTerm(Program program, int number) {
    Operation operation = program.operation(number);
    boolean term =
        operation.operator() == Operator.LINEAR
            || operation.operator() == Operator.ADD
                && isOfRows(program, operation)
                && !program.isTypedSum(operation);
    List<Operation> users = program.users(number);
    return term
        && users.size() == 1
        && users.get(0).operator() == Operator.ADD
        && isOfRows(program, users.get(0))
        && users.get(0).operands().stream().filter(o -> o == number).count() == 1;
  }

  /** True if both operands have all columns. */
  static boolean isOfRows(Program program, Operation sum) {
    return program.operation(sum.second()).columns() == sum.columns();
  }
}
