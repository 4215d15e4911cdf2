// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.model;

import static io.graphember.testkit.model.DenseGraph.dot;
import static io.graphember.testkit.model.DenseGraph.head;
import static io.graphember.testkit.model.DenseGraph.plus;
import static io.graphember.testkit.model.DenseGraph.scaled;
import static io.graphember.testkit.model.DenseGraph.softmax;
import static io.graphember.testkit.model.DenseGraph.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSageConcat;
import io.graphember.spi.model.layer.GraphSageLstm;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.spi.model.layer.Hgt;
import io.graphember.spi.model.layer.Rgcn;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.model.DenseGraph.Edge;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Every built-in layer against its paper's formula, written out vertex by vertex: as the only layer
 * of a model, and as the first of two.
 */
class LayerFormulaTest {
  private static final int IN = 6;
  private static final int HIDDEN = 4;
  private static final int CLASSES = 3;
  private static final LayerOptions PLAIN = LayerOptions.DEFAULT;
  private static final DoubleUnaryOperator RELU = x -> Math.max(0, x);
  private static final DoubleUnaryOperator ELU = x -> x > 0 ? x : Math.exp(x) - 1;

  /** A row of a destination, before the activation. */
  private interface Formula {
    double[] row(DenseGraph graph, int destination, boolean last);
  }

  private static void check(
      Architecture kind, LayerOptions options, DoubleUnaryOperator activation, Formula formula) {
    for (int layers = 1; layers <= 2; layers++) {
      ModelSpec spec = new ModelSpec(kind, IN, HIDDEN, CLASSES, layers, 0.5f, 0.5f).with(options);
      BatchCase step = BatchFixtures.random(kind + " " + layers, spec, 7, 3, 11);
      ByteBuffer embeddings = step.newEmbeddings();
      try (ModelSession session = new ReferenceBackend().open(spec)) {
        session.forward(step.batch(), step.parameters(), step.newLogits(), embeddings);
      }
      DenseGraph graph = new DenseGraph(step);
      for (int v = 0; v < step.batch().seeds(); v++) {
        double[] expected = formula.row(graph, v, layers == 1);
        for (int j = 0; j < expected.length; j++) {
          double value = layers == 1 ? expected[j] : activation.applyAsDouble(expected[j]);
          assertThat((double) embeddings.getFloat(4 * (v * expected.length + j)))
              .isCloseTo(value, within(1e-5));
        }
      }
    }
  }

  private static double[] mean(DenseGraph graph, List<Edge> edges) {
    double[] sum = new double[IN];
    for (Edge edge : edges) {
      sum = plus(sum, scaled(1.0 / edges.size(), graph.rows[edge.source()]));
    }
    return sum;
  }

  @Test
  void gcn() {
    check(
        new Gcn(),
        PLAIN,
        RELU,
        (graph, v, last) -> {
          double[] sum = scaled(graph.selfWeight(v), graph.rows[v]);
          for (Edge edge : graph.edgesOf(v)) {
            sum = plus(sum, scaled(edge.weight(), graph.rows[edge.source()]));
          }
          return plus(times(sum, graph.weight("weight")), graph.weight("bias")[0]);
        });
  }

  @Test
  void graphSageWithMeans() {
    check(
        new GraphSage(),
        PLAIN,
        RELU,
        (graph, v, last) ->
            plus(
                plus(
                    times(graph.rows[v], graph.weight("weight_self")),
                    times(mean(graph, graph.edgesOf(v)), graph.weight("weight_neighbor"))),
                graph.weight("bias")[0]));
  }

  @Test
  void graphSageWithPooling() {
    check(
        new GraphSagePool(),
        PLAIN,
        RELU,
        (graph, v, last) -> {
          double[] largest = new double[IN]; // of values that are not negative
          for (Edge edge : graph.edgesOf(v)) {
            double[] pooled =
                plus(
                    times(graph.rows[edge.source()], graph.weight("weight_pool")),
                    graph.weight("bias_pool")[0]);
            Arrays.setAll(largest, j -> Math.max(largest[j], pooled[j]));
          }
          return plus(
              plus(
                  times(graph.rows[v], graph.weight("weight_self")),
                  times(largest, graph.weight("weight_neighbor"))),
              graph.weight("bias")[0]);
        });
  }

