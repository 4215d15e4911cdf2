// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * One layer, as far as it is computed before an engine: its sums, and the product that it makes of
 * them. Used by one thread at a time; keeps its buffers.
 */
final class LayerAhead {
  private final int dim;
  private final Optional<NeighborAggregator> aggregator;
  private final Optional<InputMultiplier> multiplier;
  private ByteBuffer ofSelf = ByteBuffer.allocateDirect(0);
  private ByteBuffer ofAggregated = ByteBuffer.allocateDirect(0);

  /**
   * A layer.
   *
   * @param plan of its evaluation
   * @param weights its parameters
   * @param dim floats of a row that enters it
   */
  LayerAhead(
      LayerPlan plan, List<ParameterLayout.Parameter> weights, int dim, BackendSettings lent) {
    this.dim = dim;
    aggregator =
        plan.program().typedAggregator().map(by -> new NeighborAggregator(by, dim, lent.workers()));
    multiplier =
        plan.product().isEmpty() || lent.products().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new InputMultiplier(
                    new InputLayout(
                        plan.product().get(), weights, dim, aggregator.orElseThrow().columns()),
                    lent.products().get(),
                    lent.workers()));
  }

  /** True if the rows of a block's sources may be added up here, and rather are than multiplied. */
  boolean aggregates(LayerPlan plan, Block block) {
    return aggregator.isPresent()
        && aggregator.get().takes(block)
        && !plan.program()
            .productFirstIsCheaper(block.destinations(), block.sources(), block.edges());
  }

  /** True if what enters in that form may be multiplied here. */
  boolean multiplies(LayerPlan plan, Block block, EngineInput.Form form) {
    return multiplier.isPresent()
        && plan.product().equals(multiplier.map(InputMultiplier::product))
        && multiplier.get().takes(block.destinations())
        && (form == EngineInput.Form.AGGREGATED || aggregates(plan, block));
  }

  /** The sums of what enters a block. */
  Sums sums(Block block, EngineInput.Part rows) {
    NeighborAggregator by = aggregator.orElseThrow();
    EdgeSegments segments = by.segments(block);
    return new Sums(block, segments, rows, by.aggregate(block, segments, rows.rows()));
  }

  /** Sums that an engine is given. */
  final class Sums {
    private final Block block;
    private final EdgeSegments segments;
    private final EngineInput.Part rows;
    private final EngineInput.Part aggregated;

    private Sums(
        Block block, EdgeSegments segments, EngineInput.Part rows, EngineInput.Part aggregated) {
      this.block = block;
      this.segments = segments;
      this.rows = rows;
      this.aggregated = aggregated;
    }

    /** Own and aggregated rows. */
    List<EngineInput.Part> parts() {
      return List.of(rows, aggregated);
    }

    /** Gradients of the rows of the block's sources. */
    RowSource takeBack(List<ByteBuffer> parts) {
      return aggregator.orElseThrow().gradients(block, segments, parts.get(0), parts.get(1));
    }
  }

  /**
   * The product of what enters a block; O(destinations in out) and what the sums cost.
   *
   * @param input rows of the sources, or own and aggregated rows
   * @param parameters of the model
   * @param kept true if {@link Product#takeBack} follows
   */
  Product product(Block block, EngineInput input, ByteBuffer parameters, boolean kept) {
    final InputMultiplier by = multiplier.orElseThrow();
    final EngineInput.Part own = input.parts().get(0);
    final RowSource self = RowSource.of(own.rows(), dim);
    EdgeSegments segments = null;
    RowSource sums;
    RowSource again;
    if (input.form() == EngineInput.Form.AGGREGATED) {
      EngineInput.Part aggregated = input.parts().get(1);
      sums = RowSource.of(aggregated.rows(), aggregated.columns());
      again = sums;
    } else {
      NeighborAggregator neighbors = aggregator.orElseThrow();
      segments = neighbors.segments(block);
      sums = neighbors.sums(segments, own.rows());
      again = sums;
      if (kept) {
        ByteBuffer room = neighbors.room(block);
        sums = sums.keptIn(room, neighbors.columns());
        again = RowSource.of(room, neighbors.columns());
      }
    }
    ByteBuffer result =
        by.multiply(
            block.destinations(), new InputRows(by.layout(), block, self, sums), parameters);
    return new Product(block, segments, new InputRows(by.layout(), block, self, again), result);
  }

  /** A product that was computed. */
  final class Product implements LayerProduct {
    private final Block block;
    private final EdgeSegments segments; // null if the sums were given
    private final InputRows input;
    private final ByteBuffer result;

    private Product(Block block, EdgeSegments segments, InputRows input, ByteBuffer result) {
      this.block = block;
      this.segments = segments;
      this.input = input;
      this.result = result;
    }

    @Override
    public EngineInput.Part rows() {
      return new EngineInput.Part(result, multiplier.orElseThrow().columns());
    }

    @Override
    public RowSource takeBack(RowSource ofRows, ByteBuffer gradients, boolean ofInput) {
      final InputMultiplier by = multiplier.orElseThrow();
      final int count = block.destinations();
      if (!ofInput) {
        by.gradients(count, input, ofRows, gradients, null);
        return null;
      }
      final NeighborAggregator neighbors = aggregator.orElseThrow();
      ofSelf = FloatMemory.room(ofSelf, count, dim);
      ofAggregated = FloatMemory.room(ofAggregated, count, neighbors.columns());
      by.gradients(count, input, ofRows, gradients, input.gradients(ofSelf, ofAggregated));
      return neighbors.gradients(block, segments, ofSelf, ofAggregated);
    }
  }

  /** Writes gradients of the rows of a block's sources to a buffer. */
  void write(RowSource gradients, Block block, ByteBuffer buffer) {
    aggregator.orElseThrow().write(gradients, block, buffer);
  }
}
