// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.GatedGcn;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSageConcat;
import io.graphember.spi.model.layer.GraphSageLstm;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.spi.model.layer.Hgt;
import io.graphember.spi.model.layer.Rgcn;
import java.util.List;
import java.util.stream.Stream;

/**
 * A family of models with the options that the contract tries it with.
 *
 * @param name shown by the test runner
 * @param kind family
 * @param options of its layers
 * @param learningRate rate at which gradient descent makes the loss fall
 */
record ContractModel(String name, Architecture kind, LayerOptions options, float learningRate) {
  private static final LayerOptions PLAIN = LayerOptions.DEFAULT;

  /** Widths that the options divide are multiples of this. */
  static final int HEADS = 2;

  private static final List<ContractModel> ALL =
      List.of(
          of(new Gcn()),
          of(new GraphSage()),
          of(new GraphSagePool()),
          of(new GraphSageLstm(3)),
          of(new GraphSageConcat(3)),
          of(new Gin()).learning(0.01f),
          of(new Gat(1, 1)),
          of(new Gat(new AttentionSettings(HEADS, HEADS, 0.1f, 0.3f))).with(" with heads", PLAIN),
          of(new Gatv2(1, 1)),
          of(new Gatv2(HEADS, 1)).with(" with heads", PLAIN),
          of(new GatE(new AttentionSettings(HEADS, 1, 0.2f, 0.2f))).with("", PLAIN.withEdgeDim(3)),
          of(new GatedGcn()),
          of(new GatedGcn())
              .with(" with features of edges", PLAIN.withEdgeDim(3).with(true, Normalization.LAYER))
              .learning(0.1f),
          of(new Rgcn()).with("", PLAIN.withTypes(3, 1)),
          of(new Rgcn(2)).with(" with bases", PLAIN.withTypes(3, 1)),
          of(new Hgt(HEADS, 0)).with("", PLAIN.withTypes(3, 2)).learning(2f),
          of(new Hgt(1, 0)).with(" with one type and head", PLAIN).learning(0.1f),
          of(new NeighborsAlone()),
          of(new DropoutInside()).learning(0.1f),
          of(new TypeSums()).with("", PLAIN.withTypes(3, 1)).learning(0.1f),
          of(new GraphSage()).with(" with residuals", PLAIN.with(true, Normalization.NONE)));

  /** Each normalisation, of sums of neighbours and of what one layer more makes of them. */
  private static Stream<ContractModel> normalized() {
    return Stream.of(Normalization.values())
        .filter(normalization -> normalization != Normalization.NONE)
        .flatMap(
            normalization ->
                Stream.of(
                    of(new Gcn())
                        .with(
                            " with residuals and the norm " + normalization,
                            PLAIN.with(true, normalization)),
                    of(new Gin())
                        .with(" with the norm " + normalization, PLAIN.with(false, normalization))
                        .learning(0.05f)));
  }

  /** Outputs of all layers, and dense layers, of sums of neighbours and of single edges. */
  private static Stream<ContractModel> jumping() {
    return Stream.of(
        of(new Gcn())
            .with(" densely", PLAIN.with(JumpingKnowledge.NONE, new DenseLayers(1, 2)))
            .learning(0.2f),
        of(new GraphSage())
            .with(" with jumps to concat", PLAIN.with(JumpingKnowledge.CONCAT, DenseLayers.NONE))
            .learning(0.2f),
        of(new Gat(HEADS, HEADS))
            .with(" with jumps to max", PLAIN.with(JumpingKnowledge.MAX, new DenseLayers(0, 2)))
            .learning(0.2f),
        of(new GatedGcn())
            .with(
                " with jumps to concat",
                PLAIN.withEdgeDim(2).with(JumpingKnowledge.CONCAT, new DenseLayers(1, 1)))
            .learning(0.05f),
        of(new Gcn())
            .with(
                " with jumps to lstm",
                PLAIN
                    .with(true, Normalization.LAYER)
                    .with(JumpingKnowledge.LSTM, new DenseLayers(1, 1)))
            .learning(0.1f));
  }

  private static ContractModel of(Architecture kind) {
    return new ContractModel(kind.name(), kind, PLAIN, 0.5f);
  }

  private ContractModel with(String suffix, LayerOptions others) {
    return new ContractModel(name + suffix, kind, others, learningRate);
  }

  private ContractModel learning(float rate) {
    return new ContractModel(name, kind, options, rate);
  }

  /** All models that a backend may train. */
  static List<ContractModel> all() {
    return Stream.of(ALL.stream(), normalized(), jumping()).flatMap(models -> models).toList();
  }

  /** True if its outputs are made of all layers. */
  boolean jumps() {
    return options.jumpingKnowledge() != JumpingKnowledge.NONE;
  }

  /** The model with these widths. */
  ModelSpec spec(
      int inputDim,
      int hiddenDim,
      int outputDim,
      int layers,
      float inputDropout,
      float hiddenDropout) {
    return new ModelSpec(kind, inputDim, hiddenDim, outputDim, layers, inputDropout, hiddenDropout)
        .with(options);
  }

  @Override
  public String toString() {
    return name;
  }
}
