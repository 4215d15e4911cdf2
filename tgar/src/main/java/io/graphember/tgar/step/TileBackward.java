// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.kernels.rows.ElementwiseGradients;
import io.graphember.kernels.rows.HeadGradients;
import io.graphember.kernels.rows.HeadKernels;
import io.graphember.kernels.rows.RowGradients;
import io.graphember.spi.CsrRows;
import io.graphember.spi.model.Operator;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Value;
import java.util.Optional;

/** Takes gradients through the values of a tile: each adds to those of its operands. */
final class TileBackward {
  private final Tile tile;
  private final ParameterSums sums;
  private float[] product = Tile.NONE;

  TileBackward(Tile tile, ParameterSums sums) {
    this.tile = tile;
    this.sums = sums;
  }

  /** Goes back through a value whose gradient is complete. */
  void differentiate(Value value) {
    final float[] dr = tile.gradient(value);
    switch (value.kind()) {
      case ROW -> ElementwiseGradients.add(value.columns(), dr, sums.of(value.parameter()));
      case TYPE_ROW ->
          RowGradients.scatter(
              tile.types(value.place()),
              tile.rows(value),
              Tile.stride(value),
              dr,
              sums.of(value.parameter()));
      case LINEAR -> linear(value, dr);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> typedLinear(value, dr);
      case MIX_HEADS, SUM_IN_HEADS, MEAN_OF_HEADS, CONCAT, LAYER_NORM -> columns(value, dr);
      case ADD, MULTIPLY -> combine(value, dr);
      case SCALE, RELU, LEAKY_RELU, ELU, GELU, SIGMOID, INVERSE_ROOT ->
          ElementwiseGradients.map(
              TileForward.operator(value),
              (float) value.constant(),
              TileForward.x(value, tile),
              tile.value(value),
              tile.rows(value) * Tile.stride(value),
              dr,
              dx(value));
      case DROPOUT ->
          ElementwiseGradients.multiply(
              TileForward.mask(value, tile), tile.rows(value) * Tile.stride(value), dr, dx(value));
      case BY_NORM, BY_NORM_SQUARED, BY_DEGREE, BY_DEGREE_OF_TYPE ->
          RowFactors.addScaled(value, (VertexTile) tile, dr, dx(value));
      case BATCH_MEAN -> mean(value, dr);
      default -> new EdgeBackward((EdgeTile) tile).differentiate(value, dr);
    }
  }

  private float[] dx(Value value) {
    return tile.gradient(tile.operand(value, 0));
  }

  /** {@code dx = dr / n}. */
  private void mean(Value value, float[] dr) {
    final float[] dx = dx(value);
    final int stride = Tile.stride(value);
    final Value operand = tile.operand(value, 0);
    for (int i = 0; i < tile.rows(operand); i++) {
      for (int j = 0; j < value.columns(); j++) {
        dx[i * stride + j] += (float) (dr[j] / (double) tile.input.vertices());
      }
    }
  }

  private void linear(Value value, float[] dr) {
    final Value operand = tile.operand(value, 0);
    final int rows = tile.rows(value);
    Optional<CsrRows> sparse = tile.sparse(operand);
    if (sparse.isPresent()) { // the rows that enter, which have no gradient
      addTransposed(sparse.get(), dr, Tile.stride(value), sums.of(value.parameter()));
      return;
    }
    MatMul.BEST.addTransposed(
        tile.value(operand),
        Tile.stride(operand),
        rows,
        operand.columns(),
        dr,
        Tile.stride(value),
        sums.of(value.parameter()));
    if (operand.learned()) {
      final int length = rows * Tile.stride(operand);
      MatMul.BEST.multiply(
          dr,
          Tile.stride(value),
          rows,
          value.columns(),
          tile.input.weights().transposed(value),
          0,
          Tile.stride(operand),
          room(length));
      ElementwiseGradients.add(length, product, tile.gradient(operand));
    }
  }

  /** Adds {@code x' dr}, rows of {@code stride} floats. */
  private static void addTransposed(CsrRows x, float[] dr, int stride, float[] to) {
    for (int i = 0; i < x.rows(); i++) {
      for (int e = x.offsets()[i]; e < x.offsets()[i + 1]; e++) {
        final float factor = x.values()[e];
        final int at = x.columns()[e] * stride;
        for (int j = 0; j < stride; j++) {
          to[at + j] += factor * dr[i * stride + j];
        }
      }
    }
  }

