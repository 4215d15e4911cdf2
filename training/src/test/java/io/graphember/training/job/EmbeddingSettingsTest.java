// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.training.job.embedding.RowOptimizerKind;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmbeddingSettingsTest {
  @Test
  void embeddingsSayWhatDoesNotGoTogether() {
    assertEmbeddingRefused("{p: 0.5}", "does not go with type: deepwalk, but with node2vec");
    assertEmbeddingRefused(
        "{type: line, subsample: 0.1}", "does not go with type: line, but with deepwalk, node2vec");
    assertEmbeddingRefused("{type: line, dim: 7}", "must be even with proximity: both");
    assertEmbeddingRefused(
        "{consistency: ssp, staleness: 1}",
        "must be bsp or async: rows are changed where they lie, without versions");
    assertEmbeddingRefused(
        "{batchSize: 1048576, walkLength: 10000, negatives: 1000}",
        "must be lower: with walkLength and negatives a batch names 10496245760000 vertices, more than 67108864");
    assertEmbeddingRefused(
        "{consistency: bsp, optimizer: dense-adam, weightDecay: 0.1}",
        "must be above 0 with optimizer: adamw or dense-adamw, and 0 with others");
    assertEmbeddingRefused(
        "{consistency: bsp, optimizer: adamw, learningRate: 2, weightDecay: 0.5}",
        "must be below 1 / learningRate, which is 0.5");
    assertEmbeddingRefused("{staleness: 1}", "must be 0 with consistency: async");
    assertEmbeddingRefused(
        "{}, publish: {uncertainty: true}",
        "publish.uncertainty = true: must be false with job: embed, which learns no classes");
    assertEmbeddingRefused(
        "{}, publish: {embeddings: false, index: cosine}",
        "publish.index = cosine: needs publish.embeddings: true, which it is an index of");
  }

  @Test
  void completionsSayWhatDoesNotGoTogether() {
    assertEmbeddingRefused(
        "{}, completion: {best: 3}",
        "completion.best = 3: must be 0 with an embedding.type that learns no triples: transe, distmult, complex, rotate and scoring do");
    assertEmbeddingRefused(
        "{type: transe}, completion: {relations: [r]}",
        "completion.best: must be 1 or more where completion.queries or relations are given");
    assertEmbeddingRefused(
        "{type: transe}, completion: {best: 3, relations: [r], queries: q.csv}",
        "must be left out with completion.queries, which names them");
    assertEmbeddingRefused(
        "{type: transe}, completion: {best: 3, relations: [r, r]}", "must name a type once");
    assertEmbeddingRefused("{type: transe}, completion: {best: 1001}", "completion.best = 1001");
  }

  @Test
  void optimizersOfRowsHaveTheirUsualConstants() {
    Map<RowOptimizerKind, RowOptimizer> expected = new EnumMap<>(RowOptimizerKind.class);
    LearningRate rate = LearningRate.constant(0.1f);
    expected.put(RowOptimizerKind.SGD, RowOptimizer.sgd(rate));
    expected.put(RowOptimizerKind.MOMENTUM, new RowOptimizer.Momentum(rate, 0.9f));
    expected.put(RowOptimizerKind.ADAGRAD, new RowOptimizer.Adagrad(rate, 1e-10f));
    expected.put(RowOptimizerKind.ADAM, new RowOptimizer.Adam(rate, 0.9f, 0.999f, 1e-8f, false));
    expected.put(
        RowOptimizerKind.ADAMW, new RowOptimizer.AdamW(rate, 0.9f, 0.999f, 1e-8f, 0.01f, false));
    expected.put(
        RowOptimizerKind.DENSE_ADAM, new RowOptimizer.Adam(rate, 0.9f, 0.999f, 1e-8f, true));
    expected.put(
        RowOptimizerKind.DENSE_ADAMW,
        new RowOptimizer.AdamW(rate, 0.9f, 0.999f, 1e-8f, 0.01f, true));
    for (RowOptimizerKind kind : RowOptimizerKind.values()) {
      assertThat(kind.create(rate, 0.01f)).isEqualTo(expected.get(kind));
      assertThat(kind.decays()).isEqualTo(expected.get(kind) instanceof RowOptimizer.AdamW);
    }
  }

  private static void assertEmbeddingRefused(String section, String problem) {
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, job: embed, embedding: %s}".formatted(section)))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining(problem);
  }
}
