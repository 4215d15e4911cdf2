// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
  private static List<Round> draw(long seed, boolean persistent, int count) {
    final Draw draw = new Draw(seed, persistent);
    return IntStream.range(0, count).mapToObj(draw::round).toList();
  }

  @Test
  void whatIsWrittenIsRead() {
    final Schedule schedule = new Schedule(draw(7, true, 50));
    assertThat(Schedule.parse(schedule.toString())).isEqualTo(schedule);
    assertThat(Schedule.parse("sampled/train+120/kill-trainer:4").rounds())
        .containsExactly(new Round(Work.SAMPLED, Phase.TRAIN, 120, Fault.KILL_TRAINER, 4));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneSeedDrawsTheSameRoundsEachTimeAndAnotherOneOthers(boolean persistent) {
    assertThat(draw(3, persistent, 30)).isEqualTo(draw(3, persistent, 30));
    assertThat(draw(3, persistent, 30)).isNotEqualTo(draw(4, persistent, 30));
  }

  /** Each pass meets every cell that is possible, and no other. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void roundsMeetEveryPossibleCell(boolean persistent) {
    final int cells = new Draw(5, persistent).cells();
    final List<Round> rounds = draw(5, persistent, 2 * cells);
    for (List<Round> pass : List.of(rounds.subList(0, cells), rounds.subList(cells, 2 * cells))) {
      final Set<List<Object>> met = new HashSet<>();
      pass.forEach(round -> met.add(List.of(round.fault(), round.phase())));
      assertThat(met).hasSize(cells);
    }
    assertThat(rounds)
        .allMatch(round -> round.fault().impossible(round.phase(), persistent).isEmpty());
    final long possible =
        Arrays.stream(Fault.values())
            .mapToLong(
                fault ->
                    Arrays.stream(Phase.values())
                        .filter(phase -> fault.impossible(phase, persistent).isEmpty())
                        .count())
            .sum();
    assertThat(cells).isEqualTo((int) possible).isGreaterThan(70);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sampled/train/kill-trainer:4 | a round is WORK/PHASE+MILLIS/FAULT:PICK",
        "sampled/train+1/kill-nobody:4 | kill-nobody' is no fault.",
        "nothing/train+1/stop:4 | nothing' is no work.",
        "walks/train+1/stop:4 | WALKS has no phase TRAIN"
      })
  void whatIsNoRoundIsRefused(String text, String why) {
    assertThatThrownBy(() -> Schedule.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void clustersHaveThreeToFiveNodes() {
    assertThatThrownBy(() -> new ClusterPlan(2, false))
        .hasMessage("nodes = 2: must be from 3 to 5.");
    assertThat(new ClusterPlan(5, true).storageNodes()).isEqualTo(4);
    assertThat(new ClusterPlan(3, true).storageNodes()).isEqualTo(3);
  }
}