  @Test
  void graphSageWithAnLstm() {
    check(
        new GraphSageLstm(2),
        PLAIN,
        RELU,
        (graph, v, last) -> {
          double[] state = new double[HIDDEN];
          double[] memory = new double[HIDDEN];
          for (Edge edge : firstTwo(graph, v)) {
            double[] gates =
                plus(
                    plus(
                        times(graph.rows[edge.source()], graph.weight("lstm_input")),
                        times(state, graph.weight("lstm_state"))),
                    graph.weight("lstm_bias")[0]);
            state = new double[HIDDEN];
            for (int j = 0; j < HIDDEN; j++) {
              memory[j] =
                  sigmoid(gates[HIDDEN + j]) * memory[j]
                      + sigmoid(gates[j]) * Math.tanh(gates[2 * HIDDEN + j]);
              state[j] = sigmoid(gates[3 * HIDDEN + j]) * Math.tanh(memory[j]);
            }
          }
          return sage(graph, v, state);
        });
  }

  @Test
  void graphSageWithAConcatenation() {
    check(
        new GraphSageConcat(2),
        PLAIN,
        RELU,
        (graph, v, last) -> {
          double[] together = new double[2 * IN];
          int at = 0;
          for (Edge edge : firstTwo(graph, v)) {
            System.arraycopy(graph.rows[edge.source()], 0, together, at, IN);
            at += IN;
          }
          return sage(graph, v, together);
        });
  }

  /** Of vertices that have up to three. */
  private static List<Edge> firstTwo(DenseGraph graph, int v) {
    return graph.edgesOf(v).stream().limit(2).toList();
  }

