// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.cli.view.LoadView;
import io.graphember.client.LoadProgress;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.schema.source.ReadProgress;
import java.util.LinkedHashMap;
import java.util.Map;

/** Shows progress, and keeps the time that each phase took. Used by one thread. */
final class PhaseWatch implements ReadProgress, BuildProgress {
  private static final String READ = "read";
  private static final double NANOS = 1e9;

  private final LoadView view;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private String phase = READ;
  private long phaseStart = start;

  /** The first phase is reading, and begins now. */
  PhaseWatch(LoadView view) {
    this.view = view;
  }

  @Override
  public void read(String file, long done, long total) {
    view.read(file, done, total);
  }

  @Override
  public void at(String newPhase, long done, long total) {
    if (!newPhase.equals(phase)) {
      next(newPhase);
    }
    view.accept(new LoadProgress(newPhase, done, total));
  }

  private void next(String newPhase) {
    final long now = System.nanoTime();
    seconds.merge(phase, (now - phaseStart) / NANOS, Double::sum);
    phase = newPhase;
    phaseStart = now;
  }

  /** Ends the last phase; seconds of each, then of {@code total}. */
  Map<String, Double> end() {
    next("");
    view.close();
    Map<String, Double> all = new LinkedHashMap<>(seconds);
    all.put("total", (System.nanoTime() - start) / NANOS);
    return all;
  }
}
