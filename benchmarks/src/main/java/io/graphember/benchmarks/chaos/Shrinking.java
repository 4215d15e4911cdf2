// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a failing schedule shorter: leaves out halves of it, then smaller parts, as long as the
 * rest still fails (delta debugging; Zeller and Hildebrandt, Simplifying and Isolating
 * Failure-Inducing Input, IEEE TSE 28, 2002, algorithm ddmin). The number of runs is bounded.
 */
public final class Shrinking {
  /** Runs schedules. */
  @FunctionalInterface
  public interface Runner {
    /** Whether a schedule fails. */
    boolean fails(Schedule schedule) throws Exception;
  }

  private final Runner runner;
  private int runs; // that are left

  /**
   * Shrinks by runs.
   *
   * @param runs most runs
   */
  public Shrinking(Runner runner, int runs) {
    this.runner = runner;
    this.runs = runs;
  }

  /** The shortest part of a schedule that was seen to fail; the schedule itself if none was. */
  public Schedule shrink(Schedule failing) throws Exception {
    List<Round> shortest = failing.rounds();
    // What has failed is its last round; most often it does so alone.
    final List<Round> last = shortest.subList(shortest.size() - 1, shortest.size());
    if (shortest.size() > 1 && fails(last)) {
      return new Schedule(last);
    }
    int parts = 2;
    while (shortest.size() > 1 && parts <= shortest.size() && runs > 0) {
      final int before = shortest.size();
      for (int part = 0; part < parts && shortest.size() == before; part++) {
        final List<Round> rest =
            without(shortest, part * before / parts, (part + 1) * before / parts);
        if (fails(rest)) {
          shortest = rest;
        }
      }
      parts = shortest.size() < before ? Math.max(2, parts - 1) : next(parts, before);
    }
    return new Schedule(shortest);
  }

  /** Twice as many parts, at most one for each round, and then more than there can be. */
  private static int next(int parts, int rounds) {
    return parts == rounds ? rounds + 1 : Math.min(rounds, 2 * parts);
  }

  private boolean fails(List<Round> rounds) throws Exception {
    if (runs == 0) {
      return false;
    }
    runs--;
    return runner.fails(new Schedule(rounds));
  }

  private static List<Round> without(List<Round> all, int from, int to) {
    final List<Round> rest = new ArrayList<>(all.subList(0, from));
    rest.addAll(all.subList(to, all.size()));
    return rest;
  }
}
