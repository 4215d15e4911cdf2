// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.kernels.MatMul;
import io.graphember.kernels.rows.ElementwiseKernels;
import io.graphember.kernels.rows.HeadKernels;
import io.graphember.kernels.rows.RowKernels;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interprets a slice with the kernels of this JVM: no engine is needed. Operation by operation over
 * a batch that stays in the cache, so its cost is that of the matrix products.
 *
 * <p>Where an operation changes elements one by one and its operand is not used again, it is done
 * in place.
 */
public final class KernelRunner implements SliceRunner {
  private final Slice slice;
  private final Program program;
  private final SliceWeights weights;
  private final HeadKernels.Blocks[] blocks; // of products by type
  private final boolean ofNeighborhoods;
  private final boolean[] inPlace;

  /** A runner of a slice. */
  public KernelRunner(Slice slice, SliceWeights weights) {
    this.slice = slice;
    this.program = slice.program();
    this.weights = weights;
    this.ofNeighborhoods =
        program.operations().stream().anyMatch(o -> o.space() == Space.NEIGHBORHOODS);
    this.inPlace = new boolean[program.operations().size()];
    this.blocks = new HeadKernels.Blocks[inPlace.length];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = blocks(program.operation(i));
    }
    markInPlace(slice.transform());
    markInPlace(slice.apply());
  }

  /** Operations by element whose first operand was computed here, is of their shape and dies. */
  private void markInPlace(List<Integer> stage) {
    for (int i : stage) {
      Operation operation = program.operation(i);
      inPlace[i] =
          ElementwiseKernels.byElement(operation.operator())
              && stage.contains(operation.first())
              && owns(program.operation(operation.first()))
              && lastUse(stage, operation.first()) == i
              && program.operation(operation.first()).columns() == operation.columns()
              && (operation.operands().size() < 2 || operation.first() != operation.second());
    }
  }

  /** False for values that other operations or the batch hold too. */
  private static boolean owns(Operation operation) {
    return switch (operation.operator()) {
      case INPUT, AGGREGATED, EDGE_FEATURES, ROW, DESTINATIONS, SOURCE_OF_EDGE, DROPOUT -> false;
      default -> true;
    };
  }

  private int lastUse(List<Integer> stage, int value) {
    int last = slice.shared().has(value) || slice.own().has(value) ? Integer.MAX_VALUE : value;
    for (int i : stage) {
      Operation operation = program.operation(i);
      if (operation.operands().contains(value)) {
        last = Math.max(last, owns(operation) ? i : lastUse(stage, i));
      }
    }
    return last;
  }

  /** The matrices of a product by type, null of other operations. */
  private HeadKernels.@Nullable Blocks blocks(Operation operation) {
    final boolean transposed = operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED;
    if (!transposed && operation.operator() != Operator.TYPED_LINEAR) {
      return null;
    }
    final float[] weight = weights.get(operation.weight());
    final int columns = program.operation(operation.first()).columns();
    final int ofBlock = program.weights().get(operation.weight()).columns();
    final int heads = (transposed ? columns : operation.columns()) / ofBlock;
    return transposed
        ? HeadKernels.Blocks.transposed(weight, heads, operation.columns() / heads, ofBlock)
        : new HeadKernels.Blocks(weight, heads, columns / heads, ofBlock);
  }

  @Override
  public void transform(SliceBatch batch) {
    for (int i : slice.transform()) {
      compute(i, batch);
    }
  }

  @Override
  public float[] apply(SliceBatch batch) {
    if (ofNeighborhoods) {
      batch.findNeighborhoods();
    }
    for (int i : slice.apply()) {
      compute(i, batch);
    }
    return batch.value(program.operations().size() - 1);
  }

  private void compute(int number, SliceBatch batch) {
    final Operation operation = program.operation(number);
    switch (operation.operator()) {
      case INPUT, EDGE_FEATURES -> {} // given
      case ROW -> batch.alias(number, weights.get(operation.weight()));
      case DESTINATIONS, SOURCE_OF_EDGE -> batch.alias(number, batch.value(operation.first()));
      case LINEAR -> linear(number, operation, batch);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> typedLinear(number, operation, batch);
      case TYPE_ROW ->
          gather(number, types(operation.space(), batch), weights.get(operation.weight()), batch);
      case DESTINATION_OF_NEIGHBORHOOD ->
          gather(number, batch.vertexOfNeighborhood, batch.value(operation.first()), batch);
      case NEIGHBORHOOD_OF_EDGE ->
          gather(number, batch.neighborhoodOfEdge, batch.value(operation.first()), batch);
      case SUM_OF_NEIGHBORHOODS ->
          RowKernels.sum(
              batch.vertexOfNeighborhood,
              batch.neighborhoods,
              batch.value(operation.first()),
              batch.stride(number),
              batch.rows,
              batch.room(number));
      case DESTINATION_OF_EDGE ->
          EdgeKernels.destinationRows(
              batch, batch.value(operation.first()), batch.stride(number), batch.room(number));
      case SELF_WEIGHTED ->
          RowKernels.scaled(
              batch.value(operation.first()),
              batch.selfWeights,
              batch.rows,
              batch.stride(number),
              batch.room(number));
      case EDGE_SOFTMAX ->
          EdgeKernels.softmax(
              batch,
              batch.value(operation.first()),
              operation.columns(),
              batch.stride(number),
              batch.room(number));
      case NTH_NEIGHBOR ->
          EdgeKernels.nth(
              batch,
              (int) operation.constant(),
              batch.value(operation.first()),
              batch.stride(number),
              batch.room(number));
      case HAS_NEIGHBOR ->
          EdgeKernels.has(
              batch, (int) operation.constant(), batch.stride(number), batch.room(number));
      case EDGE_SUM ->
          EdgeKernels.sum(
              batch, batch.value(operation.first()), batch.stride(number), batch.room(number));
      case WEIGHTED_SUM -> weightedSum(number, operation, batch);
      case SUM_IN_HEADS, MEAN_OF_HEADS, MIX_HEADS, CONCAT, COLUMNS, ROW_SOFTMAX, LAYER_NORM ->
          columns(number, operation, batch);
      default -> element(number, operation, batch);
    }
  }

  private int[] types(Space space, SliceBatch batch) {
    return switch (space) {
      case EDGES -> batch.edgeTypes;
      case NEIGHBORHOODS -> batch.typeOfNeighborhood;
      case SOURCES, DESTINATIONS, PAIRS, ONE -> batch.vertexTypes;
    };
  }

  private void gather(int number, int[] numbers, float[] rows, SliceBatch batch) {
    RowKernels.gather(
        numbers,
        batch.count(program.operation(number)),
        rows,
        batch.stride(number),
        batch.room(number));
  }

  private void linear(int number, Operation operation, SliceBatch batch) {
    MatMul.BEST.multiply(
        batch.value(operation.first()),
        batch.stride(operation.first()),
        batch.count(operation),
        batch.columns(operation.first()),
        weights.get(operation.weight()),
        0,
        batch.stride(number),
        batch.room(number));
  }

  private void typedLinear(int number, Operation operation, SliceBatch batch) {
    HeadKernels.typedLinear(
        batch.value(operation.first()),
        batch.stride(operation.first()),
        types(operation.space(), batch),
        batch.count(operation),
        blocks[number],
        batch.stride(number),
        batch.room(number));
  }

  private void weightedSum(int number, Operation operation, SliceBatch batch) {
    final float[] x = batch.value(operation.first());
    final float[] w = batch.value(operation.second());
    final int heads = batch.columns(operation.second());
    final int columns = operation.columns();
    final int wStride = batch.stride(operation.second());
    final int stride = batch.stride(number);
    if (operation.space() == Space.NEIGHBORHOODS) {
      EdgeKernels.weightedSumByType(
          batch, x, w, heads, columns, wStride, stride, batch.room(number));
    } else {
      EdgeKernels.weightedSum(batch, x, w, heads, columns, wStride, stride, batch.room(number));
    }
  }

  private void columns(int number, Operation operation, SliceBatch batch) {
    final int rows = batch.count(operation);
    final float[] x = batch.value(operation.first());
    final int xStride = batch.stride(operation.first());
    final int of = batch.columns(operation.first());
    final int columns = operation.columns();
    final float[] y = batch.room(number);
    final int yStride = batch.stride(number);
    switch (operation.operator()) {
      case SUM_IN_HEADS ->
          HeadKernels.sumInHeads(x, xStride, rows, columns, of / columns, y, yStride);
      case MEAN_OF_HEADS ->
          HeadKernels.meanOfHeads(x, xStride, rows, of / columns, columns, y, yStride);
      case MIX_HEADS -> {
        final int heads = program.weights().get(operation.weight()).rows();
        HeadKernels.mix(
            x,
            xStride,
            rows,
            heads,
            of / heads,
            weights.get(operation.weight()),
            columns,
            y,
            yStride);
      }
      case CONCAT -> {
        RowKernels.copyColumns(x, xStride, rows, of, y, yStride, 0);
        RowKernels.copyColumns(
            batch.value(operation.second()),
            batch.stride(operation.second()),
            rows,
            batch.columns(operation.second()),
            y,
            yStride,
            of);
      }
      case COLUMNS ->
          RowKernels.columns(x, xStride, (int) operation.constant(), rows, columns, y, yStride);
      case ROW_SOFTMAX -> RowKernels.softmax(x, rows, columns, xStride, y);
      default -> RowKernels.normalize(x, rows, columns, xStride, y);
    }
  }

  private void element(int number, Operation operation, SliceBatch batch) {
    final float[] x = batch.value(operation.first());
    if (inPlace[number]) {
      batch.alias(number, x);
    } else {
      batch.room(number);
    }
    final float[] y = batch.value(number);
    final int rows = batch.count(operation);
    final int stride = batch.stride(number);
    if (operation.operator() != Operator.ADD && operation.operator() != Operator.MULTIPLY) {
      ElementwiseKernels.map(
          operation.operator(), (float) operation.constant(), x, rows * stride, y);
      return;
    }
    final boolean sum = operation.operator() == Operator.ADD;
    final Operation other = program.operation(operation.second());
    final float[] z = batch.value(operation.second());
    final int otherStride = other.space() == Space.ONE ? 0 : batch.stride(operation.second());
    if (other.columns() < operation.columns()) {
      ElementwiseKernels.combineHeads(
          sum, x, stride, rows, operation.columns(), z, otherStride, other.columns(), y);
    } else {
      ElementwiseKernels.combine(sum, x, stride, rows, z, otherStride, y);
    }
  }
}
