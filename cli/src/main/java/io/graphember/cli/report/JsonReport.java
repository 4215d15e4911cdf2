// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.job.JobOutcome;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.LayerInfo;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.Job;
import io.graphember.training.job.LinkSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.UnsupervisedSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The result of a run for scripts: the content of {@code OUT.json}. Fields are added, never renamed
 * or removed, within {@link #FORMAT}; what does not apply is left out.
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
 * @param remarks what should be known of the features and of the result, a sentence each
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
  "remarks"
})
public record JsonReport(
    int format,
    String name,
    long seed,
    JsonGraph graph,
    List<Epoch> epochs,
    int bestEpoch,
    Test test,
    Map<String, Double> seconds,
    long bytes,
    List<Node> nodes,
    Map<String, Publication> publications,
    Map<String, String> versions,
    Embedding embedding,
    Links links,
    EmbeddingScores scores,
    List<LayerInfo> layers,
    List<String> remarks) {
  /** Version of the form. */
  public static final int FORMAT = 1;

  /**
   * An epoch.
   *
   * @param epoch number, from 1
   * @param seconds wall time
   * @param waitSeconds of these, how long the first trainer waited for sampled batches
   * @param loss mean training loss
   * @param validation accuracy, micro F1 or RMSE on the validation split
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"epoch", "seconds", "waitSeconds", "loss", "validation"})
  public record Epoch(
      int epoch, double seconds, double waitSeconds, double loss, Double validation) {
    private static Epoch of(EpochInfo epoch) {
      return new Epoch(
          epoch.epoch(), epoch.seconds(), epoch.waitSeconds(), epoch.loss(), epoch.validation());
    }
  }

  /**
   * How good the result is.
   *
   * @param accuracy of classes: share of right ones in the test split; with {@code --seeds} the
   *     mean
   * @param loss mean loss; not with {@code --seeds}
   * @param vertices size of the test split
   * @param microF1 of several labels: F1 of all decisions together; with {@code --seeds} the mean
   * @param rmse of numbers: root of the mean squared error; with {@code --seeds} the mean
   * @param validation the same measure of the best epoch on the validation split; with {@code
   *     --seeds} the mean
   * @param macroF1 mean of the classes' F1 in the test split; with {@code --seeds} the mean
   * @param baseline the measure of a model that sees the features alone; with {@code --seeds} the
   *     mean
   * @param mean with {@code --seeds}: mean of the measure
   * @param deviation with {@code --seeds}: its standard deviation over the sample
   * @param baselineDeviation with {@code --seeds}: the same of the baseline
   * @param runs with {@code --seeds}: each of them
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({
    "accuracy",
    "microF1",
    "rmse",
    "loss",
    "vertices",
    "validation",
    "macroF1",
    "baseline",
    "mean",
    "deviation",
    "baselineDeviation",
    "runs"
  })
  public record Test(
      Double accuracy,
      Double microF1,
      Double rmse,
      Double loss,
      long vertices,
      Double validation,
      Double macroF1,
      Double baseline,
      Double mean,
      Double deviation,
      Double baselineDeviation,
      List<Run> runs) {
    private static Test of(JobOutcome outcome) {
      JobResult.Test first = outcome.first().test();
      if (!outcome.seeds()) {
        return new Test(
            first.accuracy(),
            first.microF1(),
            first.rmse(),
            first.loss(),
            first.vertices(),
            first.validation(),
            first.macroF1(),
            first.baseline(),
            null,
            null,
            null,
            null);
      }
      List<JobResult> results = outcome.results();
      Spread accuracy = Spread.of(results.stream().map(r -> r.test().accuracy()));
      Spread micro = Spread.of(results.stream().map(r -> r.test().microF1()));
      Spread rmse = Spread.of(results.stream().map(r -> r.test().rmse()));
      Spread measure = Spread.of(results.stream().map(Measure.of(outcome.settings())::of));
      Spread validation = Spread.of(results.stream().map(r -> r.test().validation()));
      Spread macro = Spread.of(results.stream().map(r -> r.test().macroF1()));
      Spread baseline = Spread.of(results.stream().map(r -> r.test().baseline()));
      return new Test(
          mean(accuracy),
          mean(micro),
          mean(rmse),
          null,
          first.vertices(),
          mean(validation),
          mean(macro),
          mean(baseline),
          mean(measure),
          deviation(measure),
          deviation(baseline),
          results.stream().map(Run::of).toList());
    }

    private static Double mean(Spread spread) {
      return spread == null ? null : spread.mean();
    }

    private static Double deviation(Spread spread) {
      return spread == null ? null : spread.deviation();
    }
  }

  /**
   * One seed of several.
   *
   * @param seed the seed
   * @param accuracy of classes: share of right ones in the test split
   * @param microF1 of several labels
   * @param rmse of numbers
   * @param validation the same measure of the best epoch on the validation split
   * @param baseline the measure of the features alone
   * @param epochs number of epochs
   * @param bestEpoch number of the best one
   * @param seconds wall time of the job
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({
    "seed",
    "accuracy",
    "microF1",
    "rmse",
    "validation",
    "baseline",
    "epochs",
    "bestEpoch",
    "seconds"
  })
  public record Run(
      long seed,
      Double accuracy,
      Double microF1,
      Double rmse,
      Double validation,
      Double baseline,
      int epochs,
      int bestEpoch,
      double seconds) {
    private static Run of(JobResult result) {
      return new Run(
          result.seed(),
          result.test().accuracy(),
          result.test().microF1(),
          result.test().rmse(),
          result.test().validation(),
          result.test().baseline(),
          result.epochs().size(),
          result.bestEpoch(),
          PhaseSeconds.ofJob(result));
    }
  }

  /**
   * What a node did.
   *
   * @param node its name
   * @param clientPort where it takes thin clients, 0 for nowhere
   * @param partitions numbers of the partitions it owned
   * @param trainers trainers it ran
   * @param rowsHeld feature rows it held
   * @param gathersServed gathers it served, one for each partition asked
   * @param sampledEdges edges that these have read for samples
   * @param rowsServed feature rows it served to other nodes
   * @param requestsServed messages of other nodes it answered
   * @param bytesServed bytes of these and of the replies
   * @param busySeconds processor time that this took
   * @param samplingSeconds of this, what went into samples
   * @param normalizedLoad its sampled edges over the mean of the storage nodes; null if it is none
   * @param bytesMoved bytes its trainers exchanged with other nodes
   * @param bytesSpared bytes they did not, because neighbours were added up where their rows are
   * @param stepsReplayed steps of rows that a dense Adam made up for one by one
   */
  @JsonPropertyOrder({
    "node",
    "clientPort",
    "partitions",
    "trainers",
    "rowsHeld",
    "gathersServed",
    "sampledEdges",
    "rowsServed",
    "requestsServed",
    "bytesServed",
    "busySeconds",
    "samplingSeconds",
    "normalizedLoad",
    "bytesMoved",
    "bytesSpared",
    "stepsReplayed"
  })
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Node(
      String node,
      int clientPort,
      int[] partitions,
      int trainers,
      long rowsHeld,
      long gathersServed,
      long sampledEdges,
      long rowsServed,
      long requestsServed,
      long bytesServed,
      double busySeconds,
      double samplingSeconds,
      Double normalizedLoad,
      long bytesMoved,
      long bytesSpared,
      long stepsReplayed) {
    private static List<Node> of(List<NodeCounts> all) {
      double[] loads = NodeCounts.normalizedLoads(all);
      return IntStream.range(0, loads.length).mapToObj(i -> of(all.get(i), loads[i])).toList();
    }

    private static Node of(NodeCounts counts, double load) {
      return new Node(
          counts.node(),
          counts.clientPort(),
          counts.partitions(),
          counts.trainers(),
          counts.rowsHeld(),
          counts.gathersServed(),
          counts.sampledEdges(),
          counts.rowsServed(),
          counts.requestsServed(),
          counts.bytesServed(),
          counts.busySeconds(),
          counts.samplingSeconds(),
          Double.isNaN(load) ? null : load,
          counts.bytesMoved(),
          counts.bytesSpared(),
          counts.stepsReplayed());
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
  public record Embedding(long tokens, long pairs, int lostNodes, EmbeddingScores scores) {
    private static Embedding of(JobOutcome outcome, EmbeddingScores scores) {
      JobResult.Embedding work = outcome.first().embedding();
      return new Embedding(work.tokens(), work.pairs(), outcome.first().lostNodes(), scores);
    }
  }

  /**
   * How well edges that were left out are told from pairs that are none; with {@code --seeds} the
   * means.
   *
   * @param auc probability that an edge has the higher score
   * @param averagePrecision area under precision by recall
   * @param heldOut how many edges that were left out were ranked
   * @param meanReciprocalRank mean of 1 / rank of an edge among the pairs of its source
   * @param hitsAt1 share of edges whose rank is 1
   * @param hitsAt3 share of edges whose rank is at most 3
   * @param hitsAt10 share of edges whose rank is at most 10
   * @param rankedAgainst pairs that each edge was ranked among
   * @param baseline the same of a model that sees the features alone
   * @param edgeTypes the same of each edge type, by its name; not of a graph with one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({
    "auc",
    "averagePrecision",
    "heldOut",
    "meanReciprocalRank",
    "hitsAt1",
    "hitsAt3",
    "hitsAt10",
    "rankedAgainst",
    "baseline",
    "edgeTypes"
  })
  public record Links(
      double auc,
      double averagePrecision,
      int heldOut,
      double meanReciprocalRank,
      double hitsAt1,
      double hitsAt3,
      double hitsAt10,
      int rankedAgainst,
      Links baseline,
      Map<String, Links> edgeTypes) {
    private static Links of(JobOutcome outcome) {
      Map<String, Links> edgeTypes = new LinkedHashMap<>();
      for (String type : outcome.first().test().linksByEdgeType().keySet()) {
        edgeTypes.put(type, of(outcome, t -> t.linksByEdgeType().get(type), null, null));
      }
      return of(
          outcome,
          JobResult.Test::links,
          of(outcome, JobResult.Test::linksBaseline, null, null),
          edgeTypes.isEmpty() ? null : edgeTypes);
    }

    private static Links of(
        JobOutcome outcome,
        Function<JobResult.Test, JobResult.Links> which,
        Links baseline,
        Map<String, Links> edgeTypes) {
      List<JobResult.Links> all =
          outcome.results().stream()
              .map(result -> which.apply(result.test()))
              .filter(Objects::nonNull)
              .toList();
      return all.isEmpty()
          ? null
          : new Links(
              mean(all, JobResult.Links::auc),
              mean(all, JobResult.Links::averagePrecision),
              all.get(0).edges(),
              mean(all, JobResult.Links::meanReciprocalRank),
              mean(all, JobResult.Links::hitsAt1),
              mean(all, JobResult.Links::hitsAt3),
              mean(all, JobResult.Links::hitsAt10),
              all.get(0).rankedAgainst(),
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
      JobOutcome outcome, Test test, Embedding embedding, Links links, EmbeddingScores scores) {
    JobResult first = outcome.first();
    List<JobResult> results = outcome.results();
    List<String> remarks = Remarks.of(outcome);
    return new JsonReport(
        FORMAT,
        first.name(),
        first.seed(),
        JsonGraph.of(first.graph()),
        first.epochs().stream().map(Epoch::of).toList(),
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
        remarks.isEmpty() ? null : remarks);
  }
}
