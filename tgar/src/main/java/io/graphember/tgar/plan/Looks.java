// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which levels look at which values, forward and back, and whose rows are stored for them. */
final class Looks {
  /** A level behind all others. */
  static final int NEVER = Integer.MAX_VALUE;

  private final List<Value> values;
  private final boolean training;
  private final int levels;
  private final int[] ends;
  private final boolean[] stored;
  private final int[] lastUse;
  private final int[] firstBack;
  private final int[] lastBack;

  Looks(List<Value> values, boolean training) {
    this.values = List.copyOf(values);
    this.training = training;
    levels = values.stream().mapToInt(Value::level).max().orElseThrow() + 1;
    ends = new int[values.size()];
    stored = new boolean[values.size()];
    lastUse = new int[values.size()];
    firstBack = new int[values.size()];
    lastBack = new int[values.size()];
    values.forEach(this::markOperands);
    Value output = values.get(values.size() - 1);
    stored[output.number()] = true;
    lastUse[output.number()] = levels;
    for (int level = 0; training && level < levels; level += 2) {
      keepForBackward(level);
    }
    for (Value value : values) {
      lastUse[value.number()] = Math.max(lastUse[value.number()], value.level());
      firstBack[value.number()] = NEVER;
      lastBack[value.number()] = -1;
    }
    for (int level = 0; training && level < levels; level++) {
      for (Value value : loadedBack(level)) {
        firstBack[value.number()] = Math.min(firstBack[value.number()], level);
        lastBack[value.number()] = level;
      }
    }
  }

  private void markOperands(Value user) {
    if (user.kind() == Kind.INPUT || user.kind().collected() || user.kind() == Kind.BATCH_MEAN) {
      stored[user.number()] = true;
    }
    for (int operand : user.operands()) {
      Value value = values.get(operand);
      lastUse[operand] = Math.max(lastUse[operand], user.level());
      final boolean row = value.place() == Place.ONE && value.kind() != Kind.BATCH_MEAN;
      if (value.level() != user.level() && !row) {
        stored[operand] = true;
      }
      switch (user.kind()) {
        case AT_SOURCE, NEIGHBOR_SUM, NEIGHBOR_SUM_BY_TYPE -> ends[operand] |= Plan.SOURCES;
        case AT_DESTINATION, AT_NEIGHBORHOOD -> ends[operand] |= Plan.DESTINATIONS;
        default -> {}
      }
    }
  }

  /** Rows of vertices that gradients look at and that are not cheaply made again are kept. */
  private void keepForBackward(int level) {
    Set<Integer> made = new TreeSet<>();
    for (Value value : on(level)) {
      final boolean again =
          value.kind().cheap()
              && value.operands().stream()
                  .allMatch(o -> stored[o] || made.contains(o) || values.get(o).ofRows());
      if (again && value.place() == Place.VERTEX) {
        made.add(value.number());
      } else if (value.place() == Place.VERTEX && looksBack(value)) {
        stored[value.number()] = true;
      }
    }
  }

  /** True if a gradient looks at a value. */
  private boolean looksBack(Value value) {
    if (value.learned() && value.kind().derivesFromResult()) {
      return true;
    }
    return values.stream()
        .anyMatch(
            user ->
                user.level() == value.level()
                    && user.learned()
                    && user.kind().derivesFromOperands()
                    && user.operands().contains(value.number()));
  }

  List<Value> values() {
    return values;
  }

  int levels() {
    return levels;
  }

  boolean training() {
    return training;
  }

  /** What is computed on a level, in order. */
  List<Value> on(int level) {
    return values.stream().filter(value -> value.level() == level).toList();
  }

  int ends(Value value) {
    return ends[value.number()];
  }

  boolean stored(Value value) {
    return stored[value.number()];
  }

  /** True if it has rows beyond a tile that are other ones in every step. */
  boolean changes(Value value) {
    return !value.fixed() && stored(value) && value.place() != Place.ONE;
  }

  /** Last level that looks at a value on the way forward. */
  int lastUse(Value value) {
    return lastUse[value.number()];
  }

