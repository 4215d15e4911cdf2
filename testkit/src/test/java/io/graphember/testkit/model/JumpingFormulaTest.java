// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.model;

import static io.graphember.testkit.model.DenseGraph.dot;
import static io.graphember.testkit.model.DenseGraph.plus;
import static io.graphember.testkit.model.DenseGraph.scaled;
import static io.graphember.testkit.model.DenseGraph.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Outputs of all layers against the formulas, vertex by vertex, over sampled blocks. */
class JumpingFormulaTest {
  private static final int HIDDEN = 4;
  private static final int LAYERS = 3;

  private BatchCase step;

  @ParameterizedTest
  @EnumSource
  void outputsFollowFromAllLayers(JumpingKnowledge jumping) {
    ModelSpec spec =
        new ModelSpec(new GraphSage(), 5, HIDDEN, 3, LAYERS, 0.5f, 0.5f)
            .with(LayerOptions.DEFAULT.with(jumping, new DenseLayers(1, 2)));
    step = BatchFixtures.random("jumping", spec, 6, 3, 11);
    ByteBuffer logits = step.newLogits();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      session.forward(step.batch(), step.parameters(), logits, step.newEmbeddings());
    }
    double[][][] left = new double[LAYERS][][];
    double[][] rows = input();
    for (int k = 0; k < LAYERS; k++) {
      rows = layer(k, rows);
      left[k] = rows;
    }
    for (int v = 0; v < step.batch().seeds(); v++) {
      final int seed = v;
      double[][] layers = Arrays.stream(left).map(of -> of[seed]).toArray(double[][]::new);
      double[] dense = relu(dense("layer2.", 0, together(jumping, layers)));
      double[] expected = dense("layer2.", 1, dense);
      for (int j = 0; j < 3; j++) {
        assertThat((double) logits.getFloat(4 * (v * 3 + j))).isCloseTo(expected[j], within(1e-5));
      }
    }
  }

  private double[][] input() {
    ByteBuffer rows = ((BatchInput.Rows) step.batch().input()).rows();
    double[][] input = new double[step.batch().blocks().get(0).sources()][5];
    for (int i = 0; i < input.length * 5; i++) {
      input[i / 5][i % 5] = rows.getFloat(4 * i);
    }
    return input;
  }

  private double[][] layer(int k, double[][] rows) {
    Block block = step.batch().blocks().get(k);
    String name = "layer" + k + ".";
    double[][] left = new double[block.destinations()][];
    for (int v = 0; v < left.length; v++) {
      double[] mean = new double[rows[0].length];
      final int from = block.offsets().getInt(4 * v);
      final int to = block.offsets().getInt(4 * (v + 1));
      for (int e = from; e < to; e++) {
        mean = plus(mean, scaled(1.0 / (to - from), rows[block.neighbors().getInt(4 * e)]));
      }
      double[] sum = plus(times(rows[v], weight(name + "weight_self")), weight(name + "bias")[0]);
      left[v] = relu(plus(sum, times(mean, weight(name + "weight_neighbor"))));
      left[v] = k == LAYERS - 1 ? left[v] : relu(dense(name, 0, left[v]));
    }
    return left;
  }

  private double[] together(JumpingKnowledge jumping, double[][] layers) {
    return switch (jumping) {
      case NONE -> layers[LAYERS - 1];
      case CONCAT -> Arrays.stream(layers).flatMapToDouble(Arrays::stream).toArray();
      case MAX -> {
        double[] largest = layers[0].clone();
        for (double[] row : layers) {
          Arrays.setAll(largest, j -> Math.max(largest[j], row[j]));
        }
        yield largest;
      }
      case LSTM -> attended(layers);
    };
  }

  private double[] attended(double[][] layers) {
    double[][] up = states("layer2.jumping_up", layers);
    double[][] turned = {layers[2], layers[1], layers[0]};
    double[][] down = states("layer2.jumping_down", turned);
    double[] shares = new double[LAYERS];
    for (int k = 0; k < LAYERS; k++) {
      double[] both =
          DoubleStream.concat(Arrays.stream(up[k]), Arrays.stream(down[LAYERS - 1 - k])).toArray();
      shares[k] = Math.exp(times(both, weight("layer2.jumping_score"))[0]);
    }
    final double sum = Arrays.stream(shares).sum();
    double[] mean = new double[HIDDEN];
    for (int k = 0; k < LAYERS; k++) {
      mean = plus(mean, scaled(shares[k] / sum, layers[k]));
    }
    assertThat(dot(shares, shares)).as("no share is all").isLessThan(sum * sum);
    return mean;
  }

  /** States of a long short-term memory after each of its steps. */
  private double[][] states(String name, double[][] inputs) {
    double[][] states = new double[inputs.length][];
    double[] state = new double[HIDDEN];
    double[] memory = new double[HIDDEN];
    for (int t = 0; t < inputs.length; t++) {
      double[] gates =
          plus(
              plus(
                  times(inputs[t], weight(name + "_input")), times(state, weight(name + "_state"))),
              weight(name + "_bias")[0]);
      state = new double[HIDDEN];
      for (int j = 0; j < HIDDEN; j++) {
        memory[j] =
            sigmoid(gates[HIDDEN + j]) * memory[j]
                + sigmoid(gates[j]) * Math.tanh(gates[2 * HIDDEN + j]);
        state[j] = sigmoid(gates[3 * HIDDEN + j]) * Math.tanh(memory[j]);
      }
      states[t] = state;
    }
    return states;
  }

  private double[] dense(String layer, int number, double[] row) {
    return plus(
        times(row, weight(layer + "weight_dense" + number)),
        weight(layer + "bias_dense" + number)[0]);
  }

  private static double[] relu(double[] row) {
    return Arrays.stream(row).map(x -> Math.max(x, 0)).toArray();
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private double[][] weight(String name) {
    ParameterLayout.Parameter of = step.spec().layout().get(name);
    double[][] weight = new double[of.rows()][of.columns()];
    for (int i = 0; i < of.length(); i++) {
      weight[i / of.columns()][i % of.columns()] =
          step.parameters().getFloat(4 * (of.offset() + i));
    }
    return weight;
  }
}
