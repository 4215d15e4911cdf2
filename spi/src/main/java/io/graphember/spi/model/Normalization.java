// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.function.UnaryOperator;

/** How the rows that leave a layer but the last are normalised, before their activation. */
public enum Normalization {
  /** Not at all. */
  NONE(rows -> rows),

  /** Each row over its columns, with gain and bias: {@link Rows#layerNorm}. */
  LAYER(rows -> rows.layerNorm("norm")),

  /** Each column over the rows of a batch, with gain and bias: {@link Destinations#batchNorm}. */
  BATCH(rows -> rows.batchNorm("norm"));

  private final UnaryOperator<Destinations> written;

  Normalization(UnaryOperator<Destinations> written) {
    this.written = written;
  }

  /** The rows normalised. */
  public Destinations of(Destinations rows) {
    return written.apply(rows);
  }
}
