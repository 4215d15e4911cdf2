// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class QueueOrderTest {
  private static final UUID NODE = new UUID(0, 1);

  private static JobRecord running(long job, String user) {
    return JobRecord.submitted(job, "{}", Optional.of(user), NODE, 100 + job);
  }

  private static JobRecord waiting(long job, String user, int priority) {
    return running(job, user).waiting(new JobRecord.Waiting(priority, Long.MAX_VALUE, 0));
  }

  private static List<Long> order(JobRecord... jobs) {
    return QueueOrder.of(List.of(jobs), user -> 0).stream().map(JobRecord::job).toList();
  }

  @Test
  void usersTakeTurns() {
    assertThat(
            order(
                waiting(1, "ann", 0),
                waiting(2, "ann", 0),
                waiting(3, "ann", 0),
                waiting(4, "bob", 0),
                waiting(5, "cid", 0)))
        .containsExactly(1L, 4L, 5L, 2L, 3L);
  }

  @Test
  void whoHasJobsThatRunComesAfterWhoHasNone() {
    assertThat(
            order(
                running(1, "ann"),
                running(2, "ann"),
                running(3, "bob"),
                waiting(4, "ann", 0),
                waiting(5, "bob", 0),
                waiting(6, "bob", 0)))
        .containsExactly(5L, 4L, 6L);
  }

  @Test
  void aPriorityCountsAmongTheJobsOfOneUser() {
    assertThat(
            order(
                waiting(1, "ann", 0),
                waiting(2, "bob", -3),
                waiting(3, "bob", 9),
                waiting(4, "ann", 1)))
        .containsExactly(3L, 4L, 1L, 2L);
  }

  /** With one place nobody has a job that runs when the next one is chosen. */
  @Test
  void whoWasServedLastComesLast() {
    final Map<String, Long> served = Map.of("ann", 7L, "bob", 3L);
    assertThat(
            QueueOrder.of(
                List.of(waiting(1, "ann", 0), waiting(2, "bob", 0), waiting(3, "cid", 0)),
                user -> served.getOrDefault(user.orElseThrow(), 0L)))
        .extracting(JobRecord::job)
        .containsExactly(3L, 2L, 1L);
  }

  @Provide
  Arbitrary<List<JobRecord>> jobs() {
    return Combinators.combine(
            Arbitraries.of("ann", "bob", "cid", "dan"),
            Arbitraries.integers().between(-9, 9),
            Arbitraries.of(true, false))
        .as((user, priority, waits) -> waits ? waiting(0, user, priority) : running(0, user))
        .list()
        .ofMaxSize(60)
        .map(QueueOrderTest::numbered);
  }

  private static List<JobRecord> numbered(List<JobRecord> jobs) {
    List<JobRecord> numbered = new ArrayList<>();
    for (JobRecord job : jobs) {
      final String user = job.user().orElseThrow();
      final long number = numbered.size() + 1L;
      numbered.add(
          job.waits()
              .map(waits -> waiting(number, user, waits.priority()))
              .orElseGet(() -> running(number, user)));
    }
    return numbered;
  }

  /** Whoever is next has no more jobs, running or ahead of him, than anybody else who waits. */
  @Property
  void nobodyIsServedTwiceWhileAnotherWaits(@ForAll("jobs") List<JobRecord> jobs) {
    final List<JobRecord> order = QueueOrder.of(jobs, user -> 0);
    assertThat(order)
        .containsExactlyInAnyOrderElementsOf(
            jobs.stream().filter(job -> job.waits().isPresent()).toList());
    final Map<Optional<String>, Long> served = new HashMap<>();
    jobs.stream()
        .filter(job -> job.waits().isEmpty())
        .forEach(job -> served.merge(job.user(), 1L, Long::sum));
    for (int i = 0; i < order.size(); i++) {
      final long mine = served.getOrDefault(order.get(i).user(), 0L);
      assertThat(order.subList(i, order.size()))
          .allMatch(other -> served.getOrDefault(other.user(), 0L) >= mine);
      served.merge(order.get(i).user(), 1L, Long::sum);
    }
  }

  @Property
  void jobsOfOneUserComeByPriorityAndAge(@ForAll("jobs") List<JobRecord> jobs) {
    final Map<Optional<String>, List<JobRecord>> byUser = new HashMap<>();
    QueueOrder.of(jobs, user -> 0)
        .forEach(job -> byUser.computeIfAbsent(job.user(), user -> new ArrayList<>()).add(job));
    assertThat(byUser.values())
        .allSatisfy(
            own ->
                assertThat(own)
                    .isSortedAccordingTo(
                        Comparator.comparingInt(
                                (JobRecord job) -> -job.waits().orElseThrow().priority())
                            .thenComparingLong(JobRecord::job)));
  }
}
