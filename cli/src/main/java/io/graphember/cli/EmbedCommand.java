// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.embedding.EmbeddingEvaluation;
import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.error.CliError;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.job.JobRun;
import io.graphember.cli.report.EmbeddingReport;
import io.graphember.cli.report.JsonFile;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.TextReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code embed}. */
@Command(
    name = "embed",
    description = {
      "Trains embeddings of vertices without a model, by section embedding of a job file: DeepWalk,"
          + " node2vec, or LINE.",
      "",
      "Reads the graph that the file names, loads it into a cluster, trains, and leaves the"
          + " embeddings in a cache of the cluster. With embedding.evaluation it says how well they"
          + " tell labels and edges. Without --connect the cluster is one node in this process, and"
          + " ends with it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember embed job.yaml",
      "  graphember embed examples/jobs/blogcatalog-deepwalk.yaml --data data/blogcatalog",
      "  graphember embed job.yaml --set embedding.method=line --set embedding.dim=64",
      "  graphember embed job.yaml --connect 10.0.0.5:10800"
    })
final class EmbedCommand extends JobCommand {
  @Mixin private SeedsOption seeds;
  @Mixin private NodesOption nodes;

  EmbedCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  Integer seeds() {
    return seeds.count();
  }

  @Override
  ClusterChoice cluster(ConnectionOptions connect, boolean verbose) {
    return nodes.cluster(connect, console, cancellation, verbose);
  }

  @Override
  void run(
      JobFile job,
      ClusterChoice cluster,
      JsonFile out,
      BiConsumer<JobOutcome, GraphemberClient> export) {
    if (job.settings().embedding() == null) {
      throw new GraphemberException(
          CliError.JOB_UNFIT,
          "embedding: missing; the command embed needs this section, the command train runs models.");
    }
    final Optional<EmbeddingEvaluation> evaluation = EmbeddingEvaluation.of(job, cancellation);
    evaluation.ifPresent(EmbeddingEvaluation::require);
    new JobRun(job, seeds(), ProgressView.of(console), cancellation)
        .patience(patience())
        .onSeed(result -> console.out().println(EmbeddingReport.seedLine(result)))
        .execute(
            cluster,
            (outcome, client) -> {
              final EmbeddingScores scores =
                  evaluation.map(asked -> scores(asked, outcome, client)).orElse(null);
              TextReport.of(outcome, EmbeddingReport.of(outcome, scores)).print(console.out());
              out.write(JsonReport.of(outcome, scores));
              export.accept(outcome, client);
            });
  }

  private EmbeddingScores scores(
      EmbeddingEvaluation evaluation, JobOutcome outcome, GraphemberClient client) {
    console.err().println("Judging the embeddings ...");
    return evaluation.of(outcome, client);
  }
}
