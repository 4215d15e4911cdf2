// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Program;
import io.graphember.training.TrainingError;
import io.graphember.training.job.sampling.EdgeTypeSettings;
import io.graphember.training.job.sampling.Fanouts;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.job.task.Objective;
import java.util.List;
import java.util.Optional;

/**
 * A job's training as algorithms see it: checked, without text or nulls.
 *
 * @param seed key of every random stream
 * @param epochs most epochs
 * @param batchSize seeds of a mini-batch of one trainer
 * @param rules which neighbours batches take
 * @param evaluationRules the same when evaluating
 * @param evaluationBatchSize vertices of a batch when evaluating
 * @param optimizer how gradients move parameters
 * @param patience epochs without a better validation before training stops, 0 for never
 * @param prefetch batches sampled ahead
 * @param pushDown whether neighbours may be added up where their rows are
 * @param balanceClasses whether all classes count alike in the loss, however many vertices they
 *     have
 * @param objective what is learned of vertices or edges
 * @param links prediction of edges, or of pairs on walks; empty for another task
 * @param labelledEdges how edges are drawn whose labels are learned; empty for another task
 * @param subgraphs chooses subgraphs as batches of training; empty for neighbourhoods of seeds
 */
public record TrainingParameters(
    long seed,
    int epochs,
    int batchSize,
    HopRules rules,
    HopRules evaluationRules,
    int evaluationBatchSize,
    OptimizerPlan optimizer,
    int patience,
    int prefetch,
    boolean pushDown,
    boolean balanceClasses,
    Objective objective,
    Optional<LinkPlan> links,
    Optional<EdgePlan> labelledEdges,
    Optional<SubgraphChooser> subgraphs) {
  /**
   * Checks what a single setting cannot say.
   *
   * @param job trains a model
   * @param graph what the graph is like
   * @throws GraphemberException with code {@link TrainingError#JOB_SETTINGS}, or {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public static TrainingParameters of(JobSettings job, GraphShape graph) {
    final TrainJob train = job.train();
    TrainingSettings training = train.training();
    final int layers = train.model().layers();
    final boolean apart = train.spec(graph).programs().stream().anyMatch(Program::usesEdgeTypes);
    return new TrainingParameters(
        job.seed(),
        training.epochs(),
        batchSize(job, graph),
        train
            .sampling()
            .rules(
                apart,
                Fanouts.parse("fanouts", fanouts(training), layers),
                EdgeTypeSettings::fanouts,
                graph),
        train
            .sampling()
            .rules(
                apart,
                Fanouts.parse("evaluationFanouts", training.evaluationFanouts(), layers),
                EdgeTypeSettings::evaluationFanouts,
                graph),
        training.evaluationBatchSize(),
        OptimizerPlan.of(training),
        training.patience(),
        training.prefetch(),
        training.pushDown(),
        train.task().balanceClasses(),
        train.task().objective(),
        train.task().links(graph, job.seed()),
        train.task().labelledEdges(graph, job.seed()),
        training.batch().view() instanceof BatchView.Subgraphs view
            ? Optional.of(view.chooser())
            : Optional.empty());
  }

  private static List<String> fanouts(TrainingSettings training) {
    return training.batch().view() instanceof BatchView.Neighborhoods
        ? training.fanouts()
        : List.of("all");
  }

  /** Seeds of a batch of one trainer; of the whole graph its share of all. */
  private static int batchSize(JobSettings job, GraphShape graph) {
    final TrainJob train = job.train();
    if (!train.training().wholeGraph()) {
      return train.training().batchSize();
    }
    final int trainers = train.trainers().orElse(1);
    return train
        .task()
        .links(graph, job.seed())
        .map(LinkPlan::edges)
        .or(() -> train.task().labelledEdges(graph, job.seed()))
        .map(edges -> 1 + (edges.draws(EdgePart.TRAIN) - 1) / trainers)
        .orElse(Integer.MAX_VALUE);
  }

  /** How edges are drawn; empty of a task on vertices. */
  public Optional<EdgePlan> edges() {
    return links.map(LinkPlan::edges).or(() -> labelledEdges);
  }

  /** True if vertices have rows of targets to learn. */
  public boolean vertexTargets() {
    return objective.targets() && edges().isEmpty();
  }

  /**
   * Steps of an epoch, the same for every trainer.
   *
   * @param vertices that are trained on, if edges are not
   */
  public int trainSteps(long vertices, int trainers) {
    return steps(
        edges().map(plan -> (long) plan.draws(EdgePart.TRAIN)).orElse(vertices),
        batchSize,
        trainers);
  }

  /** Steps in which trainers share vertices, a batch each. */
  public static int steps(long vertices, int batchSize, int trainers) {
    final long perStep = (long) batchSize * trainers;
    return (int) ((vertices + perStep - 1) / perStep);
  }

  /** The same training of a model that sees no edges. */
  public TrainingParameters withoutEdges() {
    HopRules none = rules.withoutEdges();
    return with(none, none, objective, links, Optional.empty());
  }

  /** The same training with the negatives of the test, of a job that predicts edges. */
  public TrainingParameters testingLinks() {
    return with(rules, evaluationRules, objective, links.map(LinkPlan::testing), subgraphs);
  }

  /** The same for batches that are not compared with anything that is known. */
  public TrainingParameters predicting() {
    return with(rules, evaluationRules, Objective.CLASSIFICATION, links, subgraphs);
  }

  /**
   * The same training, whose optimizer goes on behind an earlier one.
   *
   * @param updates that it has made, 0 or more
   */
  public TrainingParameters after(long updates) {
    return new TrainingParameters(
        seed,
        epochs,
        batchSize,
        rules,
        evaluationRules,
        evaluationBatchSize,
        optimizer.after(updates),
        patience,
        prefetch,
        pushDown,
        balanceClasses,
        objective,
        links,
        labelledEdges,
        subgraphs);
  }

  private TrainingParameters with(
      HopRules otherRules,
      HopRules otherEvaluationRules,
      Objective otherObjective,
      Optional<LinkPlan> otherLinks,
      Optional<SubgraphChooser> otherSubgraphs) {
    return new TrainingParameters(
        seed,
        epochs,
        batchSize,
        otherRules,
        otherEvaluationRules,
        evaluationBatchSize,
        optimizer,
        patience,
        prefetch,
        pushDown,
        balanceClasses,
        otherObjective,
        otherLinks,
        labelledEdges,
        otherSubgraphs);
  }
}
