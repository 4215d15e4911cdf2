// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import java.util.Arrays;

/**
 * One layer's pass over one block: what forward computed and backward needs.
 *
 * <p>Every kind is a sum of products and a bias: {@code sum * weight + b} (GCN), {@code self *
 * weight_self + mean * weight_neighbor + b} (GraphSAGE).
 */
final class LayerPass {
  private final ModelKind kind;
  private final String prefix;
  private final ParameterLayout layout;
  private final int in;
  private final int out;
  private final int destinations;
  private final int sources;
  private final NeighborSum neighborSum;
  private double[] self; // [destinations, in]
  private double[] sum; // [destinations, in]

  LayerPass(ModelSpec spec, int layer, Block block) {
    kind = spec.kind();
    prefix = "layer" + layer + ".";
    layout = spec.layout();
    in = spec.layerInput(layer);
    out = spec.layerOutput(layer);
    destinations = block.destinations();
    sources = block.sources();
    neighborSum = new NeighborSum(block);
  }

  /** Output rows [destinations, out] from rows[sources, in]. */
  double[] forward(double[] rows, double[] parameters) {
    self = Arrays.copyOf(rows, destinations * in);
    sum = neighborSum.of(rows, in);
    return products(parameters);
  }

  /** Output rows from what push-down aggregated: both [destinations, in]. */
  double[] forward(double[] selfRows, double[] aggregated, double[] parameters) {
    self = selfRows;
    sum = aggregated.clone();
    neighborSum.addSelf(selfRows, in, sum);
    return products(parameters);
  }

  private double[] products(double[] parameters) {
    double[] result = new double[destinations * out];
    int bias = offset("bias");
    for (int i = 0; i < result.length; i++) {
      result[i] = parameters[bias + i % out];
    }
    if (kind == ModelKind.GCN) {
      Matrices.multiply(sum, destinations, parameters, offset("weight"), in, out, result);
    } else {
      Matrices.multiply(self, destinations, parameters, offset("weight_self"), in, out, result);
      Matrices.multiply(sum, destinations, parameters, offset("weight_neighbor"), in, out, result);
    }
    return result;
  }

  /** Adds the gradients of this layer's parameters, given that of its output. */
  void backwardParameters(double[] outputGradient, double[] gradients) {
    int bias = offset("bias");
    for (int i = 0; i < outputGradient.length; i++) {
      gradients[bias + i % out] += outputGradient[i];
    }
    if (kind == ModelKind.GCN) {
      accumulate(sum, outputGradient, gradients, "weight");
    } else {
      accumulate(self, outputGradient, gradients, "weight_self");
      accumulate(sum, outputGradient, gradients, "weight_neighbor");
    }
  }

  private void accumulate(double[] rows, double[] outputGradient, double[] gradients, String name) {
    Matrices.transposedMultiply(
        rows, destinations, outputGradient, in, out, gradients, offset(name));
  }

  /** Gradient [sources, in] of the input rows, given that of the output. */
  double[] backwardRows(double[] outputGradient, double[] parameters) {
    double[] rowGradient = new double[sources * in];
    String weight = "weight";
    if (kind == ModelKind.GRAPHSAGE) {
      weight = "weight_neighbor";
      Matrices.multiplyTransposed(
          outputGradient, destinations, parameters, offset("weight_self"), in, out, rowGradient);
    }
    double[] sumGradient = new double[destinations * in];
    Matrices.multiplyTransposed(
        outputGradient, destinations, parameters, offset(weight), in, out, sumGradient);
    neighborSum.backward(sumGradient, in, rowGradient);
    return rowGradient;
  }

  private int offset(String name) {
    return layout.get(prefix + name).offset();
  }
}
