// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.model.InputProduct.Operand;
import io.graphember.spi.model.InputProduct.Term;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A first layer of sparse rows, as far as it is computed before an engine: rows are multiplied,
 * rows of the product added up. On the way back the gradient of a product's row is made of those of
 * the sums that it is in, and the gradient of the weights is that of the product multiplied with
 * the rows from the left; every float of either is made by one worker in one order, so results
 * repeat bit for bit with any number of workers. O(entries out + edges out).
 *
 * <p>Used by one thread at a time; keeps its buffers, which grow to those of the largest batch.
 */
final class SparseLayer {
  private static final int GRAIN = 256; // rows in a worker's share
  private static final long MOST_FLOATS = 1 << 29; // a buffer of them has 2 GiB

  private final SparsePlan training;
  private final SparsePlan evaluation;
  private final List<ParameterLayout.Parameter> weights;
  private final int dim;
  private final int columns;
  private final Workers workers;
  private final SparseProducts products;
  private float[] projected = new float[0]; // of all sources, or the gradients of that
  private float[] sums = new float[0];
  private float[] part = new float[0];
  private float[] matrix = new float[0]; // weights
  private float[] gradient = new float[0]; // of weights
  private ByteBuffer result = ByteBuffer.allocateDirect(0);

  private SparseLayer(
      SparsePlan training,
      SparsePlan evaluation,
      List<ParameterLayout.Parameter> weights,
      int dim,
      BackendSettings lent) {
    this.training = training;
    this.evaluation = evaluation;
    this.weights = weights;
    this.dim = dim;
    columns = evaluation.columns();
    workers = lent.workers();
    products = lent.sparseProducts();
  }

  /** That of a model; empty if its first layer needs dense rows. */
  static Optional<SparseLayer> of(
      ModelSpec spec, ParameterLayout parameters, BackendSettings lent) {
    return spec.sparseForm()
        .map(
            form ->
                new SparseLayer(
                    SparsePlan.of(spec.program(0)).orElseThrow(),
                    SparsePlan.of(spec.program(0).inEvaluation()).orElseThrow(),
                    parameters.of(0),
                    spec.inputDim(),
                    lent));
  }

  /** True if nothing is left of the layer after its product. */
  boolean isWhole(boolean inTraining) {
    return (inTraining ? training : evaluation).isProduct();
  }

  /** What is left of the layer otherwise. */
  EngineInput.Form form() {
    return evaluation.form();
  }

  /**
   * The product of what enters a batch.
   *
   * @param rows of the sources of its first block
   * @param inTraining true if the rows pass their dropout
   */
  LayerProduct product(MiniBatch batch, CsrRows rows, ByteBuffer parameters, boolean inTraining) {
    final Block block = batch.blocks().get(0);
    CsrRows entering =
        inTraining && training.dropout().isPresent()
            ? Dropout.masked(
                batch.dropoutKey(),
                training.dropout().get().stream(),
                (float) training.dropout().get().constant(),
                rows)
            : rows;
    Product product = new Product(block, entering, FloatMemory.view(parameters));
    product.compute();
    return product;
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
  private void multiply(CsrRows x, int rows, float[] matrix, float[] y) {
    workers.each(
        rows, GRAIN, (worker, from, to) -> products.multiply(x, from, to, matrix, columns, y));
  }

  /** Adds {@code x matrix} to the first rows of the sums. */
  private void add(CsrRows x, int rows, float[] matrix) {
    part = room(part, rows, columns);
    workers.each(
        rows,
        GRAIN,
        (worker, from, to) -> {
          for (int i = from; i < to; i += GRAIN) {
            final int end = Math.min(to, i + GRAIN);
            products.multiply(x, i, end, matrix, columns, part);
            for (int j = i * columns; j < end * columns; j++) {
              sums[j] += part[j];
            }
          }
        });
  }

  /** A product that was computed. */
  private final class Product implements LayerProduct {
    private final Block block;
    private final CsrRows rows;
    private final FloatBuffer parameters;
    private final int count; // rows of the result
    private final List<CsrRows> edges; // by type: a row a destination

    Product(Block block, CsrRows rows, FloatBuffer parameters) {
      this.block = block;
      this.rows = rows;
      this.parameters = parameters;
      count = evaluation.form().rows(block);
      edges =
          evaluation
              .aggregator()
              .map(by -> EdgeMatrices.of(block, by, dim, uses(Operand.AGGREGATED_WITH_SELF)))
              .orElse(List.of());
    }

    private boolean uses(Operand operand) {
      return !terms(operand).isEmpty();
    }

    private List<ParameterLayout.Parameter> terms(Operand operand) {
      return evaluation.product().orElseThrow().terms().stream()
          .filter(term -> term.operand() == operand)
          .map(Term::weight)
          .map(weights::get)
          .toList();
    }

    void compute() {
      sums = room(sums, count, columns);
      if (evaluation.projection().isPresent()) {
        multiply(rows, count, matrix(List.of(projection()), 0), sums);
      } else {
        addUp();
      }
      result = FloatMemory.room(result, count, columns);
      FloatMemory.view(result).put(0, sums, 0, count * columns);
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
      if (evaluation.product().orElseThrow().rectified()) {
        for (int i = 0; i < count * columns; i++) {
          sums[i] = Math.max(sums[i], 0);
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
      return weights.get(evaluation.projection().orElseThrow().weight());
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

    @Override
    public EngineInput.Part rows() {
      return new EngineInput.Part(result, columns);
    }

    @Override
    public RowSource takeBack(RowSource ofRows, ByteBuffer gradients, boolean ofInput) {
      if (ofInput) {
        throw new IllegalArgumentException("sparse input has no gradients");
      }
      FloatBuffer target = FloatMemory.view(gradients);
      part = room(part, count, columns);
      ofRows.load(0, count, part, 0, columns);
      if (evaluation.projection().isPresent()) {
        write(rows.transposed(count), part, List.of(projection()), 0, target);
        return null;
      }
      if (evaluation.product().orElseThrow().rectified()) {
        for (int i = 0; i < count * columns; i++) {
          part[i] = sums[i] > 0 ? part[i] : 0;
        }
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
      return null;
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