  private static double[] sage(DenseGraph graph, int v, double[] neighbors) {
    return plus(
        plus(
            times(graph.rows[v], graph.weight("weight_self")),
            times(neighbors, graph.weight("weight_neighbor"))),
        graph.weight("bias")[0]);
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  @Test
  void gin() {
    checkGin(new Gin(), graph -> graph.weight("epsilon")[0][0]);
    checkGin(new Gin(false), graph -> 0);
  }

  private static void checkGin(Gin kind, ToDoubleFunction<DenseGraph> epsilon) {
    check(
        kind,
        PLAIN,
        RELU,
        (graph, v, last) -> {
          double[] sum = scaled(1 + epsilon.applyAsDouble(graph), graph.rows[v]);
          for (Edge edge : graph.edgesOf(v)) {
            sum = plus(sum, graph.rows[edge.source()]);
          }
          double[] hidden =
              plus(times(sum, graph.weight("weight_hidden")), graph.weight("bias_hidden")[0]);
          return plus(
              times(Arrays.stream(hidden).map(RELU).toArray(), graph.weight("weight_out")),
              graph.weight("bias_out")[0]);
        });
  }

  @Test
  void gat() {
    final int heads = 2;
    check(
        new Gat(new AttentionSettings(heads, heads, 0.3f, 0.5f)),
        PLAIN,
        ELU,
        (graph, v, last) ->
            attention(
                graph,
                v,
                heads,
                last,
                edge -> times(graph.rows[edge.source()], graph.weight("weight")),
                (edge, h) ->
                    leaky(
                        0.3f,
                        ofHead(graph, "weight", "attention_source", edge.source(), h, heads)
                            + ofHead(graph, "weight", "attention_destination", v, h, heads))));
  }

  @Test
  void gatv2() {
    final int heads = 2;
    check(
        new Gatv2(heads, heads),
        PLAIN,
        ELU,
        (graph, v, last) ->
            attention(
                graph,
                v,
                heads,
                last,
                edge -> times(graph.rows[edge.source()], graph.weight("weight_source")),
                (edge, h) -> {
                  double[] both =
                      plus(
                          times(graph.rows[edge.source()], graph.weight("weight_source")),
                          times(graph.rows[v], graph.weight("weight_destination")));
                  double[] bent = Arrays.stream(both).map(x -> leaky(0.2f, x)).toArray();
                  return dot(head(bent, h, heads), head(graph.weight("attention")[0], h, heads));
                }));
  }

  @Test
  void gatE() {
    final int heads = 2;
    check(
        new GatE(heads, heads),
        PLAIN.withEdgeDim(3),
        ELU,
        (graph, v, last) ->
            attention(
                graph,
                v,
                heads,
                last,
                edge ->
                    plus(
                        times(graph.rows[edge.source()], graph.weight("weight")),
                        times(edge.features(), graph.weight("weight_edge"))),
                (edge, h) -> {
                  double[] attributes = times(edge.features(), graph.weight("weight_edge"));
                  return leaky(
                      0.2f,
                      ofHead(graph, "weight", "attention_source", edge.source(), h, heads)
                          + ofHead(graph, "weight", "attention_destination", v, h, heads)
                          + dot(
                              head(attributes, h, heads),
                              head(graph.weight("attention_edge")[0], h, heads)));
                }));
  }

  private static double leaky(float slope, double x) {
    return x > 0 ? x : slope * x;
  }

  private static double ofHead(
      DenseGraph graph, String weight, String attention, int vertex, int h, int heads) {
    double[] row = times(graph.rows[vertex], graph.weight(weight));
    return dot(head(row, h, heads), head(graph.weight(attention)[0], h, heads));
  }

  private interface Score {
    double of(Edge edge, int head);
  }

  private interface Message {
    double[] of(Edge edge);
  }

  private static double[] attention(
      DenseGraph graph, int v, int heads, boolean last, Message message, Score score) {
    final int out = last ? CLASSES : HIDDEN;
    final int columns = last ? CLASSES : HIDDEN / heads;
    List<Edge> edges = graph.edgesOf(v);
    double[] row = graph.weight("bias")[0].clone();
    for (int h = 0; h < heads; h++) {
      final int number = h;
      double[] weights = softmax(edges, edge -> score.of(edge, number));
      for (int e = 0; e < weights.length; e++) {
        double[] part = head(message.of(edges.get(e)), h, heads);
        for (int j = 0; j < columns; j++) {
          row[last ? j : h * columns + j] += weights[e] * part[j] / (last ? heads : 1);
        }
      }
    }
    assertThat(row).hasSize(out);
    return row;
  }

  @Test
  void rgcn() {
    check(new Rgcn(), PLAIN.withTypes(3, 1), RELU, (graph, v, last) -> rgcn(graph, v, 3, false));
    check(new Rgcn(2), PLAIN.withTypes(3, 1), RELU, (graph, v, last) -> rgcn(graph, v, 3, true));
  }

  private static double[] rgcn(DenseGraph graph, int v, int types, boolean bases) {
    double[] row = plus(times(graph.rows[v], graph.weight("weight_self")), graph.weight("bias")[0]);
    for (int t = 0; t < types; t++) {
      final int type = t;
      List<Edge> edges = graph.edgesOf(v).stream().filter(e -> e.type() == type).toList();
      double[] mean = mean(graph, edges);
      for (int b = 0; b < (bases ? 2 : 1); b++) {
        double factor = bases ? graph.weight("coefficients")[t][b] : 1;
        double[][] matrix = graph.weight("weight_relation", bases ? b : t, IN);
        row = plus(row, scaled(factor, times(mean, matrix)));
      }
    }
    return row;
  }

  @Test
  void hgt() {
    check(
        new Hgt(2, 0),
        PLAIN.withTypes(3, 2),
        DoubleUnaryOperator.identity(),
        (graph, v, last) -> hgt(graph, v, 2, last ? CLASSES : HIDDEN));
  }

  @Test
  void hgtMixesWithTheRowThatEntersWhereTheWidthsAreTheSame() {
    ModelSpec spec =
        new ModelSpec(new Hgt(2, 0), IN, IN, CLASSES, 2, 0, 0).with(PLAIN.withTypes(3, 2));
    BatchCase step = BatchFixtures.random("same widths", spec, 5, 3, 12);
    ByteBuffer embeddings = step.newEmbeddings();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      session.forward(step.batch(), step.parameters(), step.newLogits(), embeddings);
    }
    DenseGraph graph = new DenseGraph(step);
    for (int v = 0; v < step.batch().seeds(); v++) {
      double[] update = hgt(graph, v, 2, IN);
      double gate = 1 / (1 + Math.exp(-graph.weight("skip")[graph.typeOf(v)][0]));
      for (int j = 0; j < IN; j++) {
        assertThat((double) embeddings.getFloat(4 * (v * IN + j)))
            .isCloseTo(gate * update[j] + (1 - gate) * graph.rows[v][j], within(1e-5));
      }
    }
  }

