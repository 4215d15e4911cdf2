// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitTest {
  private static final LoadRun.Phase PHASE = new LoadRun.Phase(2, 3);

  private static final List<Term> TERMS =
      List.of(
          new Term("1", plan -> 1),
          new Term("E", LoadPlan::edges),
          new Term("sent", plan -> plan.edges() * plan.sent()));

  private static List<LoadRun> runs(int nodes) {
    List<LoadRun> runs = new ArrayList<>();
    for (long edges = 1_000; edges < 10_000_000; edges *= 3) {
      runs.add(new LoadRun(new LoadPlan(1 << 10, edges, 8, nodes), PHASE, PHASE, PHASE, 1, edges));
    }
    return runs;
  }

  @Test
  void findsTheFactorsOfASum() {
    List<LoadRun> runs = new ArrayList<>(runs(1));
    runs.addAll(runs(3));
    Fit fit =
        Fit.of(TERMS, runs, run -> 50 + run.plan().edges() * (0.25 + 0.5 * run.plan().sent()));
    assertThat(fit.predict(new LoadPlan(1, 1_000_000_000, 8, 2)))
        .isCloseTo(500_000_050, within(1.0));
  }

  @Test
  void leavesOutWhatIsAlwaysZeroOrWouldBeNegative() {
    assertThat(Fit.of(TERMS, runs(1), run -> 50 + 0.25 * run.plan().edges()))
        .hasToString("50.0 1 + 0.250 E");
    Fit falling = Fit.of(TERMS, runs(1), run -> 1e9 - run.plan().edges());
    assertThat(falling.predict(new LoadPlan(1, 0, 8, 1))).isPositive();
    assertThat(falling.toString()).doesNotContain("E");
  }

  @Test
  void runsAreReadAsTheyWereWritten(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("runs.jsonl");
    assertThat(LoadRun.read(file)).isEmpty();
    for (LoadRun run : runs(2)) {
      run.append(file);
    }
    assertThat(LoadRun.read(file)).isEqualTo(runs(2));
  }
}
