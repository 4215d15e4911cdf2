// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.client.api.Retention;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Tells which results of a graph go. Immutable; safe for any thread. */
final class RetentionRule {
  private final Retention retention;

  RetentionRule(Retention retention) {
    this.retention = retention;
  }

  /**
   * Those that go.
   *
   * @param results of all jobs of the graph
   * @param now in ms since 1970
   */
  List<JobResults> outdated(List<JobResults> results, long now) {
    List<JobResults> newestFirst =
        results.stream().sorted(Comparator.comparingLong(JobResults::version).reversed()).toList();
    List<JobResults> outdated = new ArrayList<>();
    for (int i = 0; i < newestFirst.size(); i++) {
      if (beyond(i, newestFirst.get(i).created(), now)) {
        outdated.add(newestFirst.get(i));
      }
    }
    return outdated;
  }

  /**
   * Those that go of the checkpoints that jobs without results have left; they count apart from
   * results.
   *
   * @param checkpoints of all jobs of the graph
   * @param now in ms since 1970
   */
  List<StoredCheckpoint> outdatedCheckpoints(List<StoredCheckpoint> checkpoints, long now) {
    List<StoredCheckpoint> newestFirst =
        checkpoints.stream()
            .sorted(Comparator.comparingLong(StoredCheckpoint::id).reversed())
            .toList();
    return IntStream.range(0, newestFirst.size())
        .filter(i -> beyond(i, OptionalLong.of(newestFirst.get(i).begun()), now))
        .mapToObj(newestFirst::get)
        .toList();
  }

  private boolean beyond(int newer, OptionalLong created, long now) {
    return retention.results() != null && newer >= retention.results() || tooOld(created, now);
  }

  private boolean tooOld(OptionalLong created, long now) {
    return retention.days() != null
        && created.isPresent()
        && now - created.getAsLong() >= TimeUnit.DAYS.toMillis(retention.days());
  }
}
