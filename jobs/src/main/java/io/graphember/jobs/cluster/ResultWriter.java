// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.function.Supplier;

/**
 * Writes results into a cache, many at a time. What was not completed may be there or not. Safe for
 * use by several threads.
 *
 * @param <V> values
 */
public interface ResultWriter<V> extends AutoCloseable {
  /** Where a job publishes nothing: values are not even made. */
  static <V> ResultWriter<V> none() {
    return new ResultWriter<>() {
      @Override
      public boolean writes() {
        return false;
      }

      @Override
      public void add(Object key, Supplier<V> value) {}

      @Override
      public void complete() {}

      @Override
      public void close() {}
    };
  }

  /** False of {@link #none}. */
  boolean writes();

  /** Writes a value soon. */
  void add(Object key, Supplier<V> value);

  /** All values are there when this returns. */
  void complete();

  /** Gives up what is not written yet. */
  @Override
  void close();
}
