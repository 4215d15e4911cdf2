// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

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

  /** True if the backend can train that family of models. */
  boolean supports(ModelKind kind);

  /**
   * Opens a session for one model.
   *
   * @throws io.graphember.spi.error.GraphemberException of category ENGINE if the kind is not
   *     supported; the message names those that are
   * @throws IllegalStateException after {@link #close()}
   */
  ModelSession open(ModelSpec spec);

  @Override
  void close();
}