  private float[] room(int length) {
    if (product.length < length) {
      product = new float[length];
    }
    return product;
  }

  private void typedLinear(Value value, float[] dr) {
    final Value operand = tile.operand(value, 0);
    final int rows = tile.rows(value);
    final int[] types = tile.types(value.place());
    HeadKernels.Blocks forward = tile.input.weights().blocks(value);
    final int heads = forward.heads();
    final int in = operand.columns() / heads;
    final int out = value.columns() / heads;
    final float[] x = tile.value(operand);
    final float[] dw = sums.of(value.parameter());
    if (value.kind() == Kind.TYPED_LINEAR) {
      HeadGradients.typedLinear(
          x, Tile.stride(operand), types, rows, heads, in, out, dr, Tile.stride(value), dw);
    } else {
      HeadGradients.typedLinearTransposed(
          x, Tile.stride(operand), types, rows, heads, in, out, dr, Tile.stride(value), dw);
    }
    if (operand.learned()) {
      final int length = rows * Tile.stride(operand);
      HeadKernels.typedLinear(
          dr,
          Tile.stride(value),
          types,
          rows,
          tile.input.weights().back(value),
          Tile.stride(operand),
          room(length));
      ElementwiseGradients.add(length, product, tile.gradient(operand));
    }
  }

  private void columns(Value value, float[] dr) {
    final Value operand = tile.operand(value, 0);
    final int rows = tile.rows(value);
    final int stride = Tile.stride(value);
    final int xStride = Tile.stride(operand);
    final int of = operand.columns();
    final int columns = value.columns();
    switch (value.kind()) {
      case SUM_IN_HEADS ->
          HeadGradients.sumInHeads(dr, stride, rows, columns, of / columns, dx(value), xStride);
      case MEAN_OF_HEADS ->
          HeadGradients.meanOfHeads(dr, stride, rows, of / columns, columns, dx(value), xStride);
      case MIX_HEADS -> {
        final int heads = tile.input.weights().rows(value.parameter());
        HeadGradients.mix(
            tile.value(operand),
            xStride,
            rows,
            heads,
            of / heads,
            tile.input.weights().matrix(value.parameter()),
            columns,
            dr,
            stride,
            operand.learned() ? dx(value) : Tile.NONE,
            sums.of(value.parameter()));
      }
      case CONCAT -> {
        copied(operand, 0, rows, dr, stride);
        copied(tile.operand(value, 1), of, rows, dr, stride);
      }
      default -> RowGradients.normalize(tile.value(operand), rows, columns, stride, dr, dx(value));
    }
  }

  private void copied(Value operand, int at, int rows, float[] dr, int stride) {
    if (operand.learned()) {
      RowGradients.copyColumns(
          dr, stride, at, rows, operand.columns(), tile.gradient(operand), Tile.stride(operand));
    }
  }

  private void combine(Value value, float[] dr) {
    final Value x = tile.operand(value, 0);
    final Value y = tile.operand(value, 1);
    final boolean product = TileForward.operator(value) == Operator.MULTIPLY;
    final boolean single = y.place() == Place.ONE && value.place() != Place.ONE;
    final boolean same = !single && y.columns() == value.columns();
    final int rows = tile.rows(value);
    final int columns = value.columns();
    final int stride = Tile.stride(value);
    final int yStride = single ? 0 : Tile.stride(y);
    if (x.learned()) {
      final float[] dx = tile.gradient(x);
      if (!product) {
        ElementwiseGradients.add(rows * stride, dr, dx);
      } else if (same) {
        ElementwiseGradients.multiply(tile.value(y), rows * stride, dr, dx);
      } else if (single && y.columns() == columns) {
        ElementwiseGradients.multiplyByRow(tile.value(y), rows, columns, stride, dr, dx);
      } else {
        ElementwiseGradients.multiplyRepeated(
            tile.value(y), yStride, y.columns(), rows, columns, stride, dr, dx);
      }
    }
    if (y.learned()) {
      final float[] dy = tile.gradient(y);
      if (same && !product) {
        ElementwiseGradients.add(rows * stride, dr, dy);
      } else if (same) {
        ElementwiseGradients.multiply(tile.value(x), rows * stride, dr, dy);
      } else {
        ElementwiseGradients.repeated(
            product ? tile.value(x) : Tile.NONE,
            yStride,
            y.columns(),
            rows,
            columns,
            stride,
            dr,
            dy);
      }
    }
  }
}