  private static double[] hgt(DenseGraph graph, int v, int heads, int out) {
    final int hidden = graph.weight("key")[0].length;
    final int c = hidden / heads;
    double[] query = ofType(graph, "query", graph.rows[v], v);
    double[] sums = new double[hidden];
    List<Edge> edges = graph.edgesOf(v);
    for (int h = 0; h < heads; h++) {
      final int number = h;
      double[] weights =
          softmax(
              edges,
              edge -> {
                double[] key = ofType(graph, "key", graph.rows[edge.source()], edge.source());
                double[][] matrix = graph.weight("attention", edge.type() * heads + number, c);
                double product =
                    dot(times(head(key, number, heads), matrix), head(query, number, heads));
                return product * graph.weight("prior")[edge.type()][number] / Math.sqrt(c);
              });
      for (int e = 0; e < weights.length; e++) {
        Edge edge = edges.get(e);
        double[] value = ofType(graph, "value", graph.rows[edge.source()], edge.source());
        double[][] matrix = graph.weight("message", edge.type() * heads + h, c);
        double[] message = times(head(value, h, heads), matrix);
        for (int j = 0; j < c; j++) {
          sums[h * c + j] += weights[e] * message[j];
        }
      }
    }
    double[] bent = Arrays.stream(sums).map(LayerFormulaTest::gelu).toArray();
    double[] update = ofType(graph, "update", bent, v);
    assertThat(update).hasSize(out);
    return update;
  }

  private static double[] ofType(DenseGraph graph, String name, double[] row, int vertex) {
    int type = graph.typeOf(vertex);
    return plus(
        times(row, graph.weight(name, type, row.length)), graph.weight(name + "_bias")[type]);
  }

