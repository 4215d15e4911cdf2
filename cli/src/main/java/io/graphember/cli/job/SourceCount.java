// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.LoadView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobFile;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.fit.JobFit;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.Job;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.ModelJob;
import java.util.List;
import java.util.Map;

/**
 * What is in a source, counted by reading it.
 *
 * @param header the schema
 * @param size how many vertices of each type and edges there are
 * @param graph what the cluster would say of it, as far as that is known before it is cut
 * @param trained vertices that the job trains on; 0 of a job that trains on none, or of an addition
 */
public record SourceCount(GraphHeader header, ExpectedSize size, GraphInfo graph, long trained) {
  /**
   * Reads the source of a job, and refuses what the cluster would refuse: keys that are unknown or
   * come twice, and a graph that does not fit the job. Of what is added to a graph only the half is
   * here, so neither is looked at.
   *
   * @throws GraphemberException if there is none that can be read without a cluster
   */
  public static SourceCount of(JobFile job, ProgressView view, Cancellation cancellation) {
    JobSettings settings = job.settings();
    if (settings.source() == null || !settings.source().outsideCluster()) {
      throw new GraphemberException(
          CliError.SOURCE_MISSING,
          "source: names nothing that can be read without a cluster, so there is nothing to count.");
    }
    final boolean whole = !settings.graph().add();
    GraphSettings graph = whole ? settings.graph() : creating(settings.graph());
    try (LoadView load = new LoadView(view);
        GraphSource source = job.source(Tables.NONE, Map.of(), load, cancellation);
        Census census = new Census(source.header(), graph)) {
      load.begin();
      source.stream(census, cancellation);
      GraphInfo info = census.graph(source);
      long trained = 0;
      if (whole) {
        List<LabelCounts> labels = census.labels(targets(settings.job()));
        JobFit.require(info, labels, settings);
        trained = JobFit.trained(info, labels, settings);
      }
      return new SourceCount(source.header(), census.size(), info, trained);
    }
  }

  private static boolean targets(Job job) {
    return job instanceof ModelJob model && !model.ofPairs() && model.task().objective().targets();
  }

  /** Every end of an edge may be a vertex of the graph that is there. */
  private static GraphSettings creating(GraphSettings graph) {
    return SettingsDocument.parse("graph", SettingsDocument.toJson(graph))
        .set("unknownVertices=create")
        .set("add=false")
        .bind(GraphSettings.class);
  }
}
