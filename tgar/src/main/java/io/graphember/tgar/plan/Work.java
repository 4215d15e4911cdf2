// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** What is done on a level on one way: rows are read, others computed, some of these kept. */
public final class Work {
  private final List<Value> values;
  private final List<Value> made;
  private final boolean[] loaded;
  private final boolean[] kept;

  /**
   * The work of a level.
   *
   * @param all number of values of the plan
   * @param values what tiles read or compute, in order
   * @param loaded which of them they read
   * @param made what is kept beyond the level, whether tiles or lists of neighbours make it
   */
  Work(int all, Collection<Value> values, Predicate<Value> loaded, List<Value> made) {
    this.values = List.copyOf(values);
    this.made = List.copyOf(made);
    this.loaded = new boolean[all];
    kept = new boolean[all];
    values.forEach(value -> this.loaded[value.number()] = loaded.test(value));
    made.forEach(value -> kept[value.number()] = true);
  }

  /** What tiles read or compute, in order. */
  public List<Value> values() {
    return values;
  }

  /** True if a tile reads the rows of a value instead of computing them. */
  public boolean loads(Value value) {
    return loaded[value.number()];
  }

  /** True if the rows that a tile computes are kept. */
  public boolean keeps(Value value) {
    return kept[value.number()];
  }

  /** What is kept beyond the level. */
  public List<Value> made() {
    return made;
  }
}
