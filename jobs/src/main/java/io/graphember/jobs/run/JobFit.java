// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.GraphTask;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.JobSettings;
import java.util.List;

/** Whether a cluster would run a job on a graph, asked without one. */
public final class JobFit {
  private JobFit() {}

  /**
   * Refuses a job that its graph does not fit, as a cluster that has loaded it does.
   *
   * @param labels of each vertex type
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} or one that says what of
   *     the graph is missing
   */
  public static void require(GraphInfo graph, List<LabelCounts> labels, JobSettings settings) {
    if (settings.job() instanceof EmbedJob) {
      GraphFit.requireEmbeddable(graph);
      return;
    }
    GraphFit.require(graph, settings);
    if (ofVertices(settings)) {
      LabelSplit.require(settings, labels.get(GraphTask.of(graph, settings).vertexType()));
    }
  }

  /**
   * Vertices that a job trains on; 0 if it trains on none.
   *
   * @param labels of each vertex type
   */
  public static long trained(GraphInfo graph, List<LabelCounts> labels, JobSettings settings) {
    return ofVertices(settings)
        ? LabelSplit.trained(settings, labels.get(GraphTask.of(graph, settings).vertexType()))
        : 0;
  }

  private static boolean ofVertices(JobSettings settings) {
    return settings.trainsModel() && !settings.ofModel().ofPairs();
  }
}
