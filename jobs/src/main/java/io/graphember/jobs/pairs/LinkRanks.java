// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.run.JobNodes;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.task.TypedEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How edges rank among all vertices by the embeddings of a job. Immutable.
 *
 * @param graph the graph
 * @param edges that are ranked, by type
 */
public record LinkRanks(GraphInfo graph, TypedEdges edges) {
  /**
   * Has each node that computes results rank as many of the edges.
   *
   * @param parameters flat, of the model that the embeddings are of
   */
  public List<CompletableFuture<List<RankSums>>> begin(
      JobNodes nodes, long job, VertexCaches embeddings, float[] parameters) {
    final UUID[] some = Arrays.stream(nodes.plan().predictors()).distinct().toArray(UUID[]::new);
    final List<CompletableFuture<List<RankSums>>> sent = new ArrayList<>();
    for (int i = 0; i < some.length; i++) {
      final int from = (int) ((long) edges.size() * i / some.length);
      final int to = (int) ((long) edges.size() * (i + 1) / some.length);
      sent.add(
          nodes.send(
              some[i],
              new PairMessages.Ranks(
                  job, nodes.plan().epoch(), embeddings, parameters, edges.range(from, to))));
    }
    return sent;
  }

  /** A test with the ranks that nodes have found. */
  public JobResult.Test put(JobResult.Test test, List<List<RankSums>> found) {
    final List<RankSums> byType =
        new ArrayList<>(Collections.nCopies(graph.edgeTypes().size(), RankSums.NONE));
    for (List<RankSums> some : found) {
      for (int type = 0; type < some.size(); type++) {
        byType.set(type, byType.get(type).plus(some.get(type)));
      }
    }
    final Map<String, JobResult.Links> named = new LinkedHashMap<>();
    RankSums all = RankSums.NONE;
    for (int type = 0; type < byType.size(); type++) {
      all = all.plus(byType.get(type));
      final JobResult.Links links = links(byType.get(type), type);
      if (links != null && byType.size() > 1) {
        named.put(graph.edgeTypes().get(type).name(), links);
      }
    }
    return test.withLinks(RankScores.links(all, edges.size(), graph.vertices()), named);
  }

  private JobResult.@Nullable Links links(RankSums sums, int type) {
    final int count = (int) Arrays.stream(edges.types()).filter(of -> of == type).count();
    return RankScores.links(sums, count, graph.vertices());
  }
}
