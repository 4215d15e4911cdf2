// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.kernels.SparseMatMul;
import io.graphember.kernels.rows.ElementwiseKernels;
import io.graphember.kernels.rows.HeadKernels;
import io.graphember.kernels.rows.RowKernels;
import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.Dropout;
import io.graphember.spi.model.Operator;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Value;
import java.util.Optional;

/** Computes the values of a tile. */
final class TileForward {
  private TileForward() {}

  /** Computes a value whose operands are there. */
  static void compute(Value value, Tile tile) {
    switch (value.kind()) {
      case ROW -> tile.alias(value, tile.input.weights().matrix(value.parameter()));
      case TYPE_ROW ->
          RowKernels.gather(
              tile.types(value.place()),
              tile.rows(value),
              tile.input.weights().matrix(value.parameter()),
              Tile.stride(value),
              tile.room(value));
      case LINEAR -> linear(value, tile);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED ->
          HeadKernels.typedLinear(
              x(value, tile),
              xStride(value, tile),
              tile.types(value.place()),
              tile.rows(value),
              tile.input.weights().blocks(value),
              Tile.stride(value),
              tile.room(value));
      case MIX_HEADS, SUM_IN_HEADS, MEAN_OF_HEADS, CONCAT, LAYER_NORM -> columns(value, tile);
      case ADD, MULTIPLY -> combine(value, tile);
      case SCALE, RELU, LEAKY_RELU, ELU, GELU, SIGMOID, INVERSE_ROOT ->
          ElementwiseKernels.map(
              operator(value),
              (float) value.constant(),
              x(value, tile),
              tile.rows(value) * Tile.stride(value),
              tile.room(value));
      case DROPOUT -> dropout(value, tile);
      case BY_NORM, BY_NORM_SQUARED, BY_DEGREE, BY_DEGREE_OF_TYPE ->
          RowFactors.scale(value, (VertexTile) tile, x(value, tile), tile.room(value));
      default -> EdgeForward.compute(value, (EdgeTile) tile);
    }
  }

  static Operator operator(Value value) {
    return Operator.valueOf(value.kind().name());
  }

  static float[] x(Value value, Tile tile) {
    return tile.value(tile.operand(value, 0));
  }

  static int xStride(Value value, Tile tile) {
    return Tile.stride(tile.operand(value, 0));
  }

  private static void dropout(Value value, Tile tile) {
    Optional<CsrRows> sparse = tile.sparse(tile.operand(value, 0));
    if (sparse.isPresent()) {
      tile.put(
          value,
          Dropout.masked(
              tile.input.dropoutKey(),
              value.stream(),
              (float) value.constant(),
              sparse.get(),
              tile.rowNumber(value, 0)));
      return;
    }
    float[] mask = mask(value, tile);
    float[] x = x(value, tile);
    float[] r = tile.room(value);
    for (int i = 0; i < tile.rows(value) * Tile.stride(value); i++) {
      r[i] = mask[i] * x[i];
    }
  }

  private static void linear(Value value, Tile tile) {
    Optional<CsrRows> sparse = tile.sparse(tile.operand(value, 0));
    if (sparse.isPresent()) {
      SparseMatMul.BEST.multiply(
          sparse.get(),
          0,
          sparse.get().rows(),
          tile.input.weights().matrix(value.parameter()),
          Tile.stride(value),
          tile.room(value));
      return;
    }
    MatMul.BEST.multiply(
        x(value, tile),
        xStride(value, tile),
        tile.rows(value),
        tile.operand(value, 0).columns(),
        tile.input.weights().matrix(value.parameter()),
        0,
        Tile.stride(value),
        tile.room(value));
  }

  private static void columns(Value value, Tile tile) {
    final int rows = tile.rows(value);
    final float[] x = x(value, tile);
    final int xStride = xStride(value, tile);
    final int of = tile.operand(value, 0).columns();
    final int columns = value.columns();
    final int stride = Tile.stride(value);
    final float[] r = tile.room(value);
    switch (value.kind()) {
      case SUM_IN_HEADS ->
          HeadKernels.sumInHeads(x, xStride, rows, columns, of / columns, r, stride);
      case MEAN_OF_HEADS ->
          HeadKernels.meanOfHeads(x, xStride, rows, of / columns, columns, r, stride);
      case MIX_HEADS -> {
        final int heads = tile.input.weights().rows(value.parameter());
        HeadKernels.mix(
            x,
            xStride,
            rows,
            heads,
            of / heads,
            tile.input.weights().matrix(value.parameter()),
            columns,
            r,
            stride);
      }
      case CONCAT -> {
        Value other = tile.operand(value, 1);
        RowKernels.copyColumns(x, xStride, rows, of, r, stride, 0);
        RowKernels.copyColumns(
            tile.value(other), Tile.stride(other), rows, other.columns(), r, stride, of);
      }
      default -> RowKernels.normalize(x, rows, columns, stride, r);
    }
  }

  private static void combine(Value value, Tile tile) {
    final boolean sum = operator(value) == Operator.ADD;
    final Value other = tile.operand(value, 1);
    final float[] x = x(value, tile);
    final float[] y = tile.value(other);
    final int rows = tile.rows(value);
    final int stride = Tile.stride(value);
    final boolean single = other.place() == Place.ONE && value.place() != Place.ONE;
    final int yStride = single ? 0 : Tile.stride(other);
    if (other.columns() < value.columns()) {
      ElementwiseKernels.combineHeads(
          sum, x, stride, rows, value.columns(), y, yStride, other.columns(), tile.room(value));
    } else {
      ElementwiseKernels.combine(sum, x, stride, rows, y, yStride, tile.room(value));
    }
  }

  /** The masks of a value's rows, as far apart as the rows are. */
  static float[] mask(Value value, Tile tile) {
    float[] mask = tile.mask(value);
    for (int i = 0; i < tile.rows(value); i++) {
      Dropout.fill(
          tile.input.dropoutKey(),
          value.stream(),
          (float) value.constant(),
          tile.rowNumber(value, i) * value.columns(),
          value.columns(),
          mask,
          i * Tile.stride(value));
    }
    return mask;
  }
}
