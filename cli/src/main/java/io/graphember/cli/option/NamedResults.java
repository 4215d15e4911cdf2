// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.config.NearestName;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/** Results of a job that the command line names. */
public final class NamedResults {
  private NamedResults() {}

  /**
   * What a job has left.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} if neither the graph is
   *     there nor results of it, or {@link ClientError#PUBLICATION_MISSING}
   */
  public static ResultInfo find(GraphemberClient client, String graph, String job) {
    List<ResultInfo> results = client.results(graph);
    if (results.isEmpty()) {
      NamedGraph.find(client, graph);
    }
    List<String> jobs = results.stream().map(ResultInfo::job).toList();
    return results.stream()
        .filter(result -> result.job().equals(job))
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    ClientError.PUBLICATION_MISSING,
                    "JOB = %s: no such job has left results of graph %s, %s"
                        .formatted(
                            job,
                            graph,
                            NearestName.of(job, jobs)
                                .map("did you mean %s?"::formatted)
                                .orElse(
                                    jobs.isEmpty()
                                        ? "there are none."
                                        : "but %s.".formatted(String.join(", ", jobs))))));
  }

  /**
   * The model that a job has left.
   *
   * @throws GraphemberException as {@link #find}, or with code {@link NodeError#MODEL_UNKNOWN}
   */
  public static ResultInfo.Model model(GraphemberClient client, String graph, String job) {
    ResultInfo.Model model = find(client, graph, job).model();
    if (model == null) {
      throw new GraphemberException(
          NodeError.MODEL_UNKNOWN,
          "JOB = %s: that job has left results of graph %s, but no model.".formatted(job, graph));
    }
    return model;
  }
}
