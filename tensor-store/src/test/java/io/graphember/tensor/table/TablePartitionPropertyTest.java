// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Any sequence of operations against a plain table in double. */
class TablePartitionPropertyTest {
  private static final int ROWS = 300; // more than are worked on at a time

  private enum Kind {
    GET,
    PUT,
    ADD,
    UPDATE,
    MULT,
    MULT_ADD
  }

  private record Operation(Kind kind, int stepsLater, long seed) {}

  @Provide
  Arbitrary<List<Operation>> operations() {
    return Combinators.combine(
            Arbitraries.of(Kind.values()),
            Arbitraries.integers().between(0, 40),
            Arbitraries.longs())
        .as(Operation::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30);
  }

  @Provide
  Arbitrary<RowOptimizer> optimizers() {
    return Arbitraries.of(Optimizers.all());
  }

  @Property(tries = 150, seed = "71")
  void float32RowsAreThoseOfThePlainTable(
      @ForAll("operations") List<Operation> operations,
      @ForAll("optimizers") RowOptimizer optimizer,
      @ForAll @IntRange(min = 1, max = 40) int dim) {
    run(operations, optimizer, dim, Precision.FLOAT32, 5e-4);
  }

  /** Each write rounds a weight by up to 2^-9 of its size. */
  @Property(tries = 100, seed = "72")
  void bfloat16RowsAreThoseOfThePlainTable(
      @ForAll("operations") List<Operation> operations,
      @ForAll("optimizers") RowOptimizer optimizer,
      @ForAll @IntRange(min = 1, max = 40) int dim) {
    run(operations, optimizer, dim, Precision.BFLOAT16, 0.2);
  }

  private static void run(
      List<Operation> operations,
      RowOptimizer optimizer,
      int dim,
      Precision precision,
      double tolerance) {
    TableSpec spec = new TableSpec("t", dim, precision, RowInitializer.uniform(0.5f, 3), optimizer);
    TablePartition table = new TablePartition(spec, 0, ROWS);
    DenseTable dense = new DenseTable(optimizer, ROWS, dim);
    int[] all = numbers(ROWS);
    float[] weights = new float[ROWS * dim];
    table.get(all, 0, ROWS, 0, weights, 0);
    for (int i = 0; i < weights.length; i++) {
      dense.row(i / dim, 0)[i % dim] = weights[i];
    }
    long step = 0;
    for (Operation operation : operations) {
      step += operation.stepsLater() + (operation.kind() == Kind.UPDATE ? 1 : 0);
      apply(operation, table, dense, step);
    }
    table.get(all, 0, ROWS, step, weights, 0);
    for (int row = 0; row < ROWS; row++) {
      TablePartitionTest.assertClose(
          Arrays.copyOfRange(weights, row * dim, (row + 1) * dim), dense.row(row, step), tolerance);
    }
  }

  private static void apply(
      Operation operation, TablePartition table, DenseTable dense, long step) {
    final int dim = table.spec().dim();
    final boolean unique = operation.kind() == Kind.UPDATE;
    final int[] rows = rows(operation.seed(), unique);
    final int from = 1;
    final int to = rows.length;
    final int at = 2;
    float[] values = new float[at + rows.length * dim];
    for (int i = 0; i < values.length; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(operation.seed(), i)) - 0.5f;
    }
    switch (operation.kind()) {
      case GET -> table.get(rows, from, to, step, values, at);
      case PUT, ADD -> {
        final boolean add = operation.kind() == Kind.ADD;
        table.put(rows, from, to, values, at, add, step);
        for (int i = 0; i < (to - from) * dim; i++) {
          double[] row = dense.row(rows[from + i / dim], step);
          row[i % dim] = (add ? row[i % dim] : 0) + values[at + i];
        }
      }
      case UPDATE -> {
        table.update(rows, from, to, values, at, step);
        for (int i = from; i < to; i++) {
          dense.update(rows[i], values, at + (i - from) * dim, step);
        }
      }
      case MULT -> {
        table.mult(values[0], step);
        for (int row = 0; row < ROWS; row++) {
          multiply(dense.row(row, step), values[0]);
        }
      }
      default -> {
        table.multAdd(table, values[0], step);
        for (int row = 0; row < ROWS; row++) {
          multiply(dense.row(row, step), 1 + (double) values[0]);
        }
      }
    }
  }

  private static void multiply(double[] row, double factor) {
    for (int j = 0; j < row.length; j++) {
      row[j] *= factor;
    }
  }

  /** Some rows in any order, repeated ones unless they are to be unique. */
  private static int[] rows(long seed, boolean unique) {
    int[] rows = new int[1 + CounterRandom.bounded(CounterRandom.bits(seed, 1), ROWS)];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          unique
              ? (int) ((Math.floorMod(seed, ROWS) + 7L * i) % ROWS) // 7 and 300 have no divisor
              : CounterRandom.bounded(CounterRandom.bits(seed, 2 + i), ROWS);
    }
    return rows;
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }
}