  /** Lowest level that looks at a value on the way back, {@link #NEVER} for none. */
  int firstBack(Value value) {
    return firstBack[value.number()];
  }

  /** Highest level that looks at a value on the way back, -1 for none. */
  int lastBack(Value value) {
    return lastBack[value.number()];
  }

  /** Rows that a level makes and that are kept, but those that enter. */
  List<Value> made(int level, boolean fixed) {
    return on(level).stream()
        .filter(v -> v.fixed() == fixed && stored(v) && v.place() != Place.ONE)
        .filter(v -> v.kind() != Kind.INPUT)
        .toList();
  }

  /** What a level computes, of what is the same in every step or of the rest. */
  Work forward(int level, boolean fixed) {
    List<Value> wanted =
        on(level).stream()
            .filter(value -> value.place() != Place.ONE || value.kind() == Kind.BATCH_MEAN)
            .filter(value -> value.fixed() == fixed)
            .toList();
    return work(wanted, value -> loaded(value, level), made(level, fixed));
  }

  private boolean loaded(Value value, int level) {
    return stored(value) && (value.kind() == Kind.INPUT || value.level() < level);
  }

  /** What a level's tiles look at before they go back: stored rows, and what is made again. */
  Work again(int level) {
    List<Value> wanted = new ArrayList<>();
    for (Value value : backward(level)) {
      if (value.kind().derivesFromResult()) {
        wanted.add(value);
      }
      if (value.kind().derivesFromOperands()) {
        value.operands().forEach(o -> wanted.add(values.get(o)));
      }
    }
    return work(
        wanted,
        value -> loaded(value, level) || stored(value) && value.place() != Place.ONE,
        List.of());
  }

  /** What tiles do for some values of a level; sums along lists are no tile's. */
  Work work(Collection<Value> wanted, Predicate<Value> loaded, List<Value> made) {
    Set<Integer> needed = new TreeSet<>();
    for (Value value : wanted) {
      if (!value.kind().alongLists() || loaded.test(value)) {
        need(value, loaded, needed);
      }
    }
    return new Work(values.size(), list(needed), loaded, made);
  }

  private void need(Value value, Predicate<Value> loaded, Set<Integer> needed) {
    if (!needed.add(value.number()) || loaded.test(value)) {
      return;
    }
    value.operands().forEach(o -> need(values.get(o), loaded, needed));
  }

  /** What a level's tiles go back through, in the order of computation. */
  List<Value> backward(int level) {
    Set<Integer> passed = new TreeSet<>();
    for (Value value : on(level)) {
      if (value.learned() && value.place() != Place.ONE && !value.kind().alongLists()) {
        pass(value, level, passed);
      }
      if (value.learned() && value.kind() == Kind.BATCH_MEAN) {
        passed.add(value.number());
      }
    }
    return list(passed);
  }

  /** Values of earlier levels that a level's gradients go to. */
  List<Value> receivers(int level) {
    Set<Integer> receivers = new TreeSet<>();
    List<Value> passed = new ArrayList<>(backward(level));
    on(level).stream().filter(v -> v.learned() && v.kind().alongLists()).forEach(passed::add);
    for (Value value : passed) {
      for (int operand : value.operands()) {
        Value of = values.get(operand);
        final boolean row = of.place() == Place.ONE && of.kind() != Kind.BATCH_MEAN;
        if (of.learned() && of.level() < level && !row) {
          receivers.add(operand);
        }
      }
    }
    return list(receivers);
  }

  private void pass(Value value, int level, Set<Integer> passed) {
    if (passed.add(value.number())) {
      for (int operand : value.operands()) {
        Value of = values.get(operand);
        if (of.learned() && of.place() == Place.ONE && of.kind() != Kind.BATCH_MEAN) {
          pass(of, level, passed);
        }
      }
    }
  }

  /** Stored rows that a level looks at on the way back. */
  List<Value> loadedBack(int level) {
    Work again = again(level);
    return again.values().stream().filter(again::loads).toList();
  }

  private List<Value> list(Set<Integer> numbers) {
    return numbers.stream().map(values::get).toList();
  }
}
