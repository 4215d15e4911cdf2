// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Rounds until time is over, or all rounds of a schedule; and if one fails, its schedule shrunk.
 */
public final class Campaign {
  private static final int SHRINKING_RUNS = 12;

  private final ClusterPlan plan;
  private final Path logs;
  private final PrintWriter out;
  private final Map<Work, Expected> expected = new EnumMap<>(Work.class);
  private final Tally tally = new Tally();
  private int clusters;

  /**
   * Rounds on clusters of one plan.
   *
   * @param logs folder for what nodes log; that of a cluster stays if something has failed there
   * @param out hears of every round
   */
  public Campaign(ClusterPlan plan, Path logs, PrintWriter out) {
    this.plan = plan;
    this.logs = logs.toAbsolutePath();
    this.out = out;
  }

  /** What has happened so far. */
  public Tally tally() {
    return tally;
  }

  /**
   * Runs rounds that are drawn.
   *
   * @param time from the start of the cluster on, after which no further round begins
   * @return the schedule if it has failed: all rounds up to the failure
   */
  public Optional<Schedule> run(Draw draw, Duration time) throws IOException {
    final Bound[] bound = new Bound[1];
    return run(
        number -> {
          if (number == 0) { // the cluster has started
            bound[0] = Bound.in(time);
          }
          return bound[0].over() ? Optional.empty() : Optional.of(draw.round(number));
        });
  }

  /** Runs the rounds of a schedule; the rounds up to the failure if it has failed. */
  public Optional<Schedule> run(Schedule schedule) throws IOException {
    final List<Round> rounds = schedule.rounds();
    return run(
        number -> number == rounds.size() ? Optional.empty() : Optional.of(rounds.get(number)));
  }

  private Optional<Schedule> run(IntFunction<Optional<Round>> rounds) throws IOException {
    final Path folder = Files.createDirectories(logs.resolve("cluster-" + clusters++));
    final List<Round> done = new ArrayList<>();
    try (ChaosRun run = new ChaosRun(plan, folder, expected, tally)) {
      for (Optional<Round> round = rounds.apply(0);
          round.isPresent();
          round = rounds.apply(done.size())) {
        done.add(round.get());
        say(round.get().toString());
        say("  " + run.round(round.get()));
      }
      run.finish();
    } catch (Violation e) {
      say("FAILED: %s; logs are in %s".formatted(e.getMessage(), folder));
      delete(folder.resolve("work"));
      return Optional.of(new Schedule(done));
    }
    delete(folder);
    return Optional.empty();
  }

  /** The shortest part of a failing schedule that still fails. */
  public Schedule shrink(Schedule failing) throws Exception {
    return new Shrinking(part -> !part.rounds().isEmpty() && run(part).isPresent(), SHRINKING_RUNS)
        .shrink(failing);
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  /** Deletes a folder and what is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
