// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.sampling.edge.NegativeRule;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;

/**
 * Embeddings by a model, without labels: {@code task: {type: unsupervised}}. Vertices that meet on
 * short walks are to have large dot products, others small ones (Hamilton et al., NIPS 2017,
 * section 3.2, equation 1).
 *
 * @param vertexType vertex type that has results; empty for all that edges join
 * @param walkLength vertices of a walk
 * @param negatives negatives of a pair
 * @param validation share of the edges whose walks decide which epoch is the best
 * @param evaluation how the client judges the embeddings; empty for not at all
 */
@Tag("unsupervised")
public record UnsupervisedSettings(
    @Setting(
            value = "Vertex type that has results; without it all that edges join.",
            optional = true)
        Optional<String> vertexType,
    @Setting(value = "Vertices of a walk; a pair is its first one and any other.", byDefault = "5")
        @Min(2)
        @Max(100)
        int walkLength,
    @Setting(value = "Negatives of a pair, drawn by degree to the power of 0.75.", byDefault = "20")
        @Min(1)
        @Max(1000)
        int negatives,
    @Setting(
            value =
                "Share of the edges that no walk of training begins with; they decide which epoch is"
                    + " the best.",
            byDefault = "0.05")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double validation,
    @Setting(value = "How the embeddings are judged; nobody asks without it.", optional = true)
        Optional<EvaluationSettings> evaluation)
    implements PairTaskSettings {

  @Override
  public List<Integer> edgeTypes(GraphShape graph) {
    return List.of();
  }

  @Override
  public DecoderSpec decoder(int hidden, GraphShape graph) {
    return DecoderSpec.DOT;
  }

  @Override
  public Optional<LinkPlan> links(GraphShape graph, long seed) {
    return Optional.of(LinkPlan.of(this, graph.edges(), seed));
  }

  /** How negatives are drawn: an edge may be one. */
  NegativeRule rule() {
    return new NegativeRule(negatives, NegativeRule.Choice.DEGREE, -1, false);
  }
}
