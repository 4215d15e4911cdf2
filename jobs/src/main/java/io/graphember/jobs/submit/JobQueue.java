// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * The jobs of the cluster that wait for a place: records of jobs that say so. {@link Dispatcher}
 * lets them begin. Nodes that take jobs at the same moment may each go one beyond a bound. Safe for
 * use by several threads and nodes.
 */
final class JobQueue {
  private static final String PHASE = "queue";

  private final JobRecords records;
  private final NodeLimits limits;
  private final UserBounds bounds;

  @Inject
  JobQueue(JobRecords records, NodeLimits limits, UserBounds bounds) {
    this.records = records;
    this.limits = limits;
    this.bounds = bounds;
  }

  /** True if it is only a matter of time until a job that was refused so finds a place. */
  static boolean passing(GraphemberException refusal) {
    return refusal.is(NodeError.NODE_BUSY) || refusal.is(NodeError.USER_BUSY);
  }

  /** True if no job waits. */
  boolean isEmpty() {
    return records.waiting().isEmpty();
  }

  /**
   * Refuses one more.
   *
   * @throws GraphemberException with code {@link NodeError#QUEUE_FULL}
   */
  void requireRoom(Optional<String> user) {
    final List<JobRecord> waiting = records.waiting();
    if (waiting.size() >= limits.queuedJobs()) {
      throw new GraphemberException(
          NodeError.QUEUE_FULL,
          "In the cluster %d of at most %d jobs wait: submit it again when some have begun, or raise maxQueuedJobs in GraphemberConfiguration."
              .formatted(waiting.size(), limits.queuedJobs()));
    }
    final long own = waiting.stream().filter(job -> job.user().equals(user)).count();
    final long most = bounds.of(user).queuedJobs();
    if (most > 0 && own >= most) {
      throw new GraphemberException(
          NodeError.QUEUE_FULL,
          "User %s has %d of at most %d jobs that wait: submit it again when some have begun, or ask the administrator to raise maxQueuedJobsPerUser."
              .formatted(UserBounds.name(user), own, most));
    }
  }

  /**
   * How a job waits.
   *
   * @param submitted when it was submitted, in ms since 1970
   * @param notBefore when it may begin at the earliest
   */
  static JobRecord.Waiting waiting(JobSettings settings, long submitted, long notBefore) {
    return new JobRecord.Waiting(
        settings.queue().priority(), submitted + settings.queue().longest().toMillis(), notBefore);
  }

  /**
   * The state of a job that waits.
   *
   * @param before what is known of a job that has begun before
   */
  static JobState state(JobRecord record, Optional<JobState> before) {
    final JobSettings settings =
        SettingsDocument.parse("job " + record.job(), record.settings()).bind(JobSettings.class);
    return new JobState(
        record.job(),
        settings.name(),
        settings.graph().name(),
        JobState.Status.QUEUED,
        PHASE,
        settings.job().epochs(),
        before.map(JobState::epochs).orElse(List.of()),
        null,
        null,
        null,
        record.origin(),
        null,
        record.submission(settings),
        null,
        null);
  }
}
