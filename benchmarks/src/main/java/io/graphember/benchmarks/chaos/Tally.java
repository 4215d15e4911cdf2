// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.measure.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What has happened: delays by fault and phase, work by kind. Used by one thread. */
public final class Tally {
  private static final String ROUNDS = "rounds";

  private final Map<String, List<Double>> delays = new TreeMap<>();
  private final Map<String, Integer> works = new TreeMap<>();
  private int late;
  private int taken;

  /**
   * Takes note of a round.
   *
   * @param hit false if the work had ended before the fault came
   * @param resumed true if the work had failed, as it may, and was taken up again
   * @param seconds that it took longer than undisturbed
   */
  void round(Round round, boolean hit, boolean resumed, double seconds) {
    works.merge(Round.word(round.work()), 1, Integer::sum);
    late += hit ? 0 : 1;
    taken += resumed ? 1 : 0;
    if (hit) {
      delays
          .computeIfAbsent(
              Round.word(round.fault()) + " in " + Round.word(round.phase()),
              cell -> new ArrayList<>())
          .add(Math.max(0, seconds));
    }
  }

  /** Rounds so far. */
  public int rounds() {
    return works.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Rounds whose fault came when the work had ended. */
  public int late() {
    return late;
  }

  /**
   * As a report has it.
   *
   * @param failures rounds that ended with something wrong, lost or left
   */
  public List<Measurement> measurements(ClusterPlan plan, int failures) {
    final List<Measurement> rows = new ArrayList<>();
    final String where =
        "%d JVMs, %s".formatted(plan.nodes(), plan.persistent() ? "persistent" : "in memory");
    rows.add(count("wrong, lost or left", failures));
    rows.add(count("fault behind the end of the work", late));
    rows.add(count("work that failed as it may, then taken up again", taken));
    works.forEach((work, count) -> rows.add(count("work " + work, count)));
    delays.forEach(
        (cell, seconds) -> rows.add(Measurement.lower("delay by " + cell, "s", seconds)));
    return rows.stream().map(row -> row.in(where)).toList();
  }

  private static Measurement count(String name, int count) {
    return Measurement.lower(name, ROUNDS, List.of((double) count));
  }
}
