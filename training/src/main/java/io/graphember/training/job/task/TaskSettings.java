// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.setting.Tagged;
import java.util.List;
import java.util.Optional;

/** What a model learns: section {@code task} of a job file. */
@Tagged(
    value =
        "What is learned: the class of a vertex, several classes of one vertex, or numbers; edges"
            + " (links), classes or numbers of edges, or embeddings without labels.",
    byDefault = "classification")
public sealed interface TaskSettings permits VertexTaskSettings, PairTaskSettings {
  /**
   * Vertex type that has results; empty for the one with classes or targets, and of a task of pairs
   * for all that the edges join.
   */
  Optional<String> vertexType();

  /** What is learned of vertices or of edges; whether pairs are edges is a class. */
  Objective objective();

  /**
   * What scores pairs of vertices.
   *
   * @param hidden width of the model's hidden rows
   */
  DecoderSpec decoder(int hidden, GraphShape graph);

  /** Share of the edges that are left out when the graph is read. */
  default double heldOut() {
    return evaluation().map(EvaluationSettings::heldOut).orElse(0.0);
  }

  /** Names of the edge types of which some are left out; empty for all. */
  default List<String> heldOutTypes() {
    return List.of();
  }

  /** How the client judges embeddings; empty for not at all. */
  default Optional<EvaluationSettings> evaluation() {
    return Optional.empty();
  }

  /** How pairs are scored as algorithms see it; empty for a task without scores. */
  default Optional<LinkPlan> links(GraphShape graph, long seed) {
    return Optional.empty();
  }

  /** How edges are drawn whose labels are learned; empty for another task. */
  default Optional<EdgePlan> labelledEdges(GraphShape graph, long seed) {
    return Optional.empty();
  }

  /** True if all classes count alike in the loss. */
  default boolean balanceClasses() {
    return false;
  }
}
