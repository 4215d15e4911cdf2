// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.embedding.EmbeddingEvaluation;
import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.error.CliError;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.job.JobRun;
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

/** The command {@code train}. */
@Command(
    name = "train",
    description = {
      "Trains the model of a job file.",
      "",
      "Reads the graph that the file names, loads it into a cluster, trains, and leaves predictions"
          + " and embeddings in caches of the cluster. Without --connect the cluster is one node in"
          + " this process, and ends with it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember train job.yaml",
      "  graphember train examples/jobs/cora-gcn.yaml --data data/cora --seeds 20 --json cora.json",
      "  graphember train job.yaml --set training.epochs=50 --set model.hidden=128",
      "  graphember train job.yaml --connect 10.0.0.5:10800"
    })
final class TrainCommand extends JobCommand {
  @Mixin private SeedsOption seeds;
  @Mixin private NodesOption nodes;

  TrainCommand(Console console, Cancellation cancellation, Logs logs) {
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
    if (job.settings().embedding() != null) {
      throw new GraphemberException(
          CliError.JOB_UNFIT,
          "embedding: the job file asks for embeddings without a model; run it with the command embed.");
    }
    if (job.settings().inference() != null) {
      throw new GraphemberException(
          CliError.JOB_UNFIT,
          "inference: the job file asks for the results of a trained model; run it with the command infer.");
    }
    final Optional<EmbeddingEvaluation> evaluation = EmbeddingEvaluation.of(job, cancellation);
    evaluation.ifPresent(EmbeddingEvaluation::require);
    new JobRun(job, seeds(), ProgressView.of(console), cancellation)
        .patience(patience())
        .onSeed(result -> console.out().println(TextReport.seedLine(result, job.settings())))
        .execute(
            cluster,
            (outcome, client) -> {
              if (job.settings().unsupervised() == null) {
                TextReport.of(outcome).print(console.out());
                out.write(JsonReport.of(outcome));
              } else {
                final EmbeddingScores scores =
                    evaluation.map(asked -> asked.of(outcome, client)).orElse(null);
                TextReport.ofUnsupervised(outcome, scores).print(console.out());
                out.write(JsonReport.ofUnsupervised(outcome, scores));
              }
              export.accept(outcome, client);
            });
  }
}
