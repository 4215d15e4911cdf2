// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.run.JobParts;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Gives jobs that wait to nodes that have a place for them. The oldest server node decides, so a
 * queue has one order; what it was about to do when it is lost is decided again by the next. Safe
 * for use by several threads.
 */
public final class Dispatcher {
  private static final long ANSWER_MILLIS = 15_000;

  private final JobParts parts;
  private final AtomicInteger asked = new AtomicInteger(); // to look, since nobody looked

  @Inject
  Dispatcher(JobParts parts) {
    this.parts = parts;
  }

  /** What became of a job that was offered to the nodes. */
  private enum Offer {
    TAKEN,
    NODES_BUSY,
    USER_BUSY
  }

  /**
   * Lets jobs begin for which there is a place, if this node is to decide. One thread looks at a
   * time, and again for those who came meanwhile; they do not wait, since the nodes that it asks
   * may need their threads to answer.
   */
  public void look() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    int done;
    do {
      done = asked.get();
      try {
        lookOnce();
      } catch (RuntimeException | Error e) {
        asked.set(0);
        throw e;
      }
    } while (!asked.compareAndSet(done, 0));
  }

  private void lookOnce() {
    if (!parts.cluster().isOldest()) {
      parts.counts().queued(0);
      return;
    }
    final List<JobRecord> queue = parts.records().queue();
    parts.counts().queued(queue.size());
    final Set<Optional<String>> busyUsers = new HashSet<>();
    boolean places = true;
    for (JobRecord job : queue) {
      if (!ended(job) && places && due(job) && !busyUsers.contains(job.user())) {
        switch (offer(job)) {
          case NODES_BUSY -> places = false;
          case USER_BUSY -> busyUsers.add(job.user());
          case TAKEN -> {}
        }
      }
    }
  }

  private boolean due(JobRecord job) {
    return job.waits().orElseThrow().notBefore() <= parts.clock().millis();
  }

  /** Ends a job that was cancelled, or has waited long enough. */
  private boolean ended(JobRecord job) {
    final JobRecord.Waiting waiting = job.waits().orElseThrow();
    if (job.cancelled()) {
      end(job, JobState.Status.CANCELLED, null);
      return true;
    }
    if (waiting.until() > parts.clock().millis()) {
      return false;
    }
    end(
        job,
        JobState.Status.FAILED,
        new GraphemberException(
            NodeError.QUEUE_TIME_EXCEEDED,
            "Job %d has waited %d s for a place, the longest it was to (queue.waitSeconds): 'graphember resume %d' lets it wait again."
                .formatted(
                    job.job(),
                    Duration.ofMillis(waiting.until() - job.submitted()).toSeconds(),
                    job.job())));
    return true;
  }

  private void end(JobRecord job, JobState.Status status, @Nullable GraphemberException why) {
    if (parts.records().giveUp(job.job()).isPresent()) {
      parts.counts().ended(status);
      parts
          .jobs()
          .put(
              JobQueue.state(job, parts.jobs().find(job.job()))
                  .with(status)
                  .because(
                      why == null ? null : ErrorInfo.of(why), parts.graphs().keptStep(job.job()))
                  .endedAt(parts.clock().millis()));
    }
  }

  private Offer offer(JobRecord job) {
    for (Node node : open()) {
      try {
        start(job.job(), node.id());
        return Offer.TAKEN;
      } catch (GraphemberException e) {
        if (e.is(NodeError.USER_BUSY)) {
          return Offer.USER_BUSY;
        }
        if (refuses(e, node)) {
          end(job, JobState.Status.FAILED, e);
          return Offer.TAKEN;
        }
      }
    }
    return Offer.NODES_BUSY;
  }

  private List<Node> open() {
    try {
      return parts.states().openInTurn();
    } catch (GraphemberException e) { // no node takes new work
      return List.of();
    }
  }

  /** True if the job is refused wherever it is; false if a node is busy, or cannot be asked now. */
  private boolean refuses(GraphemberException e, Node node) {
    return !(e.is(NodeError.NODE_BUSY)
        || e.is(NodeError.NODE_DRAINED)
        || e.is(NodeError.NO_MAJORITY)
        || e.is(NodeError.NODE_CALL_FAILED)
        || e.is(NodeError.NODE_LOST)
        || !parts.cluster().has(node.id()));
  }

  private void start(long job, UUID node) {
    new Replies(Cancellation.NEVER, ANSWER_MILLIS)
        .await(
            parts.calls().send(node, NodeThreads.TRAINER_EXECUTOR, new AdoptionMessages.Start(job)),
            "the beginning of job " + job);
  }
}
