// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of one partition that are kept between tiles, and their gradients: {@code [rows,
 * columns]} without anything between rows. Arrays are used again: as many of each length are there
 * as were ever needed at once.
 */
final class StoredRows {
  static final float[] NONE = {};

  private final PartitionFacts facts;
  private final Plan plan;
  private final float[][] values;
  private final float[][] gradients;
  private final Map<Integer, Deque<float[]>> free = new HashMap<>();

  StoredRows(PartitionFacts facts, Plan plan) {
    this.facts = facts;
    this.plan = plan;
    values = new float[plan.values().size()][];
    gradients = new float[plan.values().size()][];
    Arrays.fill(values, NONE);
    Arrays.fill(gradients, NONE);
  }

  /** Rows of a value: of masters, of all vertices where mirrors have some, or of edges. */
  static long rows(PartitionFacts facts, Plan plan, Value value) {
    return switch (value.place()) {
      case VERTEX ->
          value.kind().collected() || plan.ends(value) != 0 ? facts.vertices : facts.masters;
      case EDGE -> facts.edges();
      case NEIGHBORHOOD, ONE -> throw new IllegalArgumentException(value + " is not stored");
    };
  }

  private int length(Value value) {
    return Math.toIntExact(rows(facts, plan, value) * value.columns());
  }

  float[] value(Value value) {
    return values[value.number()];
  }

  float[] gradient(Value value) {
    return gradients[value.number()];
  }

  /** Room for a value, all zeros. */
  void make(Value value) {
    values[value.number()] = take(length(value));
  }

  /** Room for a gradient, all zeros; nothing if it is there. */
  void makeGradient(Value value) {
    if (gradients[value.number()].length == 0) {
      gradients[value.number()] = take(length(value));
    }
  }

  void release(Value value) {
    give(values[value.number()]);
    values[value.number()] = NONE;
  }

  void releaseGradient(Value value) {
    give(gradients[value.number()]);
    gradients[value.number()] = NONE;
  }

  private float[] take(int length) {
    Deque<float[]> same = free.get(length);
    if (same == null || same.isEmpty()) {
      return new float[length];
    }
    float[] array = same.pop();
    Arrays.fill(array, 0);
    return array;
  }

  private void give(float[] array) {
    if (array.length > 0) {
      free.computeIfAbsent(array.length, length -> new ArrayDeque<>()).push(array);
    }
  }
}
