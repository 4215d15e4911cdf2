// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Moves what vertices compute to the level that looks at it, so that no rows are kept between: a
 * product of a vertex's own row is made where the sum of its neighbours has come. What is
 * {@linkplain Kind#light() light} is made on each level that looks at it.
 */
final class Sinking {
  private final List<Value> values;
  private final List<SortedSet<Integer>> levels = new ArrayList<>(); // each value is made there
  private final List<Value> sunk = new ArrayList<>();
  private final Map<List<Integer>, Integer> numbers = new HashMap<>(); // of a value and level

  Sinking(List<Value> values) {
    this.values = values;
  }

  List<Value> values() {
    for (int i = 0; i < values.size(); i++) {
      levels.add(new TreeSet<>());
    }
    for (int i = values.size() - 1; i >= 0; i--) {
      choose(values.get(i));
    }
    values.forEach(value -> levels.get(value.number()).forEach(level -> add(value, level)));
    return sunk;
  }

  private void choose(Value value) {
    SortedSet<Integer> own = levels.get(value.number());
    final boolean last = value.number() == values.size() - 1;
    if (last || !moves(value) && !own.isEmpty()) {
      own.clear();
      own.add(value.level());
    } else if (!value.kind().light() && !own.isEmpty()) {
      own.retainAll(new TreeSet<>(List.of(own.first())));
    }
    for (int operand : value.operands()) {
      own.forEach(level -> levels.get(operand).add(needed(value, level, values.get(operand))));
    }
  }

  private static boolean moves(Value value) {
    return value.place() == Place.VERTEX && !value.kind().collected() && value.kind() != Kind.INPUT
        || value.place() == Place.ONE;
  }

  /** The level on which an operand is to be there, for a user on a level. */
  private static int needed(Value user, int level, Value operand) {
    if (operand.kind() == Kind.BATCH_MEAN) {
      return level - 2;
    }
    final boolean atEdges = level % 2 == 1;
    return atEdges && operand.place() == Place.VERTEX && !operand.kind().collected()
        ? level - 1
        : level;
  }

  private void add(Value value, int level) {
    final int number = sunk.size();
    List<Integer> operands = new ArrayList<>();
    for (int operand : value.operands()) {
      operands.add(numberOf(values.get(operand), needed(value, level, values.get(operand))));
    }
    numbers.put(List.of(value.number(), level), number);
    sunk.add(
        new Value(
            number,
            value.kind(),
            value.place(),
            level,
            value.columns(),
            operands,
            value.parameter(),
            value.stream(),
            value.constant(),
            value.learned(),
            value.fixed()));
  }

  private int numberOf(Value operand, int level) {
    final int first = levels.get(operand.number()).first();
    Integer other = numbers.get(List.of(operand.number(), first));
    return numbers.getOrDefault(
        List.of(operand.number(), level), Objects.requireNonNull(other, "operands come first"));
  }
}
