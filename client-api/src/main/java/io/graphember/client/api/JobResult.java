// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.observe.TrainerTrace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a job.
 *
 * @param job its number
 * @param name its name
 * @param seed its seed
 * @param graph the graph it ran on
 * @param epochs the epochs, the latest 10,000 of them
 * @param bestEpoch number of the epoch whose parameters are the result
 * @param test accuracy on the test split and that of the features alone; null of a job that trains
 *     no model
 * @param seconds wall time of each phase
 * @param bytes bytes moved between nodes
 * @param nodes what each node did
 * @param publications caches of the published results, by {@link Publication#name}
 * @param versions versions of Graphember, Ignite, Java and the engine
 * @param lostNodes nodes that were lost meanwhile
 * @param embedding what a job of embeddings did; null of another one
 * @param layers the layers of a model that ran over the graph layer by layer; empty if none did
 * @param trainers its trainers; null of a job without
 * @param origin job whose checkpoint it began with; null for none
 * @param settings the job file as JSON without its source; null of a result of Graphember 0.1
 * @param traces the first steps of each trainer, if {@code training.observe.traceSteps} asked for
 *     them; else empty
 * @param update how the model compares with the one that the job went on with; null of a job that
 *     began anew
 */
public record JobResult(
    long job,
    String name,
    long seed,
    GraphInfo graph,
    List<EpochInfo> epochs,
    int bestEpoch,
    @Nullable Test test,
    Map<String, Double> seconds,
    long bytes,
    List<NodeCounts> nodes,
    Map<String, Publication> publications,
    Map<String, String> versions,
    int lostNodes,
    @Nullable Embedding embedding,
    List<LayerInfo> layers,
    @Nullable JobTrainers trainers,
    @Nullable Long origin,
    @Nullable Map<String, Object> settings,
    List<TrainerTrace> traces,
    @Nullable Update update) {
  /** Results of Graphember 0.1 have no traces. */
  public JobResult {
    traces = traces == null ? List.of() : traces;
  }

  /**
   * How good the model is.
   *
   * @throws IllegalStateException if the job has trained none
   */
  public Test tested() {
    if (test == null) {
      throw new IllegalStateException("job " + name + " has trained no model");
    }
    return test;
  }

  /**
   * What the job of embeddings did.
   *
   * @throws IllegalStateException if it is another job
   */
  public Embedding embedded() {
    if (embedding == null) {
      throw new IllegalStateException("job " + name + " has trained no embeddings");
    }
    return embedding;
  }

  /**
   * How a model compares with the one that it was before, by the same test on the same version.
   *
   * @param published true if it has taken its place
   * @param before figure of the model before; null if there was nothing to test with
   * @param after figure of the new model; null if there was nothing to test with, or if none was
   *     trained
   * @param why a clause
   * @param drift how far the version is from that which the model was trained on
   */
  public record Update(
      boolean published,
      @Nullable Double before,
      @Nullable Double after,
      String why,
      Drift drift) {}

  /**
   * How far a version of a graph is from an earlier one, by samples of some 2,000 rows of each
   * vertex type.
   *
   * @param since the earlier version, which the model was trained on
   * @param stabilityIndex the largest of all columns
   * @param meanDifference the largest of all columns
   * @param predictions total variation of the classes that the model predicts for the test vertices
   *     of both versions, 0 to 1; null of another task
   * @param columns the ten columns with the largest indexes, the largest first
   */
  public record Drift(
      long since,
      double stabilityIndex,
      double meanDifference,
      @Nullable Double predictions,
      List<ColumnDrift> columns) {}

  /**
   * How far a column of features is from what it was.
   *
   * @param vertexType name of the vertex type
   * @param first number of the column among its features, from 0; of more than 256 features the
   *     first of a block of adjacent ones, of which the means are compared
   * @param last the last of the block
   * @param meanDifference difference of the means by the root of the mean variance of both
   * @param stabilityIndex population stability index over ten bins, the quantiles of the earlier
   *     version: below 0.1 is read as no shift, above 0.25 as a large one
   */
  public record ColumnDrift(
      String vertexType, int first, int last, double meanDifference, double stabilityIndex) {}

  /**
   * What a job of embeddings did.
   *
   * @param tokens vertices that walks have met
   * @param pairs pairs of vertices trained
   */
  public record Embedding(long tokens, long pairs) {}

  /**
   * How good the model is.
   *
   * @param accuracy of classes: share of right ones; null without a test split
   * @param loss mean loss; null without a test split
   * @param vertices size of the test split
   * @param validation the same measure of the best epoch on the validation split; null without a
   *     validation split
   * @param macroF1 mean of the classes' F1 on the test split; null without one
   * @param baseline accuracy, micro F1 or RMSE of a model that sees the features alone on the test
   *     split; null if not asked for
   * @param microF1 of several labels: F1 of all decisions on the test split together; else null
   * @param rmse of numbers: root of the mean squared error on the test split; else null
   * @param links how well edges are found that were left out; null if none were
   * @param linksBaseline the same of a model that sees the features alone; null if not asked for
   * @param linksByEdgeType the same as links of each edge type, by its name; empty if there is one
   * @param decisions how decisions on classes and labels fit the test split; null without one, of
   *     numbers and edges, and of a result of Graphember 0.1
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Test(
      @Nullable Double accuracy,
      @Nullable Double loss,
      long vertices,
      @Nullable Double validation,
      @Nullable Double macroF1,
      @Nullable Double baseline,
      @Nullable Double microF1,
      @Nullable Double rmse,
      @Nullable Links links,
      @Nullable Links linksBaseline,
      Map<String, Links> linksByEdgeType,
      @Nullable Decisions decisions) {
    /** Nothing was tested. */
    public static final Test NONE =
        new Test(null, null, 0, null, null, null, null, null, null, null, Map.of(), null);

    /** The same with other figures of edges. */
    public Test withLinks(@Nullable Links all, Map<String, Links> byEdgeType) {
      return new Test(
          accuracy,
          loss,
          vertices,
          validation,
          macroF1,
          baseline,
          microF1,
          rmse,
          all,
          linksBaseline,
          byEdgeType,
          decisions);
    }

    /** The same without {@link #decisions}. */
    public Test withoutDecisions() {
      return new Test(
          accuracy,
          loss,
          vertices,
          validation,
          macroF1,
          baseline,
          microF1,
          rmse,
          links,
          linksBaseline,
          linksByEdgeType,
          null);
    }

    /** Results that were stored before edges were told apart have none by type. */
    public Test {
      linksByEdgeType = linksByEdgeType == null ? Map.of() : linksByEdgeType;
    }
  }

  /**
   * How decisions on classes or labels fit the test split.
   *
   * @param confusion vertices by their class and the class that was predicted: a row for each
   *     class; empty of several labels, and of more than 100 classes
   * @param calibration decisions by the probability that the model gave them, in 15 bins of equal
   *     width (Guo et al., ICML 2017); those without decisions are left out
   * @param calibrationError expected calibration error of these bins
   */
  public record Decisions(
      List<List<Long>> confusion, List<CalibrationBin> calibration, double calibrationError) {}

  /**
   * Decisions of about the same probability.
   *
   * @param decisions how many
   * @param confidence mean probability that the model gave them
   * @param right share of them that was right
   */
  public record CalibrationBin(long decisions, double confidence, double right) {}

  /**
   * How well a model finds edges that were left out of the graph. Each is ranked among pairs of one
   * of its ends that are no edges, or of one end and then of the other; equal scores share the mean
   * of their ranks.
   *
   * @param auc probability that an edge has a higher score than a pair that is none
   * @param averagePrecision area under precision by recall
   * @param meanReciprocalRank mean of 1 / rank
   * @param hitsAt1 share of edges whose rank is 1
   * @param hitsAt3 share of edges whose rank is at most 3
   * @param hitsAt10 share of edges whose rank is at most 10
   * @param heldOut how many edges were ranked: of those that were left out
   * @param rankedAgainst pairs that each was ranked among
   */
  public record Links(
      double auc,
      double averagePrecision,
      double meanReciprocalRank,
      double hitsAt1,
      double hitsAt3,
      double hitsAt10,
      @JsonAlias("edges") int heldOut,
      int rankedAgainst) {}
}
