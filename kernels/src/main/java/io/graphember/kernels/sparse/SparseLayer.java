// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.kernels.SparseMatMul;
import io.graphember.kernels.sparse.InputProduct.Operand;
import io.graphember.kernels.sparse.InputProduct.Term;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.Dropout;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The beginning of a first layer of sparse rows: rows are multiplied, {@code p = x W}, and rows of
 * the products added up, {@code r = A p}. Backward {@code dp = A' dr} and {@code dW = x' dp}; every
 * float of either is made by one worker in one order, so results repeat bit for bit with any number
 * of workers. O(entries out + edges out).
 *
 * <p>Used by one thread at a time; keeps its buffers, which grow to those of the largest batch.
 */
final class SparseLayer {
  private static final int GRAIN = 256; // rows in a worker's share
  private static final long MOST_FLOATS = (1 << 29) - 1; // a buffer of them has 2 GiB

  private final SparsePlan plan;
  private final List<ParameterLayout.Parameter> weights;
  private final int dim;
  private final int columns;
  private final Workers workers;
  private float[] projected = new float[0]; // of all sources, or the gradients of that
  private float[] sums = new float[0];
  private float[] part = new float[0];
  private float[] matrix = new float[0]; // weights
  private float[] gradient = new float[0]; // of weights
  private ByteBuffer result = ByteBuffer.allocateDirect(0);

  /**
   * That of a model.
   *
   * @param workers compute it
   */
  SparseLayer(ModelSpec spec, SparsePlan plan, Workers workers) {
    this.plan = plan;
    this.workers = workers;
    weights = spec.layout().of(0);
    dim = spec.inputDim();
    columns = plan.columns();
  }

  /**
   * Computes what the rest of the model starts from.
   *
   * @param rows of the sources of the batch's first block
   * @param training true if the rows pass their dropout
   */
  Output forward(MiniBatch batch, CsrRows rows, ByteBuffer parameters, boolean training) {
    Output output =
        new Output(
            batch.blocks().get(0),
            training ? dropped(batch.dropoutKey(), rows) : rows,
            FloatBuffers.view(parameters));
    output.compute();
    return output;
  }

  private CsrRows dropped(long key, CsrRows rows) {
    return plan.dropout()
        .map(dropout -> Dropout.masked(key, dropout.stream(), (float) dropout.constant(), rows))
        .orElse(rows);
  }

  private static float[] room(float[] array, int rows, int columns) {
    final long floats = (long) rows * columns;
    if (floats > MOST_FLOATS) {
      throw new IllegalArgumentException(
          ("a batch has a product of %d rows of %d floats, which fits no array: lower"
                  + " training.batchSize or training.fanouts")
              .formatted(rows, columns));
    }
    return array.length >= floats ? array : new float[(int) (floats + floats / 4)];
  }

  /** Rows of {@code y = x matrix}. */
  private void multiply(CsrRows x, int rows, float[] b, float[] y) {
    workers.each(
        rows, GRAIN, (worker, from, to) -> SparseMatMul.BEST.multiply(x, from, to, b, columns, y));
  }

  /** Adds {@code x matrix} to the first rows of the sums. */
  private void add(CsrRows x, int rows, float[] b) {
    part = room(part, rows, columns);
    workers.each(
        rows,
        GRAIN,
        (worker, from, to) -> {
          for (int i = from; i < to; i += GRAIN) {
            final int end = Math.min(to, i + GRAIN);
            SparseMatMul.BEST.multiply(x, i, end, b, columns, part);
            for (int j = i * columns; j < end * columns; j++) {
              sums[j] += part[j];
            }
          }
        });
  }

  /** What was computed of a batch; valid until the next one. */
  final class Output {
    private final Block block;
    private final CsrRows rows;
    private final FloatBuffer parameters;
    private final int count; // rows of the result
    private final List<CsrRows> edges; // by type: a row a destination

    private Output(Block block, CsrRows rows, FloatBuffer parameters) {
      this.block = block;
      this.rows = rows;
      this.parameters = parameters;
      count = plan.ofDestinations() ? block.destinations() : block.sources();
      edges =
          plan.aggregator()
              .map(by -> AdjacencyMatrices.of(block, by, dim, uses(Operand.AGGREGATED_WITH_SELF)))
              .orElse(List.of());
    }

    private boolean uses(Operand operand) {
      return !terms(operand).isEmpty();
    }

