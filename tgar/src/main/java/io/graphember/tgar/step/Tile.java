// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.spi.CsrRows;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Some masters of a partition, or some destinations with their edges, whose values are computed one
 * after the other while they are in the cache. Rows are {@code stride} floats apart. Used by one
 * thread.
 */
abstract class Tile {
  static final float[] NONE = {};

  final Plan plan;
  final StepInput input;
  private final float[][] values;
  private final float[][] gradients;
  private final Map<Value, CsrRows> sparse = new HashMap<>(); // instead of values
  private float[] mask = NONE;

  Tile(Plan plan, StepInput input) {
    this.plan = plan;
    this.input = input;
    values = new float[plan.values().size()][];
    gradients = new float[plan.values().size()][];
    Arrays.fill(values, NONE);
    Arrays.fill(gradients, NONE);
  }

  /** Rows of a value in this tile. */
  abstract int rows(Value value);

  /** Types of the rows of a place. */
  abstract int[] types(Place place);

  /** Reads the stored rows of a value. */
  abstract void load(Value value);

  /** Place of a row of a value among all rows of the graph, by which its dropout is drawn. */
  abstract long rowNumber(Value value, int row);

  static int stride(Value value) {
    return MatMul.stride(value.columns());
  }

  Value operand(Value value, int i) {
    return plan.values().get(value.operands().get(i));
  }

  /** Rows of a value, which are there. */
  float[] value(Value value) {
    return values[value.number()];
  }

  /** Rows of a value that are sparse; empty if they are dense. */
  Optional<CsrRows> sparse(Value value) {
    return Optional.ofNullable(sparse.get(value));
  }

  /** Gives a value sparse rows. */
  void put(Value value, CsrRows rows) {
    sparse.put(value, rows);
  }

  /** Rows of a value that is computed now. */
  float[] room(Value value) {
    final int length = rows(value) * stride(value);
    if (values[value.number()].length < length) {
      values[value.number()] = new float[length + length / 4];
    }
    return values[value.number()];
  }

  /** Another value's rows, or a parameter, in the place of a value. */
  void alias(Value value, float[] rows) {
    values[value.number()] = rows;
  }

  /** Gradient of a value, to which its users add. */
  float[] gradient(Value value) {
    return gradients[value.number()];
  }

  /** Begins a gradient with zeros. */
  float[] clearGradient(Value value) {
    final int length = rows(value) * stride(value);
    if (gradients[value.number()].length < length) {
      gradients[value.number()] = new float[length + length / 4];
    }
    Arrays.fill(gradients[value.number()], 0, length, 0f);
    return gradients[value.number()];
  }

  /** Room for masks as long as the rows of a value. */
  float[] mask(Value value) {
    final int length = rows(value) * stride(value);
    if (mask.length < length) {
      mask = new float[length];
    }
    return mask;
  }
}
