// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import io.graphember.spi.backend.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a model is computed by partitions: values on levels. On an even level masters compute their
 * rows (transform and apply), on an odd one partitions look at their edges (gather and sum).
 * Between levels, rows of masters go to mirrors and partial results come back; on the way back the
 * gradients go the other way round (GraphTheta, sections 3.1 and 3.2). Immutable; any thread.
 */
public final class Plan {
  /** Mirrors that are the source of an edge look at a value. */
  public static final int SOURCES = 1;

  /** Mirrors that are the destination of an edge look at it. */
  public static final int DESTINATIONS = 2;

  private final List<Value> values;
  private final boolean training;
  private final int levels;
  private final int[] ends;
  private final boolean[] stored;
  private final int[] lastUse;
  private final int[] firstLook;

  private Plan(List<Value> values, boolean training) {
    this.values = List.copyOf(values);
    this.training = training;
    this.levels = values.stream().mapToInt(Value::level).max().orElseThrow() + 1;
    ends = new int[values.size()];
    stored = new boolean[values.size()];
    lastUse = new int[values.size()];
    firstLook = new int[values.size()];
    for (Value value : values) {
      markOperands(value);
    }
    stored[output().number()] = true;
    lastUse[output().number()] = levels;
    for (int level = 0; training && level < levels; level += 2) {
      keepForBackward(level);
    }
    for (Value value : values) {
      lastUse[value.number()] = Math.max(lastUse[value.number()], value.level());
      firstLook[value.number()] = Integer.MAX_VALUE;
    }
    for (int level = 0; training && level < levels; level++) {
      for (Value value : loadedInBackward(level)) {
        firstLook[value.number()] = Math.min(firstLook[value.number()], level);
      }
    }
  }

  /** The plan of a model, to train it or to evaluate it. */
  public static Plan of(ModelSpec spec, boolean training) {
    return new Plan(new Lowering(spec).lower(training), training);
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
        case AT_SOURCE, NEIGHBOR_SUM, NEIGHBOR_SUM_BY_TYPE -> ends[operand] |= SOURCES;
        case AT_DESTINATION, AT_NEIGHBORHOOD -> ends[operand] |= DESTINATIONS;
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

  /** All values; operands come first. */
  public List<Value> values() {
    return values;
  }

  /** The rows that leave the last layer. */
  public Value output() {
    return values.get(values.size() - 1);
  }

  /**
   * True if masters look at the rows that enter layer 0 by products alone, after dropout or
   * without: then these rows may be sparse.
   */
  public boolean multipliesInput() {
    Value input = values.get(0);
    return values.stream()
        .filter(user -> user.level() % 2 == 0 && user.operands().contains(input.number()))
        .allMatch(user -> user.kind() == Kind.LINEAR || multipliesDropout(user));
  }

  private boolean multipliesDropout(Value value) {
    return value.kind() == Kind.DROPOUT
        && !stored[value.number()]
        && values.stream()
            .filter(user -> user.operands().contains(value.number()))
            .allMatch(user -> user.kind() == Kind.LINEAR);
  }

  /** Number of levels. */
  public int levels() {
    return levels;
  }

  /** True if it has a way back. */
  public boolean training() {
    return training;
  }

  /** Rows that a level makes and that are kept, but those that enter. */
  public List<Value> made(int level, boolean fixed) {
    return on(level).stream()
        .filter(v -> v.fixed() == fixed && stored(v) && v.place() != Place.ONE)
        .filter(v -> v.kind() != Kind.INPUT)
        .toList();
  }

  /** Rows that nothing looks at any more after a level on the way forward. */
  public List<Value> doneForward(int level) {
    return values.stream()
        .filter(v -> !v.fixed() && stored(v) && v.place() != Place.ONE)
        .filter(v -> lastUse[v.number()] == level && firstLook[v.number()] >= levels)
        .toList();
  }

  /** Values whose gradients a level adds to, but means. */
  public List<Value> gradientsMade(int level) {
    return receivers(level).stream().filter(v -> v.place() != Place.ONE).toList();
  }

  /** Rows that nothing looks at any more after a level on the way back. */
  public List<Value> doneBackward(int level) {
    return values.stream()
        .filter(v -> !v.fixed() && stored(v) && v.place() != Place.ONE)
        .filter(v -> firstLook[v.number()] == level)
        .toList();
  }

  /** Rows that are the same in every step and are looked at in every step. */
  public List<Value> keptAlways() {
    return values.stream()
        .filter(v -> v.fixed() && stored(v) && v.place() != Place.ONE && neededAgain(v))
        .toList();
  }

  /** What a value is made of, the same for values that are computed alike. */
  public String expression(Value value) {
    return value.kind()
        + value.operands().stream().map(values::get).map(this::expression).toList().toString();
  }

  /** What is computed on a level, in order. */
  public List<Value> on(int level) {
    return values.stream().filter(value -> value.level() == level).toList();
  }

  /** True if the rows of a value are kept beyond the tile in which they are made. */
  public boolean stored(Value value) {
    return stored[value.number()];
  }

  /** Which mirrors look at a value: {@link #SOURCES}, {@link #DESTINATIONS}, both, 0 for none. */
  public int ends(Value value) {
    return ends[value.number()];
  }

  /**
   * What a level's tiles need forward, in order: rows that are stored, and what is computed.
   *
   * @param fixed true for what is the same in every step, false for the rest
   */
  public List<Value> forward(int level, boolean fixed) {
    Set<Integer> needed = new TreeSet<>();
    for (Value value : on(level)) {
      final boolean ofTiles = value.place() != Place.ONE || value.kind() == Kind.BATCH_MEAN;
      if (ofTiles && value.fixed() == fixed && !value.kind().alongLists()) {
        need(value, level, false, needed);
      }
    }
    return list(needed);
  }

  /** True if rows that are the same in every step are looked at in every step. */
  private boolean neededAgain(Value value) {
    for (int level = 0; level < levels; level++) {
      // Tiles of masters read the input where it lies.
      if ((value.kind() != Kind.INPUT || level % 2 == 1)
          && (forward(level, false).contains(value) || training && again(level).contains(value))) {
        return true;
      }
    }
    return false;
  }

  /** What a level's tiles look at before they go back: stored rows, and what is made again. */
  public List<Value> again(int level) {
    Set<Integer> needed = new TreeSet<>();
    for (Value value : backward(level)) {
      if (value.kind().derivesFromResult()) {
        need(value, level, true, needed);
      }
      if (value.kind().derivesFromOperands()) {
        value.operands().forEach(o -> need(values.get(o), level, true, needed));
      }
    }
    return list(needed);
  }

  /** What a level's tiles go back through, in the order of computation. */
  public List<Value> backward(int level) {
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
  public List<Value> receivers(int level) {
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

  private void need(Value value, int level, boolean back, Set<Integer> needed) {
    if (!needed.add(value.number()) || loaded(value, level, back)) {
      return;
    }
    value.operands().forEach(o -> need(values.get(o), level, back, needed));
  }

  /** True if a tile of a level reads the rows of a value, instead of making them. */
  public boolean loaded(Value value, int level, boolean back) {
    final boolean early = value.level() < level || back && value.place() != Place.ONE;
    return stored(value) && (value.kind() == Kind.INPUT || early);
  }

  private List<Value> loadedInBackward(int level) {
    List<Value> loaded = new ArrayList<>();
    for (Value value : again(level)) {
      if (loaded(value, level, true)) {
        loaded.add(value);
      }
    }
    return loaded;
  }

  private List<Value> list(Set<Integer> numbers) {
    return numbers.stream().map(values::get).toList();
  }
}
