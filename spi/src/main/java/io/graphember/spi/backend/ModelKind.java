// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Rows;
import io.graphember.spi.model.Sources;
import io.graphember.spi.model.layer.AttentionLayer;
import io.graphember.spi.model.layer.GcnLayer;
import io.graphember.spi.model.layer.GinLayer;
import io.graphember.spi.model.layer.GraphSageLayer;
import io.graphember.spi.model.layer.HgtLayer;
import io.graphember.spi.model.layer.RgcnLayer;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** The built-in families of models. */
public enum ModelKind implements Architecture {
  /** Graph convolutional network, {@link GcnLayer}. */
  GCN(GcnLayer::write, Rows::relu, false),
  /** GraphSAGE with the mean aggregator, {@link GraphSageLayer}. */
  GRAPHSAGE(GraphSageLayer::mean, Rows::relu, false),
  /** GraphSAGE with the pooling aggregator, {@link GraphSageLayer}. */
  GRAPHSAGE_POOL(GraphSageLayer::maxPool, Rows::relu, false),
  /** Graph isomorphism network, {@link GinLayer}. */
  GIN(GinLayer::write, Rows::relu, false),
  /** Graph attention network, {@link AttentionLayer}. */
  GAT(AttentionLayer::gat, Rows::elu, true),
  /** Graph attention network with dynamic attention, {@link AttentionLayer}. */
  GATV2(AttentionLayer::gatv2, Rows::elu, true),
  /** Graph attention network with edge attributes, {@link AttentionLayer}. */
  GAT_E(AttentionLayer::gatE, Rows::elu, true),
  /** Relational graph convolutional network, {@link RgcnLayer}. */
  RGCN(RgcnLayer::write, Rows::relu, false),
  /** Heterogeneous graph transformer, {@link HgtLayer}. */
  HGT(HgtLayer::write, UnaryOperator.identity(), false);

  private final BiFunction<Sources, LayerShape, Destinations> layer;
  private final UnaryOperator<Destinations> activation;
  private final boolean selfLoops;

  ModelKind(
      BiFunction<Sources, LayerShape, Destinations> layer,
      UnaryOperator<Destinations> activation,
      boolean selfLoops) {
    this.layer = layer;
    this.activation = activation;
    this.selfLoops = selfLoops;
  }

  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return layer.apply(rows, shape);
  }

  @Override
  public Destinations activation(Destinations rows) {
    return activation.apply(rows);
  }

  @Override
  public boolean selfLoops() {
    return selfLoops;
  }
}
