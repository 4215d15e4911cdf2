// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.memory.RowMatrix;
import io.graphember.memory.SparseSlab;
import io.graphember.spi.CsrRows;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;

/** Some masters. */
final class VertexTile extends Tile {
  /** Rows of a tile: what they are made of stays in the cache of a core. */
  static final int ROWS = 256;

  private int first;
  private int count;
  private int[] types = {};
  private final boolean sparseInput;

  VertexTile(Plan plan, StepInput input) {
    super(plan, input);
    sparseInput = input.facts().partition.input() instanceof SparseSlab && plan.multipliesInput();
  }

  /** Goes to the masters {@code from .. to - 1}. */
  void moveTo(int from, int to) {
    first = from;
    count = to - from;
    if (input.facts().vertexTypes.length > 0) {
      types = java.util.Arrays.copyOfRange(input.facts().vertexTypes, from, to);
    }
  }

  int first() {
    return first;
  }

  @Override
  int rows(Value value) {
    return value.place() == Place.ONE ? 1 : count;
  }

  @Override
  int[] types(Place place) {
    return types;
  }

  @Override
  void load(Value value) {
    if (value.kind() == Kind.BATCH_MEAN) {
      alias(value, input.mean(value));
      return;
    }
    if (value.kind() == Kind.INPUT) {
      final RowMatrix rows = input.facts().partition.input();
      if (sparseInput) {
        CsrRows.Builder entries = new CsrRows.Builder(rows.dim(), count, 0);
        for (int i = 0; i < count; i++) {
          rows.append(first + i, entries);
        }
        put(value, entries.build());
        return;
      }
      final float[] to = room(value);
      for (int i = 0; i < count; i++) {
        rows.read(first + i, to, i * stride(value));
      }
      return;
    }
    RowCopies.read(
        input.rows().value(value), first, count, value.columns(), room(value), stride(value));
  }

  /** Keeps the rows of a value. */
  void store(Value value) {
    RowCopies.write(
        value(value), stride(value), count, value.columns(), input.rows().value(value), first);
  }

  /** Begins a value's gradient with what is kept of it. */
  void loadGradient(Value value) {
    float[] from = input.rows().gradient(value);
    if (from.length == 0) {
      clearGradient(value);
      return;
    }
    RowCopies.read(from, first, count, value.columns(), clearGradient(value), stride(value));
  }

  /** Adds a gradient to what is kept of it. */
  void storeGradient(Value value) {
    RowCopies.add(
        gradient(value),
        stride(value),
        count,
        value.columns(),
        input.rows().gradient(value),
        first);
  }

  @Override
  long rowNumber(Value value, int row) {
    return input.facts().firstRow + first + row;
  }
}
