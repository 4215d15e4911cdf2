// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.tensor.table.Precision;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.consistency.Consistency;
import io.graphember.training.job.optimizer.RateSchedule;
import io.graphember.training.job.task.EvaluationSettings;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings without a model: section {@code embedding} of a job file.
 *
 * @param method what rows are trained to say
 * @param dim floats of an embedding
 * @param epochs passes over the graph
 * @param batchSize walks, edges or triples of a batch of one trainer
 * @param negatives negatives of a place in a walk, or of either end of a chunk of triples
 * @param consistency how trainers go together
 * @param staleness how many steps old the rows are that gradients are computed at
 * @param optimizer of the rows
 * @param learningRate its step size at the first step
 * @param schedule how the step size goes on
 * @param weightDecay share of the weights that a step at rate 1 takes away
 * @param precision how weights are stored
 * @param trainers logical trainers
 * @param checkpointEvery steps or time between checkpoints
 * @param from job whose embeddings training starts from; null for random ones
 * @param evaluation how the client judges the embeddings; empty for not at all
 */
public record EmbeddingSettings(
    @Inlined EmbeddingMethod method,
    @Setting(value = "Floats of an embedding.", byDefault = "128") @Min(1) @Max(65536) int dim,
    @Setting(
            value =
                "Passes: each starts a walk at every vertex, or, for line and triples, draws as many"
                    + " edges as there are.",
            byDefault = "10")
        @Min(0)
        @Max(1_000_000)
        int epochs,
    @Setting(
            value = "Walks, edges of line, or triples in a batch of one trainer.",
            byDefault = "256")
        @Min(1)
        @Max(1_048_576)
        int batchSize,
    @Setting(
            value =
                "Negatives: of each place in a walk, by degree to the power of 0.75; of triples those"
                    + " of a chunk for either end, all vertices alike.",
            byDefault = "5")
        @Min(1)
        @Max(65_536)
        int negatives,
    @Setting(
            value =
                "How trainers go together: async each for itself, fast and never the same bits"
                    + " twice, or bsp step by step, the same bits on every run.",
            byDefault = "async")
        @NotNull
        Consistency consistency,
    @Setting(
            value =
                "Steps that rows are older than the newest when gradients are computed, 0 or 1:"
                    + " with 1 they are read meanwhile; of bsp.",
            byDefault = "0")
        @Min(0)
        @Max(1)
        int staleness,
    @Setting(
            value =
                "Optimizer of the rows. adam and adamw move rows in steps that"
                    + " bring them gradients, dense-adam and dense-adamw all rows in every step: what"
                    + " a row has skipped is made up for when it is touched, up to 265 steps one by"
                    + " one.",
            byDefault = "sgd")
        @NotNull
        RowOptimizerKind optimizer,
    @Setting(value = "Step size of the optimizer at the first step.", byDefault = "0.025")
        @DecimalMin(value = "0", inclusive = false)
        @DecimalMax("100")
        float learningRate,
    @Setting(
            value =
                "How the step size goes on: linear or cosine down to nearly 0, step to a tenth after"
                    + " each third, or constant.",
            byDefault = "linear")
        @NotNull
        RateSchedule schedule,
    @Setting(
            value =
                "Share of its weights that a row loses in a step, times the step size; of adamw and"
                    + " dense-adamw.",
            byDefault = "0")
        @DecimalMin("0")
        @DecimalMax("1")
        float weightDecay,
    @Setting(
            value = "How weights are stored: float32, or bfloat16 in half the memory.",
            byDefault = "float32")
        @NotNull
        Precision precision,
    @Setting(value = "Logical trainers; several may share a node.", byDefault = "1")
        @Min(1)
        @Max(1024)
        int trainers,
    @Setting(
            value =
                "Time, or number of steps, after which the tables are written to the cluster's"
                    + " caches, so that a job goes on from there when a node is lost; 0 for at the"
                    + " end alone.",
            byDefault = "60s")
        @Pattern(regexp = CheckpointInterval.PATTERN, message = CheckpointInterval.RULE)
        String checkpointEvery,
    @Setting(
            value =
                "Job of this graph, or of an earlier version of it, whose embeddings training"
                    + " starts from; new vertices start from the mean of their neighbours.",
            optional = true)
        @Pattern(regexp = GraphSettings.NAME_PATTERN, message = "the name of a job")
        @Nullable String from,
    @Setting(value = "How the embeddings are judged.", optional = true)
        Optional<EvaluationSettings> evaluation)
    implements CrossChecked {

  /** Most places and negatives of a batch: their numbers are 256 MiB. */
  private static final long MOST_OF_BATCH = 1L << 26;

  /** Most scores that a trainer holds: with their weights they are 256 MiB. */
  private static final long MOST_SCORES = 1L << 25;

  /** When checkpoints are made. */
  public CheckpointInterval checkpoints() {
    return CheckpointInterval.of(checkpointEvery);
  }

  /** Vertices that a batch of one trainer names, negatives too. */
  public long mostOfBatch() {
    return method.mostOfBatch(batchSize, negatives);
  }

  @Override
  public void check(Complaints complaints) {
    method
        .halves()
        .filter(halves -> dim % 2 != 0)
        .ifPresent(halves -> complaints.add("dim", "must be even with " + halves));
    if (optimizer.decays() != weightDecay > 0) {
      complaints.add(
          "weightDecay", "must be above 0 with optimizer: adamw or dense-adamw, and 0 with others");
    }
    if (weightDecay * learningRate >= 1) {
      complaints.add("weightDecay", "must be below 1 / learningRate, which is " + 1 / learningRate);
    }
    if (mostOfBatch() > MOST_OF_BATCH) {
      complaints.add(
          "batchSize",
          "must be lower: with walkLength and negatives a batch names %d vertices, more than %d"
              .formatted(mostOfBatch(), MOST_OF_BATCH));
    }
    if (method.mostScores(batchSize, negatives) > MOST_SCORES) {
      complaints.add(
          "negatives",
          "must be lower, or batchSize and chunkSize: %d scores of triples and negatives are held at once, more than %d"
              .formatted(method.mostScores(batchSize, negatives), MOST_SCORES));
    }
    if (consistency == Consistency.SSP) {
      complaints.add(
          "consistency", "must be bsp or async: rows are changed where they lie, without versions");
    }
    if (consistency == Consistency.ASYNC && staleness != 0) {
      complaints.add("staleness", "must be 0 with consistency: async");
    }
  }

  /** True if trainers change rows where they lie, without an optimizer beside them. */
  public boolean inPlace() {
    return method instanceof PairMethod
        && consistency == Consistency.ASYNC
        && optimizer == RowOptimizerKind.SGD
        && precision == Precision.FLOAT32;
  }
}
