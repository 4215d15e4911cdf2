// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.PartitionSize;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.Arrays;

/**
 * The rows of one partition that are kept between tiles, and their gradients: {@code [rows,
 * columns]} without anything between rows.
 */
final class StoredRows {
  static final float[] NONE = {};

  private final PartitionFacts facts;
  private final Plan plan;
  private final float[][] values;
  private final float[][] gradients;
  private final RowPool pool;

  /** Rows of a plan; their arrays come from the pool of the partition. */
  StoredRows(PartitionFacts facts, Plan plan) {
    this.facts = facts;
    this.plan = plan;
    this.pool = facts.pool;
    values = new float[plan.values().size()][];
    gradients = new float[plan.values().size()][];
    Arrays.fill(values, NONE);
    Arrays.fill(gradients, NONE);
  }

  /** Rows of a value: of masters, of all vertices where mirrors have some, or of edges. */
  static long rows(PartitionSize size, Plan plan, Value value) {
    return switch (value.place()) {
      case VERTEX ->
          value.kind().collected() || plan.ends(value) != 0 ? size.vertices() : size.masters();
      case EDGE -> size.edges();
      case NEIGHBORHOOD, ONE -> throw new IllegalArgumentException(value + " is not stored");
    };
  }

  private int length(Value value) {
    return Math.toIntExact(rows(facts.size(), plan, value) * value.columns());
  }

  float[] value(Value value) {
    return values[value.number()];
  }

  float[] gradient(Value value) {
    return gradients[value.number()];
  }

  /** Room for a value, all zeros. */
  void make(Value value) {
    values[value.number()] = pool.take(length(value));
  }

  /** Room for a gradient, all zeros; nothing if it is there. */
  void makeGradient(Value value) {
    if (gradients[value.number()].length == 0) {
      gradients[value.number()] = pool.take(length(value));
    }
  }

  void release(Value value) {
    pool.give(values[value.number()]);
    values[value.number()] = NONE;
  }

  /** Frees rows that are made once. */
  void drop(Value value) {
    pool.drop(values[value.number()]);
    values[value.number()] = NONE;
  }

  void releaseGradient(Value value) {
    pool.give(gradients[value.number()]);
    gradients[value.number()] = NONE;
  }

  /** Takes rows that another plan of the partition has made. */
  void share(Value value, float[] of) {
    values[value.number()] = of;
  }
}