  /** By the integral of the normal density, with Simpson's rule. */
  private static double gelu(double x) {
    final int steps = 1000;
    double width = x / steps;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double a = i * width;
      sum += (density(a) + 4 * density(a + width / 2) + density(a + width)) * width / 6;
    }
    return x * (0.5 + sum);
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  @Test
  void residualAndNorm() {
    ModelSpec spec =
        new ModelSpec(new GraphSage(), IN, HIDDEN, CLASSES, 2, 0, 0)
            .with(PLAIN.with(true, Normalization.LAYER));
    BatchCase step = BatchFixtures.random("residual", spec, 5, 3, 13);
    ByteBuffer embeddings = step.newEmbeddings();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      session.forward(step.batch(), step.parameters(), step.newLogits(), embeddings);
    }
    DenseGraph graph = new DenseGraph(step);
    for (int v = 0; v < step.batch().seeds(); v++) {
      double[] row =
          plus(
              plus(
                  times(graph.rows[v], graph.weight("weight_self")),
                  times(mean(graph, graph.edgesOf(v)), graph.weight("weight_neighbor"))),
              graph.weight("bias")[0]);
      double[] out = plus(row, times(graph.rows[v], graph.weight("weight_residual")));
      double mean = Arrays.stream(out).average().orElseThrow();
      double variance = Arrays.stream(out).map(x -> (x - mean) * (x - mean)).sum() / HIDDEN;
      for (int j = 0; j < HIDDEN; j++) {
        double normal = (out[j] - mean) / Math.sqrt(variance + 1e-5);
        double expected =
            normal * graph.weight("norm_gain")[0][j] + graph.weight("norm_bias")[0][j];
        assertThat((double) embeddings.getFloat(4 * (v * HIDDEN + j)))
            .isCloseTo(Math.max(0, expected), within(1e-4));
      }
    }
    assertThat(DirectBuffers.floats(embeddings)).isNotEmpty();
  }

  /**
   * Columns over all destinations of the first layer. Evaluation with the statistics that its batch
   * has, the variance with bias as in training, gives the outputs of training, hence its loss.
   */
  @Test
  void batchNorm() {
    ModelSpec spec =
        new ModelSpec(new GraphSage(), IN, HIDDEN, CLASSES, 2, 0, 0)
            .with(PLAIN.with(false, Normalization.BATCH));
    BatchCase step = BatchFixtures.random("norm of the batch", spec, 5, 3, 13);
    DenseGraph graph = new DenseGraph(step);
    final int n = graph.destinations;
    assertThat(n).isGreaterThan(step.batch().seeds());
    ByteBuffer gradients = step.newGradients();
    ByteBuffer logits = step.newLogits();
    ByteBuffer embeddings = step.newEmbeddings();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      double loss =
          session
              .forwardBackward(step.batch(), step.targets(), step.parameters(), gradients, null)
              .lossSum();
      for (int j = 0; j < HIDDEN; j++) {
        double[] column = new double[n];
        for (int v = 0; v < n; v++) {
          column[v] = sageRow(graph, v)[j];
        }
        double mean = Arrays.stream(column).average().orElseThrow();
        double squares = Arrays.stream(column).map(x -> (x - mean) * (x - mean)).sum();
        leadTo(step, gradients, "layer0.norm_mean", j, mean, mean);
        leadTo(step, gradients, "layer0.norm_variance", j, squares / (n - 1), squares / n);
      }
      session.forward(step.batch(), step.parameters(), logits, embeddings);
      assertThat(loss).isCloseTo(crossEntropy(step, logits), within(1e-4));
    }
    for (int v = 0; v < step.batch().seeds(); v++) {
      double[] row = sageRow(graph, v);
      for (int j = 0; j < HIDDEN; j++) {
        double normal =
            (row[j] - graph.weight("norm_mean")[0][j])
                / Math.sqrt(graph.weight("norm_variance")[0][j] + 1e-5);
        double expected =
            normal * graph.weight("norm_gain")[0][j] + graph.weight("norm_bias")[0][j];
        assertThat((double) embeddings.getFloat(4 * (v * HIDDEN + j)))
            .isCloseTo(Math.max(0, expected), within(1e-4));
      }
    }
  }

  private static double[] sageRow(DenseGraph graph, int v) {
    return plus(
        plus(
            times(graph.rows[v], graph.weight("weight_self")),
            times(mean(graph, graph.edgesOf(v)), graph.weight("weight_neighbor"))),
        graph.weight("bias")[0]);
  }

  /** A statistic less what lies in the place of its gradient; then it gets another value. */
  private static void leadTo(
      BatchCase step, ByteBuffer gradients, String name, int j, double expected, double next) {
    final int at = 4 * (step.spec().layout().get(name).offset() + j);
    assertThat((double) step.parameters().getFloat(at) - gradients.getFloat(at))
        .as(name)
        .isCloseTo(expected, within(1e-5));
    step.parameters().putFloat(at, (float) next);
  }

  private static double crossEntropy(BatchCase step, ByteBuffer logits) {
    ByteBuffer labels = ((Loss.Classes) step.targets().loss()).labels();
    double sum = 0;
    for (int v = 0; v < step.batch().seeds(); v++) {
      double powers = 0;
      for (int c = 0; c < CLASSES; c++) {
        powers += Math.exp(logits.getFloat(4 * (v * CLASSES + c)));
      }
      sum += Math.log(powers) - logits.getFloat(4 * (v * CLASSES + labels.getInt(4 * v)));
    }
    return sum;
  }
}
