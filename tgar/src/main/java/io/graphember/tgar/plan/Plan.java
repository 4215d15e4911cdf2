// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.tgar.Activations;
import java.util.ArrayList;
import java.util.List;

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

  private final Looks looks;
  private final Recomputation recomputation;
  private final List<Value> values;
  private final int levels;
  private final List<Work> once = new ArrayList<>();
  private final List<Work> forward = new ArrayList<>();
  private final List<List<Again>> before = new ArrayList<>();

  private Plan(Looks looks, Recomputation recomputation) {
    this.looks = looks;
    this.recomputation = recomputation;
    values = looks.values();
    levels = looks.levels();
    for (int level = 0; level < levels; level++) {
      once.add(looks.forward(level, true));
      forward.add(looks.forward(level, false));
      before.add(recomputation.before(level));
    }
  }

  /** The plan of a model's evaluation. */
  public static Plan ofEvaluation(ModelSpec spec) {
    Looks looks = new Looks(new Lowering(spec).lower(false), false);
    return new Plan(looks, Recomputation.none(looks));
  }

  /** The plan of a model's training. */
  public static Plan ofTraining(ModelSpec spec, Activations activations) {
    Looks looks = new Looks(new Lowering(spec).lower(true), true);
    return new Plan(
        looks,
        switch (activations) {
          case KEPT -> Recomputation.none(looks);
          case RECOMPUTED -> Recomputation.leastMemory(looks);
        });
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
        && !stored(value)
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
    return looks.training();
  }

  /** Rows that nothing looks at any more after a level on the way forward. */
  public List<Value> doneForward(int level) {
    return values.stream()
        .filter(v -> looks.changes(v) && looks.lastUse(v) == level)
        .filter(v -> !recomputation.kept(v) || recomputation.firstBack(v) >= levels)
        .toList();
  }

  /** Values whose gradients a level adds to, but means. */
  public List<Value> gradientsMade(int level) {
    return receivers(level).stream().filter(v -> v.place() != Place.ONE).toList();
  }

  /** What is computed again before the way back enters a level, in order. */
  public List<Again> before(int level) {
    return before.get(level);
  }

  /** Rows that nothing looks at any more after a level on the way back. */
  public List<Value> doneBackward(int level) {
    return values.stream()
        .filter(v -> looks.changes(v) && recomputation.firstBack(v) == level)
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
    return looks.on(level);
  }

  /** True if the rows of a value are kept beyond the tile in which they are made. */
  public boolean stored(Value value) {
    return looks.stored(value);
  }

  /** Which mirrors look at a value: {@link #SOURCES}, {@link #DESTINATIONS}, both, 0 for none. */
  public int ends(Value value) {
    return looks.ends(value);
  }

  /** What a level does once, of what is the same in every step. */
  public Work once(int level) {
    return once.get(level);
  }

  /** What a level does forward in every step. */
  public Work forward(int level) {
    return forward.get(level);
  }

  /** True if rows that are the same in every step are looked at in every step. */
  private boolean neededAgain(Value value) {
    for (int level = 0; level < levels; level++) {
      // Tiles of masters read the input where it lies.
      if ((value.kind() != Kind.INPUT || level % 2 == 1)
          && (forward(level).values().contains(value)
              || training() && again(level).values().contains(value))) {
        return true;
      }
    }
    return false;
  }

  /** What a level's tiles look at before they go back: stored rows, and what is made again. */
  public Work again(int level) {
    return looks.again(level);
  }

  /** What a level's tiles go back through, in the order of computation. */
  public List<Value> backward(int level) {
    return looks.backward(level);
  }

  /** Values of earlier levels that a level's gradients go to. */
  public List<Value> receivers(int level) {
    return looks.receivers(level);
  }
}
