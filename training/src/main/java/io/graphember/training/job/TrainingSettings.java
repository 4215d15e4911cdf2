// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.MovedSetting;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.batch.Compute;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.consistency.Consistency;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;
import io.graphember.training.job.sampling.Fanouts;
import io.graphember.training.sync.Staleness;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Locale;

/**
 * How the model is trained: section {@code training} of a job file.
 *
 * @param epochs most epochs
 * @param batch what a step is computed over
 * @param compute who computes it
 * @param batchSize seeds of a mini-batch of one trainer
 * @param fanouts neighbours per vertex of hop 1, 2, ...: a number or {@code all}
 * @param evaluationFanouts the same when evaluating and predicting
 * @param evaluationBatchSize vertices of a batch when evaluating and predicting
 * @param optimizer name of the optimizer
 * @param learningRate its step size
 * @param schedule how the step size goes on
 * @param decayEvery epochs between two steps down
 * @param decayFactor what is left by each of them
 * @param warmUp epochs in which the step size rises first
 * @param clipNorm largest length of the gradient, 0 for any
 * @param weightDecay weight decay, by the formula of the optimizer
 * @param patience epochs without a better validation before training stops, 0 for never
 * @param trainers logical trainers: a number or {@code auto}
 * @param consistency how trainers go together
 * @param staleness versions that a trainer may be behind, of {@code ssp}
 * @param prefetch batches sampled ahead by each trainer
 * @param pushDown whether the neighbours of the first layer may be added up where their rows are
 * @param replicateBoundary whether partitions keep the feature rows of their mirrors too
 * @param repeatable whether the result must be the same bits on every run
 * @param baseline whether a model without edges is trained beside it
 * @param checkpointEvery steps or time between checkpoints
 * @param observe what it tells of itself beside its result
 */
@MovedSetting(
    name = "engineThreads",
    to = "engineThreads of the node's GraphemberConfiguration, the same for all jobs")
