// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.training.job.embedding.CompletionSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.job.embedding.TripleMethod;
import io.graphember.training.job.task.EvaluationSettings;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Embeds vertices without a model: {@code job: embed}.
 *
 * @param embedding how
 * @param completion what is inferred by embeddings of triples
 * @param publish what is published
 */
@Tag("embed")
public record EmbedJob(
    @Setting("Embeddings of the vertices, trained without a model.") @NotNull
        EmbeddingSettings embedding,
    @Setting(value = "The best heads or tails by embeddings of triples.", byDefault = "{}") @NotNull
        CompletionSettings completion,
    @Setting("What is published.") @NotNull PublishSettings publish)
    implements Job, CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (completion.best() > 0 && !(embedding.method() instanceof TripleMethod)) {
      complaints.add(
          "completion.best",
          "must be 0 with an embedding.type that learns no triples: transe, distmult, complex,"
              + " rotate and scoring do");
    }
    if (publish.uncertainty()) {
      complaints.add(
          "publish.uncertainty", "must be false with job: embed, which learns no classes");
    }
  }

  @Override
  public int epochs() {
    return embedding.epochs();
  }

  @Override
  public OptionalInt trainers() {
    return OptionalInt.of(embedding.trainers());
  }

  @Override
  public List<String> startsFrom() {
    return embedding.from() == null ? List.of() : List.of(embedding.from());
  }

  @Override
  public double heldOut() {
    return evaluation().map(EvaluationSettings::heldOut).orElse(0.0);
  }

  @Override
  public List<String> heldOutTypes() {
    return List.of();
  }

  @Override
  public Map<String, String> files() {
    return completion.queries() == null
        ? Map.of()
        : Map.of("completion.queries", completion.queries());
  }

  @Override
  public Optional<EvaluationSettings> evaluation() {
    return embedding.evaluation();
  }
}
