// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.job.JobOutcome;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.LayerInfo;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.Job;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.UnsupervisedSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run for scripts: the content of {@code OUT.json}, which is what the client gives
 * ({@link JobResult}) with what only the command knows. Fields are added, never renamed or removed,
 * within {@link #FORMAT}; what does not apply is left out.
 *
 * @param format version of this form
 * @param name name of the job
 * @param seed seed of the job; with {@code --seeds} the first one, 0
 * @param graph the graph and the quality of its partitions
 * @param epochs every epoch; with {@code --seeds} those of the first seed
 * @param bestEpoch number of the epoch whose parameters are the result; with {@code --seeds} of the
 *     first seed
 * @param test how good the result is
 * @param seconds wall time: {@code start} and {@code load} as the client saw them, the phases of
 *     the job added up over all seeds, and the {@code total}
 * @param bytes bytes moved between nodes, all seeds together
 * @param nodes what each node did, all seeds together
 * @param publications where the results are, by name; with {@code --seeds} those of the last seed
 * @param versions versions of what took part
 * @param embedding what a job of embeddings did, and how good they are; not of another job
 * @param links how well edges are told from other pairs, of a job that predicts edges
 * @param scores how good the embeddings are of a model that was trained without labels
 * @param layers where the time of each layer went, of a job of inference
 * @param trainers how many, where and why, and how long their steps took; with {@code --seeds} of
 *     the first seed; not of a job of inference
 * @param remarks what should be known of the features and of the result, a sentence each
 * @param origin number of the job whose checkpoint it began with, of a job that was resumed with
 *     other settings
 * @param settings the job file without its source; not of a job of Graphember 0.1
 * @param update how the model compares with the one that the job went on with; not of a job that
 *     began anew
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
  "format",
  "name",
  "seed",
  "graph",
  "epochs",
  "bestEpoch",
  "test",
  "seconds",
  "bytes",
  "nodes",
  "publications",
  "versions",
  "embedding",
  "links",
  "scores",
  "layers",
  "trainers",
  "remarks",
  "origin",
  "settings",
  "update"
})
public record JsonReport(
    int format,
    String name,
    long seed,
    JsonGraph graph,
    List<EpochInfo> epochs,
    int bestEpoch,
    @Nullable Test test,
    Map<String, Double> seconds,
    long bytes,
    List<Node> nodes,
    Map<String, Publication> publications,
    Map<String, String> versions,
    @Nullable Embedding embedding,
    @Nullable Links links,
    @Nullable EmbeddingScores scores,
    @Nullable List<LayerInfo> layers,
    @Nullable JobTrainers trainers,
    @Nullable List<String> remarks,
    @Nullable Long origin,
    @Nullable Map<String, Object> settings,
    JobResult.@Nullable Update update) {
  /** Version of the form. */
  public static final int FORMAT = 1;

  /**
   * How good the result is.
   *
   * @param figures on the test split and of the best epoch on the validation split; with {@code
   *     --seeds} the means, without the loss, and the decisions of the first seed
   * @param mean with {@code --seeds}: mean of the measure
   * @param deviation with {@code --seeds}: its standard deviation over the sample
   * @param baselineDeviation with {@code --seeds}: the same of the baseline
   * @param runs with {@code --seeds}: each of them
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"figures", "mean", "deviation", "baselineDeviation", "runs"})
  public record Test(
      @JsonUnwrapped JobResult.Test figures,
      @Nullable Double mean,
      @Nullable Double deviation,
      @Nullable Double baselineDeviation,
      @Nullable List<Run> runs) {
    private static Test of(JobOutcome outcome) {
      final JobResult.Test first = outcome.first().tested();
      final List<JobResult> results = outcome.results();
      if (!outcome.seeds()) {
        return new Test(first, null, null, null, null);
      }
      final Function<Function<JobResult.Test, Double>, Optional<Spread>> over =
          figure -> Spread.of(results.stream().map(r -> figure.apply(r.tested())));
      final Optional<Spread> measure =
          Spread.of(results.stream().map(Measure.of(outcome.settings())::of));
      final JobResult.Test means =
          new JobResult.Test(
              mean(over.apply(JobResult.Test::accuracy)),
              null,
              first.vertices(),
              mean(over.apply(JobResult.Test::validation)),
              mean(over.apply(JobResult.Test::macroF1)),
              mean(over.apply(JobResult.Test::baseline)),
              mean(over.apply(JobResult.Test::microF1)),
              mean(over.apply(JobResult.Test::rmse)),
              null,
              null,
              Map.of(),
              first.decisions());
      return new Test(
          means,
          mean(measure),
          deviation(measure),
          deviation(over.apply(JobResult.Test::baseline)),
          results.stream().map(Run::of).toList());
    }

    private static @Nullable Double mean(Optional<Spread> spread) {
      return spread.map(Spread::mean).orElse(null);
    }

    private static @Nullable Double deviation(Optional<Spread> spread) {
      return spread.map(Spread::deviation).orElse(null);
    }
  }

  /**
   * One seed of several.
   *
   * @param seed the seed
   * @param figures how good its result is, without single decisions
   * @param epochs number of epochs
   * @param bestEpoch number of the best one
   * @param seconds wall time of the job
   */
  @JsonPropertyOrder({"seed", "figures", "epochs", "bestEpoch", "seconds"})
  public record Run(
      long seed, @JsonUnwrapped JobResult.Test figures, int epochs, int bestEpoch, double seconds) {
    private static Run of(JobResult result) {
      return new Run(
          result.seed(),
          result.tested().withoutDecisions(),
          result.epochs().size(),
          result.bestEpoch(),
          PhaseSeconds.ofJob(result));
    }
  }

  /**
   * What a node did.
   *
   * @param counts what it counted
   * @param normalizedLoad its sampled edges over the mean of the storage nodes; null if it is none
   * @param missShare page faults for each row read of mapped files; null if there was none, or
   *     faults were not measured
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"counts", "normalizedLoad", "missShare"})
  public record Node(
      @JsonUnwrapped NodeCounts counts,
      @Nullable Double normalizedLoad,
      @Nullable Double missShare) {
    private static List<Node> of(List<NodeCounts> all) {
      final double[] loads = NodeCounts.normalizedLoads(all);
      return IntStream.range(0, loads.length).mapToObj(i -> of(all.get(i), loads[i])).toList();
    }

    private static Node of(NodeCounts counts, double load) {
      return new Node(
          counts,
          Double.isNaN(load) ? null : load,
          counts.missShare().isPresent() ? counts.missShare().getAsDouble() : null);
    }
  }

  /**
   * What a job of embeddings did.
   *
   * @param tokens vertices that walks have met
   * @param pairs pairs trained
   * @param lostNodes nodes that were lost meanwhile
   * @param scores how good the embeddings are; not without {@code embedding.evaluation}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"tokens", "pairs", "lostNodes", "scores"})
  public record Embedding(
      long tokens, long pairs, int lostNodes, @Nullable EmbeddingScores scores) {
    private static Embedding of(JobOutcome outcome, @Nullable EmbeddingScores scores) {
      JobResult.Embedding work = outcome.first().embedded();
      return new Embedding(work.tokens(), work.pairs(), outcome.first().lostNodes(), scores);
    }
  }

  /**
   * How well edges that were left out are told from pairs that are none; with {@code --seeds} the
   * means.
   *
   * @param figures of all edges
   * @param baseline the same of a model that sees the features alone
   * @param edgeTypes the same of each edge type, by its name; not of a graph with one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"figures", "baseline", "edgeTypes"})
  public record Links(
      @JsonUnwrapped JobResult.Links figures,
      @Nullable Links baseline,
      @Nullable Map<String, Links> edgeTypes) {
    private static @Nullable Links of(JobOutcome outcome) {
      Map<String, Links> edgeTypes = new LinkedHashMap<>();
      for (String type : outcome.first().tested().linksByEdgeType().keySet()) {
        edgeTypes.put(type, of(outcome, t -> t.linksByEdgeType().get(type), null, null));
      }
      return of(
          outcome,
          JobResult.Test::links,
          of(outcome, JobResult.Test::linksBaseline, null, null),
          edgeTypes.isEmpty() ? null : edgeTypes);
    }

    private static @Nullable Links of(
        JobOutcome outcome,
        Function<JobResult.Test, JobResult.Links> which,
        @Nullable Links baseline,
        @Nullable Map<String, Links> edgeTypes) {
      List<JobResult.Links> all =
          outcome.results().stream()
              .map(result -> which.apply(result.tested()))
              .filter(Objects::nonNull)
              .toList();
      return all.isEmpty()
          ? null
          : new Links(
              new JobResult.Links(
                  mean(all, JobResult.Links::auc),
                  mean(all, JobResult.Links::averagePrecision),
                  mean(all, JobResult.Links::meanReciprocalRank),
                  mean(all, JobResult.Links::hitsAt1),
                  mean(all, JobResult.Links::hitsAt3),
                  mean(all, JobResult.Links::hitsAt10),
                  all.get(0).heldOut(),
                  all.get(0).rankedAgainst()),
              baseline,
              edgeTypes);
    }

    private static double mean(
        List<JobResult.Links> all, ToDoubleFunction<JobResult.Links> figure) {
      return all.stream().mapToDouble(figure).average().orElseThrow();
    }
  }

  /**
   * The report of a run.
   *
   * @param scores how good its embeddings are; empty if nobody asked
   */
  public static JsonReport of(JobOutcome outcome, Optional<EmbeddingScores> scores) {
    final Job job = outcome.settings().job();
    if (job instanceof EmbedJob) {
      return of(outcome, null, Embedding.of(outcome, scores.orElse(null)), null, null);
    } else if (!(job instanceof TrainJob train)) {
      return of(outcome, null, null, null, null);
    } else if (train.task() instanceof LinkSettings) {
      return of(outcome, null, null, Links.of(outcome), null);
    } else if (train.task() instanceof UnsupervisedSettings) {
      return of(outcome, null, null, null, scores.orElse(null));
    }
    return of(outcome, Test.of(outcome), null, null, null);
  }

  private static JsonReport of(
      JobOutcome outcome,
      @Nullable Test test,
      @Nullable Embedding embedding,
      @Nullable Links links,
      @Nullable EmbeddingScores scores) {
    JobResult first = outcome.first();
    List<JobResult> results = outcome.results();
    List<String> remarks = Remarks.of(outcome);
    return new JsonReport(
        FORMAT,
        first.name(),
        first.seed(),
        JsonGraph.of(first.graph()),
        first.epochs(),
        first.bestEpoch(),
        test,
        PhaseSeconds.of(outcome),
        results.stream().mapToLong(JobResult::bytes).sum(),
        Node.of(NodeTotals.of(outcome)),
        results.get(results.size() - 1).publications(),
        first.versions(),
        embedding,
        links,
        scores,
        first.layers().isEmpty() ? null : first.layers(),
        first.trainers(),
        remarks.isEmpty() ? null : remarks,
        first.origin(),
        first.settings(),
        first.update());
  }
}
