// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Classification of edges: {@code task: {type: edge-classes}}. A perceptron over the embeddings of
 * both ends predicts the class.
 *
 * @param vertexType vertex type that has results; empty for all that these edges join
 * @param edgeType edge type whose classes are learned; null for the first that has classes
 * @param validation share of the edges that decide which epoch is the best
 * @param test share of the edges that measure the result
 */
@Tag("edge-classes")
public record EdgeClassSettings(
    @Setting(
            value = "Vertex type that has results; without it all that these edges join.",
            optional = true)
        Optional<String> vertexType,
    @Setting(
            value = "Edge type whose classes are learned; without it the first that has classes.",
            optional = true)
        String edgeType,
    @Setting(
            value =
                "Share of the edges that decide which epoch is the best, drawn by the job seed.",
            byDefault = "0.1")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double validation,
    @Setting(value = "Share of the edges that measure the result.", byDefault = "0.2")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double test)
    implements PairTaskSettings, CrossChecked {
  private static final long TAG = 10;

  @Override
  public void check(Complaints complaints) {
    if (validation + test >= 1) {
      complaints.add("test", "must leave edges to train on beside validation");
    }
  }

  /**
   * Number of the edge type whose classes are learned; of a graph without classes 0.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public int type(GraphShape graph) {
    if (edgeType != null) {
      return graph.edgeType("task.edgeType", edgeType);
    }
    return IntStream.range(0, graph.edgeTypes().size())
        .filter(type -> graph.edgeClasses().get(type) > 0)
        .findFirst()
        .orElse(0);
  }

  @Override
  public List<Integer> edgeTypes(GraphShape graph) {
    return List.of(type(graph));
  }

  @Override
  public DecoderSpec decoder(int hidden, GraphShape graph) {
    return DecoderSpec.mlp(hidden, graph.edgeClasses().get(type(graph)));
  }

  @Override
  public Optional<EdgePlan> edgeClasses(GraphShape graph, long seed) {
    List<Integer> types = edgeTypes(graph);
    return Optional.of(
        EdgePlan.of(types, validation, test, graph.edges(types), CounterRandom.child(seed, TAG)));
  }
}
