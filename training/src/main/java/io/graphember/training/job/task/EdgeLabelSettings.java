// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.schema.EdgeLabel;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.setting.CrossChecked;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What edges of a type are labelled with is learned. A perceptron over the embeddings of both ends
 * predicts it.
 */
public sealed interface EdgeLabelSettings extends PairTaskSettings, CrossChecked
    permits EdgeClassSettings, EdgeRegressionSettings {
  /** Key of the draw that decides what an edge is for. */
  long TAG = 10;

  /** Edge type whose labels are learned; null for the first that has some. */
  String edgeType();

  /** Share of the edges that decide which epoch is the best. */
  double validation();

  /** Share of the edges that measure the result. */
  double test();

  /** Most edges of a validation or a test. */
  int measured();

  /** Outputs of a model that learns labels of a kind; 0 if it cannot. */
  int outputs(EdgeLabel label);

  /** What edges of a type lack that have labels of a kind, for a message; empty for nothing. */
  Optional<String> lack(EdgeLabel label);

  @Override
  default void check(Complaints complaints) {
    if (validation() + test() >= 1) {
      complaints.add("test", "must leave edges to train on beside validation");
    }
  }

  /**
   * Number of the edge type whose labels are learned; of a graph without such labels 0.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  default int type(GraphShape graph) {
    if (edgeType() != null) {
      return graph.edgeType("task.edgeType", edgeType());
    }
    return IntStream.range(0, graph.edgeTypes().size())
        .filter(type -> outputs(graph.edgeLabels().get(type)) > 0)
        .findFirst()
        .orElse(0);
  }

  @Override
  default List<Integer> edgeTypes(GraphShape graph) {
    return List.of(type(graph));
  }

  @Override
  default DecoderSpec decoder(int hidden, GraphShape graph) {
    return DecoderSpec.mlp(hidden, outputs(graph.edgeLabels().get(type(graph))));
  }

  @Override
  default Optional<EdgePlan> labelledEdges(GraphShape graph, long seed) {
    List<Integer> types = edgeTypes(graph);
    return Optional.of(
        EdgePlan.of(
            types,
            validation(),
            test(),
            graph.edges(types),
            measured(),
            CounterRandom.child(seed, TAG)));
  }
}
