// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.CsrRows;
import java.nio.ByteBuffer;

/**
 * What enters layer 0 of a mini-batch. Every backend takes the first two forms, and the third for
 * models of which it says so; all give the same result but for rounding.
 *
 * <p>Buffers are direct, float32, native byte order, row-major, position 0.
 */
public sealed interface BatchInput {
  /**
   * One row for each source of layer 0's block.
   *
   * @param rows float32[sources, inputDim]
   */
  record Rows(ByteBuffer rows) implements BatchInput {}

  /**
   * Rows of layer 0's destinations and their aggregated neighbours, computed beforehand where the
   * rows are (push-down). Only for a layer that has a {@link
   * io.graphember.spi.model.Program#typedAggregator() typed aggregator}; layer 0's block is then
   * not asked for neighbours.
   *
   * @param self float32[destinations, inputDim]: the destinations' own rows
   * @param aggregated float32[destinations, {@link ModelSpec#aggregatedDim()}]: what the aggregator
   *     gives of the neighbours' rows: their mean (GraphSAGE), their sum (GIN), their weighted sum
   *     without the destination's own term (GCN), or a mean for each edge type (RGCN)
   */
  record Aggregated(ByteBuffer self, ByteBuffer aggregated) implements BatchInput {}

  /**
   * One sparse row for each source of layer 0's block. Only for a session that {@linkplain
   * ModelSession#takesSparse() takes it}.
   *
   * @param rows [sources, inputDim]
   */
  record Sparse(CsrRows rows) implements BatchInput {}
}
