// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What something may grow with.
 *
 * @param name for people
 * @param size of a load, not negative
 */
record Term(String name, ToDoubleFunction<LoadPlan> size) {
  double of(LoadPlan plan) {
    return size.applyAsDouble(plan);
  }

  /** The largest of some loads. */
  double most(List<LoadRun> runs) {
    return runs.stream().mapToDouble(run -> of(run.plan())).max().orElse(0);
  }
}
