// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the options of a benchmark are in a run. Immutable.
 *
 * @param values by name, all of {@link Benchmark#options}
 */
public record BenchmarkOptions(Map<String, String> values) {
  /** Keeps a copy, in the same order. */
  public BenchmarkOptions {
    values = new LinkedHashMap<>(values);
  }

  /**
   * What an option is.
   *
   * @throws IllegalArgumentException if the benchmark has no such option
   */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no option " + name);
    }
    return value;
  }

  /** The same, with another value of an option. */
  public BenchmarkOptions with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new BenchmarkOptions(changed);
  }
}
