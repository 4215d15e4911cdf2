// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import java.util.List;
import java.util.Map;

/** One benchmark: measures in this JVM, which is one of several. */
public interface Benchmark {
  /** Name on the command line. */
  String name();

  /** One line for the list. */
  String description();

  /** Options with their defaults. */
  Map<String, String> options();

  /** Warms up and measures. */
  List<Measurement> run(BenchmarkOptions options) throws Exception;
}
