// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.JobState;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.run.JobParts;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives jobs whose coordinator is lost to other nodes. The oldest server node decides: it has seen
 * every node that anybody has seen who is left. A job whose coordinator it has not seen was lost
 * with all nodes; it has failed, and can be resumed. Safe for use by several threads.
 */
public final class Adoption {
  private static final long ANSWER_MILLIS = 15_000;

  private final JobParts parts;
  private final Set<UUID> seen = ConcurrentHashMap.newKeySet();

  /** Nobody was seen yet. */
  @Inject
  public Adoption(JobParts parts) {
    this.parts = parts;
  }

  /** A server node is in the cluster. */
  public void seen(UUID node) {
    seen.add(node);
  }

  /**
   * Looks for jobs without a coordinator, if this node is to decide. What fails is tried again when
   * it looks again.
   */
  public synchronized void look() {
    parts.cluster().servers().forEach(node -> seen(node.id()));
    if (!parts.cluster().isOldest()) {
      return;
    }
    for (JobRecord record : parts.records().running()) {
      if (record.waits().isEmpty() && !parts.cluster().has(record.coordinator())) {
        decide(record);
      }
    }
  }

  private void decide(JobRecord record) {
    try {
      final Optional<JobState.Status> ended =
          parts.jobs().find(record.job()).map(JobState::status).filter(JobState.Status::ended);
      if (ended.isPresent()) { // it had said so before it was lost
        parts.ended(record, ended.get());
      } else if (seen.contains(record.coordinator())) {
        give(record);
      } else {
        abandon(record);
      }
    } catch (GraphemberException e) {
      parts.logOf(record.job()).warning("has no coordinator yet: " + e.getMessage());
    }
  }

  private void give(JobRecord record) {
    final UUID heir = heir();
    parts
        .logOf(record.job())
        .warning(
            "lost its coordinator, node %s; node %s goes on with it"
                .formatted(record.coordinator(), heir));
    new Replies(Cancellation.NEVER, ANSWER_MILLIS)
        .await(
            parts
                .calls()
                .send(
                    heir,
                    NodeThreads.TRAINER_EXECUTOR,
                    new AdoptionMessages.Adopt(record.job(), record.coordinator())),
            "the adoption of job " + record.job());
  }

  /** Where no node takes new work, an old job goes on nevertheless. */
  private UUID heir() {
    try {
      return parts.states().openInTurn().get(0).id();
    } catch (GraphemberException e) {
      return parts.cluster().local().id();
    }
  }

  private void abandon(JobRecord record) {
    parts.fail(
        record,
        new GraphemberException(
            NodeError.NODE_LOST,
            "Job %d was lost with all nodes of the cluster: 'graphember resume %d' goes on with it."
                .formatted(record.job(), record.job())));
  }
}
