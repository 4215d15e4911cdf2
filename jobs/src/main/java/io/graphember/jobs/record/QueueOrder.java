// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * The order in which jobs begin that wait. Users take turns: next is the one with the fewest jobs
 * that run or are ahead in the queue, of those the one of whom none has begun for the longest time,
 * of those the one whose next job has waited longest. Of one user's jobs the one with the highest
 * priority comes first, of those the oldest. So nobody gets ahead of others by many jobs, or by
 * their priority.
 */
final class QueueOrder {
  private static final Comparator<JobRecord> OF_A_USER =
      Comparator.comparingInt((JobRecord job) -> -waiting(job).priority())
          .thenComparingLong(JobRecord::submitted)
          .thenComparingLong(JobRecord::job);

  private static final Comparator<User> TURNS =
      Comparator.comparingInt(User::jobs)
          .thenComparingLong(user -> user.served)
          .thenComparingLong(user -> user.waiting.peek().submitted())
          .thenComparingLong(user -> user.waiting.peek().job());

  private QueueOrder() {}

  private static JobRecord.Waiting waiting(JobRecord job) {
    return job.waits().orElseThrow();
  }

  /** Jobs of a user. */
  private static final class User {
    private final PriorityQueue<JobRecord> waiting = new PriorityQueue<>(OF_A_USER);
    private final long served; // when a job began last, in ms since 1970; 0 if none did
    private int jobs; // that run, or are ahead in the queue

    User(long served) {
      this.served = served;
    }

    int jobs() {
      return jobs;
    }
  }

  /**
   * The jobs that wait, the next one first. Costs O(n log n).
   *
   * @param jobs all that have not ended, those that run among them
   * @param served when a job of a user began last, in ms since 1970; 0 if none did
   */
  static List<JobRecord> of(Collection<JobRecord> jobs, ToLongFunction<Optional<String>> served) {
    final Map<Optional<String>, User> users = new HashMap<>();
    for (JobRecord job : jobs) {
      final User user =
          users.computeIfAbsent(job.user(), name -> new User(served.applyAsLong(name)));
      if (job.waits().isPresent()) {
        user.waiting.add(job);
      } else {
        user.jobs++;
      }
    }
    final PriorityQueue<User> turns = new PriorityQueue<>(TURNS);
    users.values().stream().filter(user -> !user.waiting.isEmpty()).forEach(turns::add);
    final List<JobRecord> order = new ArrayList<>();
    while (!turns.isEmpty()) {
      final User next = turns.remove();
      order.add(next.waiting.remove());
      next.jobs++;
      if (!next.waiting.isEmpty()) {
        turns.add(next);
      }
    }
    return order;
  }
}
