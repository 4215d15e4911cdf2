// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What enters an engine: the input of a batch, or what an {@link EngineSession} made of it by the
 * first layers.
 *
 * <p>Buffers are direct, float32, native byte order, row-major, position 0, and valid during the
 * call.
 *
 * @param layer the first layer that the engine computes; it is not asked for earlier ones, nor for
 *     gradients of their parameters
 * @param form what enters that layer
 * @param parts {@link Form#ROWS}: the rows of its sources; {@link Form#AGGREGATED}: the own rows of
 *     its destinations, then what was aggregated for them; {@link Form#PRODUCT} and {@link
 *     Form#PROJECTED}: the product
 */
public record EngineInput(int layer, Form form, List<Part> parts) {
  /**
   * Rows that enter.
   *
   * @param rows float32[{@link Form#rows}, columns]
   * @param columns floats of a row
   */
  public record Part(ByteBuffer rows, int columns) {}

  /** What enters a layer, and what of it is left to compute. */
  public enum Form {
    /** Rows of all sources: the whole layer. */
    ROWS {
      @Override
      public Program rest(Program layer) {
        return layer;
      }

      @Override
      public int rows(Block block) {
        return block.sources();
      }
    },

    /** Own and aggregated rows of the destinations: {@link Program#aggregated()}. */
    AGGREGATED {
      @Override
      public Program rest(Program layer) {
        return layer.aggregated();
      }
    },

    /** What the layer makes of these first: {@link Program#afterProduct()}. */
    PRODUCT {
      @Override
      public Program rest(Program layer) {
        return layer.withoutInputDropout().aggregated().afterProduct();
      }
    },

    /** The rows of all sources multiplied first: {@link Program#afterProjection()}. */
    PROJECTED {
      @Override
      public Program rest(Program layer) {
        return layer.withoutInputDropout().afterProjection();
      }

      @Override
      public int rows(Block block) {
        return block.sources();
      }
    };

    /** What is left to compute of a layer. */
    public abstract Program rest(Program layer);

    /** How many rows enter for a block. */
    public int rows(Block block) {
      return block.destinations();
    }
  }

  /** Copies the list. */
  public EngineInput {
    parts = List.copyOf(parts);
  }

  /** The input of a batch as it is, which is not sparse. */
  static EngineInput of(BatchInput input, ModelSpec spec) {
    if (input instanceof BatchInput.Aggregated both) {
      Part self = new Part(both.self(), spec.inputDim());
      Part aggregated = new Part(both.aggregated(), spec.aggregatedDim());
      return new EngineInput(0, Form.AGGREGATED, List.of(self, aggregated));
    }
    Part rows = new Part(((BatchInput.Rows) input).rows(), spec.inputDim());
    return new EngineInput(0, Form.ROWS, List.of(rows));
  }
}
