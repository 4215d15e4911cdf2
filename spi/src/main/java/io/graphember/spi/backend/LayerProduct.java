// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;

/** A product that was computed of what enters a layer. */
interface LayerProduct {
  /** A row for each destination or source. */
  EngineInput.Part rows();

  /**
   * Writes the gradients of the layer's weights that were multiplied with.
   *
   * @param ofRows gradients of {@link #rows()}
   * @param gradients of the model's parameters
   * @param ofInput true if the gradients of the sources' rows are wanted
   * @return these, valid until the next call for the layer; null if they are not wanted
   */
  RowSource takeBack(RowSource ofRows, ByteBuffer gradients, boolean ofInput);
}
