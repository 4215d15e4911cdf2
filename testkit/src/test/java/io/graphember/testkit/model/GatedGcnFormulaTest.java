// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.model;

import static io.graphember.testkit.model.DenseGraph.plus;
import static io.graphember.testkit.model.DenseGraph.scaled;
import static io.graphember.testkit.model.DenseGraph.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.GatedGcn;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.model.DenseGraph.Edge;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values of edges that layers hand on, over one graph: written out edge by edge with values that
 * are kept, where the model computes them anew.
 */
class GatedGcnFormulaTest {
  private static final int IN = 5;
  private static final int HIDDEN = 4;
  private static final int CLASSES = 3;
  private static final int LAYERS = 4;

  private ModelSpec spec;
  private BatchCase step;

  @ParameterizedTest
  @CsvSource({"0, false", "3, false", "3, true"})
  void edgesKeepWhatLayersMakeOfThem(int edgeDim, boolean residual) {
    spec =
        new ModelSpec(new GatedGcn(), IN, HIDDEN, CLASSES, LAYERS, 0.5f, 0.5f)
            .with(LayerOptions.DEFAULT.withEdgeDim(edgeDim).with(residual, Normalization.NONE));
    step = overOneGraph(BatchFixtures.whole("gated", spec, 9, 3, 11));
    ByteBuffer logits = step.newLogits();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      session.forward(step.batch(), step.parameters(), logits, step.newEmbeddings());
    }
    DenseGraph graph = new DenseGraph(step);
    double[][] rows = new double[graph.rows.length][];
    for (int v = 0; v < rows.length; v++) {
      rows[v] = plus(times(graph.rows[v], weight("layer0.weight_input")), row("layer0.bias_input"));
    }
    double[][] values = new double[graph.edges.size()][HIDDEN];
    for (int e = 0; e < values.length && edgeDim > 0; e++) {
      double[] features = graph.edges.get(e).features();
      values[e] = plus(times(features, weight("shared.edges.weight")), row("shared.edges.bias"));
    }
    for (int k = 0; k < LAYERS; k++) {
      rows = layer(k, graph, rows, values, edgeDim > 0 || k > 0);
    }
    for (int v = 0; v < rows.length; v++) {
      for (int j = 0; j < CLASSES; j++) {
        assertThat((double) logits.getFloat(4 * (v * CLASSES + j)))
            .isCloseTo(rows[v][j], within(1e-4));
      }
    }
  }

  /** All layers look at the edges of the first. */
  private static BatchCase overOneGraph(BatchCase given) {
    Block block = given.batch().blocks().get(0);
    MiniBatch batch =
        new MiniBatch(
            Collections.nCopies(LAYERS, block), given.batch().input(), given.batch().dropoutKey());
    return new BatchCase("gated", given.spec(), batch, given.targets(), given.parameters());
  }

  /** The rows that leave a layer; updates the values of edges. */
  private double[][] layer(
      int k, DenseGraph graph, double[][] rows, double[][] values, boolean valued) {
    final String name = "layer" + k + ".";
    final String edges = "shared.edges" + k + ".";
    final int out = k == LAYERS - 1 ? CLASSES : HIDDEN;
    double[][] sums = new double[rows.length][out];
    double[][] gates = new double[rows.length][out];
    for (int e = 0; e < values.length; e++) {
      Edge edge = graph.edges.get(e);
      final int v = edge.destination();
      double[] change =
          plus(
              plus(
                  times(rows[edge.source()], weight(edges + "weight_source")),
                  times(rows[v], weight(edges + "weight_destination"))),
              row(edges + "bias"));
      if (valued) {
        change = plus(change, times(values[e], weight(edges + "weight_value")));
      }
      double[] gate = Arrays.stream(change).map(x -> 1 / (1 + Math.exp(-x))).toArray();
      double[] message = times(rows[edge.source()], weight(name + "weight_neighbor"));
      for (int j = 0; j < out; j++) {
        sums[v][j] += gate[j] * message[j];
        gates[v][j] += gate[j];
      }
      if (k < LAYERS - 1) {
        values[e] = plus(values[e], relu(change));
      }
    }
    double[][] left = new double[rows.length][];
    for (int v = 0; v < left.length; v++) {
      left[v] = plus(times(rows[v], weight(name + "weight_self")), row(name + "bias"));
      for (int j = 0; j < out; j++) {
        left[v][j] += sums[v][j] / (gates[v][j] + 1e-6);
      }
      if (spec.options().residual()) {
        left[v] =
            plus(
                left[v],
                out == HIDDEN
                    ? scaled(1, rows[v])
                    : times(rows[v], weight(name + "weight_residual")));
      }
      left[v] = k == LAYERS - 1 ? left[v] : relu(left[v]);
    }
    return left;
  }

  private static double[] relu(double[] row) {
    return Arrays.stream(row).map(x -> Math.max(x, 0)).toArray();
  }

  private double[] row(String name) {
    return weight(name)[0];
  }

  private double[][] weight(String name) {
    ParameterLayout.Parameter of = spec.layout().get(name);
    double[][] weight = new double[of.rows()][of.columns()];
    for (int i = 0; i < of.length(); i++) {
      weight[i / of.columns()][i % of.columns()] =
          step.parameters().getFloat(4 * (of.offset() + i));
    }
    return weight;
  }
}
