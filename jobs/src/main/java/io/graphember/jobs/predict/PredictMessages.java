// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.inference.predict.EdgeNeeds;
import io.graphember.inference.predict.GraphReads.ListRequest;
import io.graphember.inference.predict.GraphReads.ListedEdges;
import io.graphember.inference.predict.GraphReads.MasterRequest;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.List;

/** What a node that predicts asks of those that have the graph. */
public final class PredictMessages implements MessageGroup {
  private final WarmGraphs graphs;

  @Inject
  PredictMessages(WarmGraphs graphs) {
    this.graphs = graphs;
  }

  /** Has partitions in memory; answered when they are. */
  record Warm(ReadGraph graph, int[] partitions) implements Message<Done> {}

  /**
   * Finds vertices by the user's keys.
   *
   * @param vertexType number of their type
   * @param keys as texts
   * @param partitions where they are looked for
   */
  record Find(ReadGraph graph, int vertexType, List<String> keys, int[] partitions)
      implements Message<long[]> {}

  /** Describes masters. */
  record Masters(ReadGraph graph, List<MasterRequest> requests)
      implements Message<List<DescribedMasters>> {}

  /** Reads in-edges. */
  record Lists(ReadGraph graph, List<ListRequest> requests, EdgeNeeds needs)
      implements Message<List<ListedEdges>> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Warm.class, asked -> graphs.warm(asked.graph(), asked.partitions()));
    handlers.answer(
        Find.class,
        asked -> graphs.find(asked.graph(), asked.vertexType(), asked.keys(), asked.partitions()));
    handlers.answer(
        Masters.class,
        asked ->
            graphs.masters(asked.graph(), asked.requests()).stream()
                .map(DescribedMasters::of)
                .toList());
    handlers.answer(
        Lists.class, asked -> graphs.lists(asked.graph(), asked.requests(), asked.needs()));
  }
}
