// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Wall time of phases, and of everything since the clock was made. */
final class PhaseClock {
  private static final double NANOS = 1e9;

  private final long start = System.nanoTime();
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  <T> T time(String phase, Supplier<T> work) {
    final long before = System.nanoTime();
    try {
      return work.get();
    } finally {
      seconds.merge(phase, (System.nanoTime() - before) / NANOS, Double::sum);
    }
  }

  void time(String phase, Runnable work) {
    time(
        phase,
        () -> {
          work.run();
          return null;
        });
  }

  /** Seconds of each phase in their order, then of {@code total}. */
  Map<String, Double> seconds() {
    Map<String, Double> all = new LinkedHashMap<>(seconds);
    all.put("total", (System.nanoTime() - start) / NANOS);
    return all;
  }
}
