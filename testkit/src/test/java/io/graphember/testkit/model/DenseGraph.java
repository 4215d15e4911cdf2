// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.model;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.testkit.batch.BatchCase;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The first block of a step and its parameters, as rows that a formula can be written with. */
final class DenseGraph {
  final List<Edge> edges = new ArrayList<>();
  final double[][] rows;
  final int destinations;
  private final ModelSpec spec;
  private final Block block;
  private final ByteBuffer parameters;

  /** An edge with what it carries; 0 where it carries nothing. */
  record Edge(int source, int destination, double weight, int type, double[] features) {}

  DenseGraph(BatchCase step) {
    spec = step.spec();
    block = step.batch().blocks().get(0);
    parameters = step.parameters();
    destinations = block.destinations();
    ByteBuffer input = ((BatchInput.Rows) step.batch().input()).rows();
    rows = rows(input, 0, block.sources(), spec.inputDim());
    for (int i = 0; i < destinations; i++) {
      for (int e = block.offsets().getInt(4 * i); e < block.offsets().getInt(4 * i + 4); e++) {
        edges.add(
            new Edge(
                block.neighbors().getInt(4 * e),
                i,
                block.edgeWeights() == null ? 0 : block.edgeWeights().getFloat(4 * e),
                block.edgeTypes() == null ? 0 : block.edgeTypes().getInt(4 * e),
                block.edgeFeatures() == null
                    ? new double[0]
                    : features(e, spec.options().edgeDim())));
      }
    }
  }

  private double[] features(int edge, int columns) {
    return rows(block.edgeFeatures(), edge * columns, 1, columns)[0];
  }

  private static double[][] rows(ByteBuffer buffer, int offset, int count, int columns) {
    double[][] rows = new double[count][columns];
    for (int i = 0; i < count * columns; i++) {
      rows[i / columns][i % columns] = buffer.getFloat(4 * (offset + i));
    }
    return rows;
  }

  /** Edges of a destination. */
  List<Edge> edgesOf(int destination) {
    return edges.stream().filter(edge -> edge.destination == destination).toList();
  }

  double selfWeight(int destination) {
    return block.selfWeights().getFloat(4 * destination);
  }

  int typeOf(int vertex) {
    return block.vertexTypes().getInt(4 * vertex);
  }

  /** A parameter of layer 0. */
  double[][] weight(String name) {
    ParameterLayout.Parameter parameter = spec.layout().get("layer0." + name);
    return rows(parameters, parameter.offset(), parameter.rows(), parameter.columns());
  }

  /** One block of rows of a parameter: of a type, of a head. */
  double[][] weight(String name, int block, int rowsOfBlock) {
    double[][] all = weight(name);
    double[][] part = new double[rowsOfBlock][];
    System.arraycopy(all, block * rowsOfBlock, part, 0, rowsOfBlock);
    return part;
  }

  /** Weights that add up to 1 over edges. */
  static double[] softmax(List<Edge> edges, ToDoubleFunction<Edge> score) {
    double[] weights = new double[edges.size()];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(score.applyAsDouble(edges.get(i)));
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  static double[] times(double[] row, double[][] matrix) {
    double[] result = new double[matrix[0].length];
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j < result.length; j++) {
        result[j] += row[i] * matrix[i][j];
      }
    }
    return result;
  }

  static double[] plus(double[] left, double... right) {
    double[] result = new double[left.length];
    for (int j = 0; j < result.length; j++) {
      result[j] = left[j] + right[j];
    }
    return result;
  }

  static double[] scaled(double factor, double[] row) {
    double[] result = new double[row.length];
    for (int j = 0; j < result.length; j++) {
      result[j] = factor * row[j];
    }
    return result;
  }

  static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum += left[j] * right[j];
    }
    return sum;
  }

  /** The columns of one head. */
  static double[] head(double[] row, int head, int heads) {
    int columns = row.length / heads;
    double[] part = new double[columns];
    System.arraycopy(row, head * columns, part, 0, columns);
    return part;
  }
}
