// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import io.graphember.training.job.task.EvaluationSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What a job does, with all settings that this kind of job has. */
@Tagged(
    value =
        "What the job does: train a model, embed the vertices without a model, or infer results of"
            + " all vertices with a model that is trained already.",
    by = "job",
    byDefault = "train")
public sealed interface Job permits ModelJob, EmbedJob {
  /** The kind as a job file names it. */
  default String kind() {
    return getClass().getAnnotation(Tag.class).value();
  }

  /** What is published. */
  PublishSettings publish();

  /** Most epochs. */
  int epochs();

  /** Logical trainers; empty if their number is fixed when the job starts. */
  OptionalInt trainers();

  /** Names of the jobs whose models or embeddings this one starts from or runs. */
  List<String> startsFrom();

  /** Files and folders that the job brings besides its source, by the setting that names them. */
  default Map<String, String> files() {
    return Map.of();
  }

  /** Share of the edges that are left out when the graph is read. */
  double heldOut();

  /** Names of the edge types of which some are left out; empty for all. */
  List<String> heldOutTypes();

  /** How the client judges embeddings; empty for not at all. */
  Optional<EvaluationSettings> evaluation();
}
