// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Draws rounds from a seed. It goes through all cells of the matrix of faults and phases that are
 * possible in an order that is drawn, then through all of them again in another one: so many rounds
 * as there are cells meet each of them once.
 */
public final class Draw {
  /** A fault in a phase. */
  private record Cell(Fault fault, Phase phase) {}

  private static final int PICKS = 1000;
  private static final int SHORT_MILLIS = 40;
  private static final int LONG_MILLIS = 800;

  private final long seed;
  private final List<Cell> cells = new ArrayList<>();

  /** Draws for a cluster with or without persistence. */
  public Draw(long seed, boolean persistent) {
    this.seed = seed;
    for (Fault fault : Fault.values()) {
      for (Phase phase : Phase.values()) {
        if (fault.impossible(phase, persistent).isEmpty()) {
          cells.add(new Cell(fault, phase));
        }
      }
    }
  }

  /** Cells that are possible. */
  public int cells() {
    return cells.size();
  }

  /** A round by its number, from 0. */
  public Round round(int number) {
    final Cell cell = cells.get(place(number / cells.size(), number % cells.size()));
    final List<Work> works =
        Arrays.stream(Work.values()).filter(work -> work.phases().contains(cell.phase())).toList();
    final long key = CounterRandom.child(seed, 1, number);
    return new Round(
        works.get(CounterRandom.bounded(CounterRandom.bits(key, 0), works.size())),
        cell.phase(),
        CounterRandom.bounded(
            CounterRandom.bits(key, 1), cell.phase().lasts() ? LONG_MILLIS : SHORT_MILLIS),
        cell.fault(),
        CounterRandom.bounded(CounterRandom.bits(key, 2), PICKS));
  }

  private int place(int pass, int number) {
    final long[] order = new long[cells.size()];
    Arrays.setAll(order, i -> i);
    CounterRandom.shuffle(order, CounterRandom.child(seed, 2, pass));
    return (int) order[number];
  }
}