    private List<ParameterLayout.Parameter> terms(Operand operand) {
      return plan.product().orElseThrow().terms().stream()
          .filter(term -> term.operand() == operand)
          .map(Term::weight)
          .map(weights::get)
          .toList();
    }

    private void compute() {
      sums = room(sums, count, columns);
      if (plan.ofDestinations()) {
        addUp();
      } else {
        multiply(rows, count, matrix(List.of(projection()), 0), sums);
      }
      result = FloatBuffers.room(result, (long) count * columns);
      FloatBuffers.view(result).put(0, sums, 0, count * columns);
    }

    private void addUp() {
      float[] bias = matrix(terms(Operand.ONE), 0, 1);
      for (int i = 0; i < count; i++) {
        System.arraycopy(bias, 0, sums, i * columns, columns);
      }
      if (uses(Operand.SELF)) {
        add(rows, count, matrix(terms(Operand.SELF), 0));
      }
      for (List<ParameterLayout.Parameter> terms : aggregated()) {
        projected = room(projected, block.sources(), columns);
        for (int t = 0; t < edges.size(); t++) {
          multiply(rows, block.sources(), matrix(terms, t), projected);
          add(edges.get(t), count, projected);
        }
      }
    }

    /** Weights of sums of neighbours: with the destination's own row, or without. */
    private List<List<ParameterLayout.Parameter>> aggregated() {
      List<List<ParameterLayout.Parameter>> operands = new ArrayList<>();
      operands.add(terms(Operand.AGGREGATED));
      operands.add(terms(Operand.AGGREGATED_WITH_SELF));
      operands.removeIf(List::isEmpty);
      return operands;
    }

    private ParameterLayout.Parameter projection() {
      return weights.get(plan.projection().orElseThrow().weight());
    }

    private float[] matrix(List<ParameterLayout.Parameter> terms, int type) {
      return matrix(terms, type, dim);
    }

    /** The sum of the weights that multiply the same rows, valid until the next call. */
    private float[] matrix(List<ParameterLayout.Parameter> terms, int type, int matrixRows) {
      final int floats = matrixRows * columns;
      matrix = room(matrix, matrixRows, columns);
      Arrays.fill(matrix, 0, terms.isEmpty() ? floats : 0, 0);
      for (int i = 0; i < terms.size(); i++) {
        final int offset = terms.get(i).offset() + type * floats;
        if (i == 0) {
          parameters.get(offset, matrix, 0, floats);
        } else {
          for (int j = 0; j < floats; j++) {
            matrix[j] += parameters.get(offset + j);
          }
        }
      }
      return matrix;
    }

    /** float32[destinations or sources, columns]: what the rest of the model starts from. */
    ByteBuffer rows() {
      return result;
    }

    /** Floats of {@link #rows()}. */
    int floats() {
      return count * columns;
    }

    /**
     * Writes the gradients of the weights that were multiplied with.
     *
     * @param ofRows gradients of {@link #rows()}
     * @param gradients of the model's parameters
     */
    void backward(ByteBuffer ofRows, ByteBuffer gradients) {
      FloatBuffer target = FloatBuffers.view(gradients);
      part = room(part, count, columns);
      FloatBuffers.view(ofRows).get(0, part, 0, count * columns);
      if (!plan.ofDestinations()) {
        write(rows.transposed(count), part, List.of(projection()), 0, target);
        return;
      }
      writeBias(target);
      if (uses(Operand.SELF)) {
        write(rows.transposed(count), part, terms(Operand.SELF), 0, target);
      }
      CsrRows byColumn = rows.transposed(block.sources());
      for (List<ParameterLayout.Parameter> terms : aggregated()) {
        for (int t = 0; t < edges.size(); t++) {
          multiply(edges.get(t).transposed(count), block.sources(), part, projected);
          write(byColumn, projected, terms, t, target);
        }
      }
    }

    private void writeBias(FloatBuffer target) {
      float[] sum = new float[columns];
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < columns; j++) {
          sum[j] += part[i * columns + j];
        }
      }
      terms(Operand.ONE).forEach(weight -> target.put(weight.offset(), sum));
    }

    /** The gradient of a matrix, which is that of all weights that are added up to it. */
    private void write(
        CsrRows byColumn,
        float[] ofProduct,
        List<ParameterLayout.Parameter> terms,
        int type,
        FloatBuffer target) {
      gradient = room(gradient, dim, columns);
      multiply(byColumn, dim, ofProduct, gradient);
      final int floats = dim * columns;
      terms.forEach(weight -> target.put(weight.offset() + type * floats, gradient, 0, floats));
    }
  }
}
