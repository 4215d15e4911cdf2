// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.sampling.edge.NegativeRule;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * Prediction of edges: {@code task: {type: links}}.
 *
 * @param vertexType vertex type that has results; empty for all that these edges join
 * @param edgeTypes names of the edge types that are predicted; empty for all
 * @param decoder what scores a pair by its vertices' embeddings
 * @param loss what is minimised
 * @param negatives negatives of an edge
 * @param from where negatives are drawn from
 * @param margin of {@link LinkLoss#MARGIN}
 * @param validation share of the edges that decide which epoch is the best
 * @param heldOut share of the edges that are held out when the graph is read, to test with
 * @param rankedAgainst pairs that each of these is ranked against, or {@code all}
 * @param replaced which end of an edge its negatives replace, and a test asks for
 * @param measured most edges of a validation or a test
 */
@Tag("links")
public record LinkSettings(
    @Setting(
            value = "Vertex type that has results; without it all that these edges join.",
            optional = true)
        Optional<String> vertexType,
    @Setting(
            value =
                "Edge types that are predicted, each a relation of its own; without it all of them.",
            byDefault = "[]")
        @NotNull
        List<String> edgeTypes,
    @Setting(
            value =
                "What scores a pair by the embeddings of its vertices: dot, their product; distmult,"
                    + " with a weight for each column and edge type; complex, the"
                    + " same of complex numbers, where a pair and its reverse differ; mlp, a perceptron over"
                    + " both.",
            byDefault = "dot")
        @NotNull
        LinkDecoder decoder,
    @Setting(
            value =
                "What is minimised: bce, each edge and negative for itself; margin, by which an edge"
                    + " is to lead its negatives; softmax over an edge and its negatives.",
            byDefault = "bce")
        @NotNull
        LinkLoss loss,
    @Setting(value = "Negatives of an edge; never edges themselves.", byDefault = "1")
        @Min(1)
        @Max(1000)
        int negatives,
    @Setting(
            value =
                "Where the other ends of negatives come from: uniform, degree to the power of 0.75,"
                    + " or in-batch.",
            byDefault = "uniform")
        @NotNull
        NegativeRule.Choice from,
    @Setting(value = "Of margin.", byDefault = "1")
        @DecimalMin(value = "0", inclusive = false)
        @DecimalMax("1000")
        float margin,
    @Setting(
            value =
                "Share of the edges that are not trained on but decide which epoch is the best.",
            byDefault = "0.05")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double validation,
    @Setting(
            value =
                "Share of the edges that are held out when the graph is read: no model is trained with"
                    + " them, but they stay in the graph, and are ranked by the model at the end; 0"
                    + " for none.",
            byDefault = "0.1")
        @DecimalMin("0")
        @DecimalMax("0.9")
        double heldOut,
    @Setting(
            value =
                "Pairs that each of these is ranked against, 1 to 1000: its one end and a random"
                    + " vertex, never an edge; or all, every vertex of the type but those that make"
                    + " an edge.",
            byDefault = "50")
        @Pattern(regexp = RANKED_PATTERN, message = "a number of pairs from 1 to 1000, or all")
        String rankedAgainst,
    @Setting(
            value =
                "Which end of an edge its negatives replace, and a test asks for: destination,"
                    + " source, or either, by turns of batches in training and both in a test.",
            byDefault = "destination")
        @NotNull
        ReplacedEnd replaced,
    @Setting(
            value = "Most edges of a validation, and of those held out that are ranked.",
            byDefault = "10000")
        @Min(1)
        @Max(1_000_000)
        int measured)
    implements PairTaskSettings, CrossChecked {
  private static final String RANKED_PATTERN = "all|[1-9][0-9]{0,2}|1000";

  @Override
  public void check(Complaints complaints) {
    if (edgeTypes.stream().distinct().count() < edgeTypes.size()) {
      complaints.add("edgeTypes", "must name a type once");
    }
  }

  /**
   * Adds what does not go with the model.
   *
   * @param hidden floats of an embedding
   */
  public void check(int hidden, Complaints complaints) {
    if (decoder == LinkDecoder.COMPLEX && hidden % 2 != 0) {
      complaints.add("model.hidden", "must be even with task.decoder: complex");
    }
  }

  @Override
  public List<Integer> edgeTypes(GraphShape graph) {
    return edgeTypes.stream().map(name -> graph.edgeType("task.edgeTypes", name)).sorted().toList();
  }

  @Override
  public DecoderSpec decoder(int hidden, GraphShape graph) {
    return decoder.spec(hidden, graph.edgeTypes().size());
  }

  @Override
  public List<String> heldOutTypes() {
    return edgeTypes;
  }

  @Override
  public Optional<LinkPlan> links(GraphShape graph, long seed) {
    return Optional.of(LinkPlan.of(this, graph, seed));
  }

  /** True if edges are ranked among all vertices, not some of them. */
  public boolean ranksAll() {
    return rankedAgainst.equals("all");
  }

  /** Pairs that an edge is ranked against, if not all. */
  int negativesOfTest() {
    return ranksAll() ? 1 : Integer.parseInt(rankedAgainst);
  }

  /** How negatives are drawn. */
  public NegativeRule rule() {
    return NegativeRule.of(from, negatives);
  }
}
