// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.metric;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Where metrics are shown. Suppliers are asked by other threads, whenever somebody looks. */
public interface Metrics {
  /**
   * Shows a whole number.
   *
   * @param name in one word; of a number that only grows it ends with {@code Total}
   * @param what a phrase
   */
  void number(String name, String what, LongSupplier value);

  /** Shows a number; NaN while there is none. */
  void real(String name, String what, DoubleSupplier value);

  /** Shows a word or two. */
  void text(String name, String what, Supplier<String> value);
}
