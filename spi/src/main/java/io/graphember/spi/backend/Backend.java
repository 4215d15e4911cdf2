// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.Operator;
import java.util.EnumSet;
import java.util.Set;

/**
 * A loaded tensor engine, one for each node that trains. Safe for use by several threads.
 *
 * <p>After {@link #close()} no session may be opened; closing twice is harmless.
 */
public interface Backend extends AutoCloseable {
  /** Name of the provider. */
  String name();

  /** Engine and version for reports, for example {@code PyTorch 2.7.1 (DJL 0.35.1)}. */
  String engineVersion();

  /** Operators that it computes; all by default. */
  default Set<Operator> operators() {
    return EnumSet.allOf(Operator.class);
  }

  /**
   * Opens a session for one model.
   *
   * @throws io.graphember.spi.error.GraphemberException of category ENGINE if the model uses an
   *     operator that the backend does not compute, see {@link ModelSpec#requireOperators}
   * @throws IllegalArgumentException if the layers cannot be written with the model's options
   * @throws IllegalStateException after {@link #close()}
   */
  ModelSession open(ModelSpec spec);

  @Override
  void close();
}
