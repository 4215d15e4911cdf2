// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import java.util.List;

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
          of(ModelKind.GCN),
          of(ModelKind.GRAPHSAGE),
          of(ModelKind.GRAPHSAGE_POOL),
          of(ModelKind.GIN).learning(0.01f),
          of(ModelKind.GAT),
          of(ModelKind.GAT)
              .with(" with heads", PLAIN.withHeads(HEADS, HEADS).withAttention(0.1f, 0.3f)),
          of(ModelKind.GATV2),
          of(ModelKind.GATV2).with(" with heads", PLAIN.withHeads(HEADS, 1)),
          of(ModelKind.GAT_E)
              .with("", PLAIN.withHeads(HEADS, 1).withEdgeDim(3).withAttention(0.2f, 0.2f)),
          of(ModelKind.RGCN).with("", PLAIN.withTypes(3, 1)),
          of(ModelKind.RGCN).with(" with bases", PLAIN.withTypes(3, 1).withBases(2)),
          of(ModelKind.HGT).with("", PLAIN.withTypes(3, 2).withHeads(HEADS, 1)).learning(2f),
          of(ModelKind.HGT).with(" with one type and head", PLAIN).learning(0.1f),
          of(new NeighborsAlone()),
          of(new DropoutInside()).learning(0.1f),
          of(new TypeSums()).with("", PLAIN.withTypes(3, 1)).learning(0.1f),
          of(ModelKind.GCN).with(" with residuals and norms", PLAIN.with(true, true)),
          of(ModelKind.GRAPHSAGE).with(" with residuals", PLAIN.with(true, false)));

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
    return ALL;
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
