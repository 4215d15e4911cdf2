// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
  private static final int MANY = 200;

  /** Rounds that differ in their pick. */
  private static Schedule rounds(int... picks) {
    return new Schedule(
        IntStream.of(picks)
            .mapToObj(pick -> new Round(Work.LOAD, Phase.LOAD, 0, Fault.STOP, pick))
            .toList());
  }

  private static List<Integer> picks(Schedule schedule) {
    return schedule.rounds().stream().map(Round::pick).toList();
  }

  private static Schedule shrink(int count, int runs, int... culprits) throws Exception {
    final List<Integer> all = IntStream.of(culprits).boxed().toList();
    return new Shrinking(part -> picks(part).containsAll(all), runs)
        .shrink(rounds(IntStream.range(0, count).toArray()));
  }

  @Test
  void theLastRoundAloneIsFoundByOneRun() throws Exception {
    assertThat(picks(shrink(20, 1, 19))).containsExactly(19);
  }

  @Test
  void twoRoundsThatFailTogetherAreFound() throws Exception {
    assertThat(picks(shrink(20, MANY, 3, 19))).containsExactly(3, 19);
    assertThat(picks(shrink(21, MANY, 0, 11, 20))).containsExactly(0, 11, 20);
  }

  @Test
  void whenRunsAreUsedUpTheShortestSoFarIsGiven() throws Exception {
    final Schedule some = shrink(16, 3, 12, 15);
    assertThat(picks(some)).contains(12, 15).hasSizeLessThan(16);
  }

  @Test
  void neverMoreRunsThanAllowed() throws Exception {
    final List<Schedule> seen = new ArrayList<>();
    final Schedule whole = rounds(IntStream.range(0, 9).toArray());
    final Schedule shortest =
        new Shrinking(
                part -> {
                  seen.add(part);
                  return false;
                },
                5)
            .shrink(whole);
    assertThat(shortest).isEqualTo(whole);
    assertThat(seen).hasSize(5);
  }

  @Test
  void oneRoundStays() throws Exception {
    assertThat(picks(shrink(1, MANY, 0))).containsExactly(0);
  }
}
