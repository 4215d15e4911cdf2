// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.batch.BatchView;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.training.job.batch.Compute;
import io.graphember.training.job.sampling.Fanouts;
import io.graphember.training.job.sampling.SamplingSettings;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import io.graphember.training.job.task.UnsupervisedSettings;
import io.graphember.training.job.update.RetrainSettings;
import io.graphember.training.job.update.UpdateSettings;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model: {@code job: train}.
 *
 * @param backend name of the engine's backend, empty for the node's default
 * @param model the model
 * @param task what it learns
 * @param sampling which neighbours its batches take
 * @param training how it is trained
 * @param publish what is published
 * @param update how the model that the job itself has left goes on; null to begin anew
 * @param retrain when the cluster trains the model on, once it is done; null for never
 */
@Tag("train")
public record TrainJob(
    @Setting(value = "Backend; without it the node's default.", optional = true)
        Optional<String> backend,
    @Setting("The model.") @NotNull ModelSettings model,
    @Setting("What it learns.") @NotNull TaskSettings task,
    @Setting("Which neighbours its batches take.") @NotNull SamplingSettings sampling,
    @Setting("How it is trained.") @NotNull TrainingSettings training,
    @Setting("What is published.") @NotNull PublishSettings publish,
    @Setting(
            value =
                "Go on with the model that this job has left, its parameters and what its optimizer"
                    + " remembers, and publish the new one only if it is not worse; without it the job begins"
                    + " anew.",
            optional = true)
        @Nullable UpdateSettings update,
    @Setting(
            value =
                "When the cluster trains the model on by itself, once the job is done; without it never.",
            optional = true)
        @Nullable RetrainSettings retrain)
    implements ModelJob, CrossChecked {

  @Override
  public void check(Complaints complaints) {
    final int layers = model.layers();
    if (!Fanouts.fit(training.fanouts(), layers)) {
      complaints.add("training.fanouts", Fanouts.rule(layers));
    }
    if (!Fanouts.fit(training.evaluationFanouts(), layers)) {
      complaints.add("training.evaluationFanouts", Fanouts.rule(layers));
    }
    sampling.check(layers, complaints);
    if (!sampling.edgeTypes().isEmpty() && !training.fanouts().equals(TrainingSettings.FANOUTS)) {
      complaints.add("training.fanouts", "must be left out where sampling.edgeTypes has fanouts");
    }
    if (model.architecture() instanceof Gcn && !sampling.plain()) {
      complaints.add(
          "model.type",
          "must be graphsage with sampling.order, edgeTypes or before: gcn divides by the degrees of the whole graph");
    }
    if (task instanceof PairTaskSettings && sampling.replace()) {
      complaints.add(
          "sampling.replace",
          "must be false with a task of edges: those that are to be predicted are passed over");
    }
    training.checkBatch(complaints);
    training.checkConsistency(complaints);
    if (training.batch().view() instanceof BatchView.Subgraphs) {
      checkSubgraphs(complaints);
    }
    if (computedByPartitions()) {
      notByPartitions()
          .ifPresent(why -> complaints.add("training.compute", "must be auto or trainers: " + why));
    }
    if (sampling.beforeSeeds()) {
      checkTimesOfSeeds(complaints);
    }
    publish.check(task, complaints);
    if (task instanceof LinkSettings links) {
      checkLinks(links, complaints);
    }
    if (training.epochs() == 0 && model.from() == null && update == null) {
      complaints.add("training.epochs", "must be 1 or more, or model.from names a trained job");
    }
    checkUpdates(complaints);
  }

  private void checkUpdates(Complaints complaints) {
    if (update == null && retrain == null) {
      return;
    }
    final String section = retrain == null ? "update" : "retrain";
    if (update != null && model.from() != null) {
      complaints.add(
          "model.from",
          "must be left out with section update, which goes on with the job's own model");
    }
    if (task instanceof UnsupervisedSettings) {
      complaints.add(
          section,
          "must be left out with task.type: unsupervised: models without a test cannot be compared");
    }
    if (task instanceof LinkSettings links && links.ranksAll()) {
      complaints.add(
          section,
          "must be left out with task.rankedAgainst: all: models are compared before they are published");
    }
  }

  /** How the model that the job itself has left goes on; empty to begin anew. */
  public Optional<UpdateSettings> updates() {
    return Optional.ofNullable(update);
  }

  /** When the cluster trains the model on; empty for never. */
  public Optional<RetrainSettings> retraining() {
    return Optional.ofNullable(retrain);
  }

  /** True if what the optimizer remembers is kept with the model. */
  public boolean keepsOptimizer() {
    return update != null || retrain != null;
  }

  /**
   * The job whose model training starts from; empty for random parameters.
   *
   * @param name of this job
   */
  public Optional<String> startsWith(String name) {
    return update == null ? Optional.ofNullable(model.from()) : Optional.of(name);
  }

  private void checkLinks(LinkSettings links, Complaints complaints) {
    links.check(model.hidden(), complaints);
    if (links.ranksAll() && !publish.embeddings()) {
      complaints.add(
          "task.rankedAgainst",
          "must be a number without publish.embeddings, by which edges are ranked among all");
    }
  }

  private void checkTimesOfSeeds(Complaints complaints) {
    if (!(training.batch().view() instanceof BatchView.Neighborhoods)) {
      complaints.add(
          "sampling.before",
          "seed goes with training.batch.type: mini-batch alone: vertices of %s share their neighbours, whatever their times"
              .formatted(training.batch().name()));
    }
    if (task instanceof UnsupervisedSettings) {
      complaints.add(
          "sampling.before", "must not be seed with task.type: unsupervised: walks have no times");
    }
    if (task instanceof LinkSettings links && links.heldOut() > 0) {
      complaints.add(
          "task.heldOut",
          "must be 0 with sampling.before: seed: edges that are held out have no times");
    }
  }

  private void checkSubgraphs(Complaints complaints) {
    if (task instanceof PairTaskSettings) {
      complaints.add(
          "training.batch.type", "must be mini-batch or global-batch with a task of pairs");
    }
    if (!sampling.ofAllInEdges()) {
      complaints.add(
          "training.batch.type",
          "must be mini-batch or global-batch with a section sampling: a subgraph has all edges between its vertices");
    }
  }

  @Override
  public int epochs() {
    return training.epochs();
  }

  @Override
  public OptionalInt trainers() {
    return Trainers.number(training.trainers());
  }

  /** The same with a number of trainers, and with who computes. */
  TrainJob with(Trainers chosen) {
    return new TrainJob(
        backend, model, task, sampling, training.with(chosen), publish, update, retrain);
  }

  /** True if it was decided that partitions compute its steps. */
  public boolean computedByPartitions() {
    return training.compute() == Compute.PARTITIONS;
  }

  /**
   * Why partitions cannot compute its steps, as far as its settings say; empty if they can.
   *
   * @return in the user's words, a clause
   */
  public Optional<String> notByPartitions() {
    if (!training.wholeGraph()) {
      return Optional.of("a step of %s is of one trainer".formatted(training.batch().name()));
    }
    if (!training.inStep()) {
      return Optional.of(
          "with training.consistency = %s trainers do not step together"
              .formatted(training.consistency().name().toLowerCase(Locale.ROOT)));
    }
    if (task instanceof PairTaskSettings) {
      return Optional.of("the task learns of pairs of vertices");
    }
    if (!evaluatesAllInEdges()) {
      return Optional.of("sections sampling and training do not take all in-edges of a vertex");
    }
    return trainers().isPresent() && !computedByPartitions()
        ? Optional.of("training.trainers is a number")
        : Optional.empty();
  }

  @Override
  public List<String> startsFrom() {
    return model.from() == null ? List.of() : List.of(model.from());
  }

  @Override
  public InferenceSettings layerwise(String name) {
    return InferenceSettings.ofTrained(name);
  }

  /** True if evaluation looks at all in-edges of every vertex, as a layer-wise pass does. */
  public boolean evaluatesAllInEdges() {
    return sampling.ofAllInEdges() && training.evaluationFanouts().stream().allMatch("all"::equals);
  }
}