public record TrainingSettings(
    @Setting(value = "Most epochs; 0 needs model.from.", byDefault = "200") @Min(0) @Max(1_000_000)
        int epochs,
    @Setting("What a step is computed over.") @NotNull BatchPolicy batch,
    @Setting(
            value =
                "Who computes a step: trainers, each a batch of its own; partitions, all of them"
                    + " together and each where it lies, of global-batch alone; or auto, partitions"
                    + " where they can.",
            byDefault = "auto")
        @NotNull
        Compute compute,
    @Setting(value = "Seeds of a mini-batch of one trainer.", byDefault = "1024")
        @Min(1)
        @Max(1_048_576)
        int batchSize,
    @Setting(
            value =
                "Neighbours per vertex of hop 1, 2, ..., each a number or 'all'; one for each layer,"
                    + " or one for all layers.",
            byDefault = "[10]")
        @NotNull
        List<@Pattern(regexp = Fanouts.PATTERN, message = Fanouts.RULE) String> fanouts,
    @Setting(value = "The same when evaluating and predicting.", byDefault = "[all]") @NotNull
        List<@Pattern(regexp = Fanouts.PATTERN, message = Fanouts.RULE) String> evaluationFanouts,
    @Setting(value = "Vertices of a batch when evaluating and predicting.", byDefault = "1024")
        @Min(1)
        @Max(1_048_576)
        int evaluationBatchSize,
    @Setting(value = "Optimizer.", byDefault = "adam") @NotNull OptimizerKind optimizer,
    @Setting(value = "Step size of the optimizer.", byDefault = "0.01")
        @DecimalMin(value = "0", inclusive = false)
        @DecimalMax("100")
        float learningRate,
    @Setting(
            value =
                "How the step size goes on: constant, step by decayFactor after every decayEvery"
                    + " epochs, linear or cosine down to nearly 0 at the last epoch.",
            byDefault = "constant")
        @NotNull
        RateSchedule schedule,
    @Setting(value = "Epochs between two steps down; of step.", byDefault = "50")
        @Min(1)
        @Max(1_000_000)
        int decayEvery,
    @Setting(value = "What is left of the step size by each of them; of step.", byDefault = "0.5")
        @DecimalMin("0")
        @DecimalMax("1")
        float decayFactor,
    @Setting(
            value = "Epochs in which the step size rises from 0 in a line first; 0 for none.",
            byDefault = "0")
        @Min(0)
        @Max(1_000_000)
        int warmUp,
    @Setting(
            value = "Largest length of the gradient of all parameters together; 0 for any.",
            byDefault = "0")
        @DecimalMin("0")
        float clipNorm,
    @Setting(value = "Weight decay, by the formula of the optimizer.", byDefault = "0")
        @DecimalMin("0")
        @DecimalMax("1")
        float weightDecay,
    @Setting(
            value = "Epochs without a better validation before training stops; 0 for never.",
            byDefault = "0")
        @Min(0)
        int patience,
    @Setting(
            value =
                "Logical trainers, each with batches of batchSize; several may share a node. With"
                    + " auto as many as the nodes carry and the vertices to train on fill.",
            byDefault = "auto")
        @Pattern(regexp = Trainers.PATTERN, message = Trainers.RULE)
        String trainers,
    @Setting(
            value =
                "How trainers go together: bsp step by step, the same bits on every run; ssp each for"
                    + " itself, but none more than staleness versions of the parameters behind; or"
                    + " async, nobody waits.",
            byDefault = "bsp")
        @NotNull
        Consistency consistency,
    @Setting(
            value =
                "Versions of the parameters that a trainer may be behind the newest, 1 or more; of"
                    + " ssp.",
            byDefault = "0")
        @Min(0)
        @Max(1_000_000)
        int staleness,
    @Setting(value = "Most batches that each trainer samples ahead.", byDefault = "2")
        @Min(1)
        @Max(64)
        int prefetch,
    @Setting(
            value =
                "Add up the neighbours of the first layer where their rows are, where the model"
                    + " allows it and it moves no more rows.",
            byDefault = "true")
        boolean pushDown,
    @Setting(
            value =
                "Keep the feature rows of mirrors in every partition, so that neighbours are added"
                    + " up where their edges are: takes their memory, spares messages at large"
                    + " fanouts.",
            byDefault = "false")
        boolean replicateBoundary,
    @Setting(
            value =
                "The same bits on every run and any number of nodes; nodes whose engineThreads are"
                    + " more than 1 refuse the job.",
            byDefault = "true")
        boolean repeatable,
    @Setting(
            value = "Train a model on the features alone too, and report it beside the result.",
            byDefault = "true")
        boolean baseline,
    @Setting(
            value =
                "Time, or number of steps, after which parameters and what the optimizer remembers"
                    + " are written to the cluster's caches, so that a job goes on from there when"
                    + " a node is lost; 0 for never.",
            byDefault = "60s")
        @Pattern(regexp = CheckpointInterval.PATTERN, message = CheckpointInterval.RULE)
        String checkpointEvery,
    @Setting("What it tells of itself beside its result.") @NotNull ObserveSettings observe) {
  /** Neighbours per vertex and hop where a job does not say how many. */
  static final List<String> FANOUTS = List.of("10");

  /** Seeds of a batch where a job does not say how many. */
  private static final int BATCH_SIZE = 1024;

  /** Complains about what goes with batches of some vertices alone. */
  void checkBatch(CrossChecked.Complaints complaints) {
    if (batch.view() instanceof BatchView.Neighborhoods) {
      return;
    }
    if (!fanouts.equals(FANOUTS)) {
      complaints.add("training.fanouts", leftOut());
    }
    if (batchSize != BATCH_SIZE) {
      complaints.add("training.batchSize", leftOut());
    }
  }

  /** Complains about what goes with one way of going together alone. */
  void checkConsistency(CrossChecked.Complaints complaints) {
    if (consistency == Consistency.SSP && staleness == 0) {
      complaints.add(
          "training.staleness",
          "must be 1 or more with consistency: ssp, the versions that a trainer may be behind");
    }
    if (consistency != Consistency.SSP && staleness > 0) {
      complaints.add("training.staleness", "must be left out without consistency: ssp");
    }
    if (!inStep() && repeatable) {
      complaints.add(
          "training.repeatable",
          "must be false with consistency: %s, whose bits are others on every run"
              .formatted(consistency.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** True if all trainers make every step together. */
  public boolean inStep() {
    return consistency == Consistency.BSP;
  }

  /** How many versions a trainer may be behind. */
  public Staleness bound() {
    return consistency == Consistency.ASYNC ? Staleness.ANY : new Staleness(staleness);
  }

  /** When checkpoints are made. */
  public CheckpointInterval checkpoints() {
    return CheckpointInterval.of(checkpointEvery);
  }

  /** True if a step is over all that is trained on, with all neighbours. */
  public boolean wholeGraph() {
    return batch.view() instanceof BatchView.WholeGraph;
  }

  private String leftOut() {
    return "must be left out with batch.type: %s, whose batches take all edges"
        .formatted(batch.name());
  }

  /** The same with a number of trainers, and with who computes. */
  TrainingSettings with(Trainers chosen) {
    return new TrainingSettings(
        epochs,
        batch,
        chosen.compute(),
        batchSize,
        fanouts,
        evaluationFanouts,
        evaluationBatchSize,
        optimizer,
        learningRate,
        schedule,
        decayEvery,
        decayFactor,
        warmUp,
        clipNorm,
        weightDecay,
        patience,
        Integer.toString(chosen.count()),
        consistency,
        staleness,
        prefetch,
        pushDown,
        replicateBoundary,
        repeatable,
        baseline,
        checkpointEvery,
        observe);
  }
}
