// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.training.job.task.EdgeClassSettings;
import io.graphember.training.job.task.EdgeLabelSettings;
import io.graphember.training.job.task.LinkDecoder;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Runs a trained model over the whole graph: {@code job: infer}.
 *
 * @param model the model, as the job says that has trained it
 * @param task what it has learned, as that job says
 * @param inference what is inferred
 * @param publish what is published
 */
@Tag("infer")
public record InferJob(
    @Setting("The model.") @NotNull ModelSettings model,
    @Setting("What it learns.") @NotNull TaskSettings task,
    @Setting("Results of all vertices by a model that is trained already, layer by layer.") @NotNull
        InferenceSettings inference,
    @Setting("What is published.") @NotNull PublishSettings publish)
    implements ModelJob, CrossChecked {

  @Override
  public void check(Complaints complaints) {
    if (inference.slices() != null && task instanceof PairTaskSettings) {
      complaints.add("inference.slices", "must be left out with a task of edges or pairs");
    }
    publish.check(task, complaints);
    if (task instanceof LinkSettings links) {
      links.check(model.hidden(), complaints);
    }
    if (model.from() != null) {
      complaints.add(
          "model.from", "must be left out with job: infer: inference.model names the job");
    }
    if (inference.scoresEdges() && !publish.embeddings()) {
      complaints.add(
          "inference.edges", "must be none without publish.embeddings, by which they are scored");
    }
    if (inference.edgeType() != null && task instanceof EdgeLabelSettings) {
      complaints.add("inference.edgeType", "must be left out: task.edgeType says it");
    }
    if (inference.candidates() > 0 && !publish.embeddings()) {
      complaints.add(
          "inference.candidates", "must be 0 without publish.embeddings, by which they are found");
    }
    if (inference.search() == InferenceSettings.Search.INDEX
        && (task instanceof EdgeLabelSettings
            || task instanceof LinkSettings links && links.decoder() == LinkDecoder.MLP)) {
      complaints.add(
          "inference.search",
          "must be exact with a decoder that is a perceptron: its scores are no products");
    }
    if (inference.candidates() > 0 && task instanceof EdgeClassSettings) {
      complaints.add(
          "inference.candidates",
          "must be 0 with task.type: edge-classes: a pair has no score, but classes");
    }
  }

  @Override
  public int epochs() {
    return 0;
  }

  @Override
  public OptionalInt trainers() {
    return OptionalInt.of(1);
  }

  @Override
  public List<String> startsFrom() {
    return inference.model() == null ? List.of() : List.of(inference.model());
  }

  @Override
  public Map<String, String> files() {
    final Map<String, String> files = new LinkedHashMap<>();
    Optional.ofNullable(inference.edgeFile())
        .ifPresent(file -> files.put("inference.edgeFile", file));
    Optional.ofNullable(inference.slices())
        .ifPresent(folder -> files.put("inference.slices", folder));
    return files;
  }

  @Override
  public InferenceSettings layerwise(String name) {
    return inference;
  }
}
