// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.majority.MajorityWait;
import io.graphember.jobs.record.JobRecord;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.job.JobSettings;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The attempts at one job. When nodes are lost that it cannot do without, its work stops on all
 * nodes, slabs are freed, and it is tried again on the nodes that are left, from its last complete
 * checkpoint; so often and so long as its {@link LossBound} allows. Likewise when it is to go on on
 * other nodes, see {@link Relocation}. Without a majority of the storage nodes the work stops
 * likewise, and the next attempt waits for one. Used by the coordinator's thread.
 */
public final class JobAttempts {
  private static final long AGAIN_MILLIS = 50;
  private static final long DETECTION_MILLIS = 15_000; // Ignite's failure detection takes 10 s

  private final JobParts parts;
  private final Cancellation cancellation;
  private final JobOpening opening;
  private final MajorityWait majority;
  private final LossBound losses;
  private double openSeconds;

  public JobAttempts(
      JobParts parts,
      JobRecord record,
      JobSettings settings,
      JobMonitor monitor,
      Cancellation cancellation) {
    this.parts = parts;
    this.majority = parts.majorityWait(settings.name(), monitor, cancellation);
    this.cancellation = cancellation;
    this.opening = new JobOpening(parts, record, settings, cancellation);
    this.losses = new LossBound(parts.cluster(), parts.counts(), parts.limits(), record.losses());
  }

  /** The losses so far, and their bound. */
  public LossBound losses() {
    return losses;
  }

  /** Seconds that the opening of slabs took, in all attempts. */
  public double openSeconds() {
    return openSeconds;
  }

  /**
   * Opens the slabs of a job and runs it, until that is done without a loss.
   *
   * @param backend name of the engine's backend; empty if the job needs none
   * @param attempt runs the job from its last complete checkpoint; waits for nodes by {@link
   *     #await}
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if no copy of a
   *     partition is left, too many nodes were lost, or it takes too long; with code {@link
   *     NodeError#NO_MAJORITY}
   */
  public <R> R run(GraphInfo graph, String backend, Function<JobNodes, R> attempt) {
    Collection<UUID> used = List.of();
    while (true) {
      final long began = System.nanoTime();
      final JobNodes nodes = open(graph, backend);
      openSeconds += Elapsed.seconds(began);
      try {
        losses.add(gone(used), null); // also those that left when no attempt used them
        used = nodes.all();
        return attempt.apply(nodes);
      } catch (LostNodes e) {
        // What was done since the last checkpoint is done again.
        requireHere(e);
      } catch (GraphemberException e) {
        if (!e.is(NodeError.NO_MAJORITY) || majority.expired()) {
          throw e;
        }
        // Lost in the moment in which something was to be kept: likewise, once there is one again.
      } finally {
        nodes.end();
      }
    }
  }

  /**
   * Ends an attempt whose state is kept, to go on on other nodes.
   *
   * @throws LostNodes always
   */
  public void move() {
    throw new LostNodes(true, "The job goes on on other nodes.", null);
  }

  /** A node that takes no new work hands over the jobs that it coordinates. */
  private void requireHere(LostNodes end) {
    if (end.moved()
        && Relocation.handsOver(
            parts.cluster(), parts.states().unavailableNodes(), parts.calls().self())) {
      throw new GraphemberException(
          NodeError.JOB_MOVING, "Another node goes on with the job.", end);
    }
  }

  /**
   * Waits until there is a majority: before anything is kept or becomes current.
   *
   * @throws GraphemberException with code {@link NodeError#NO_MAJORITY} if it takes too long;
   *     cancelled
   */
  public void awaitMajority() {
    if (majority.await()) {
      losses.begin();
    }
  }

  private JobNodes open(GraphInfo graph, String backend) {
    while (true) {
      awaitMajority();
      losses.requireCopies(graph);
      try {
        return opening.open(graph, backend);
      } catch (GraphemberException e) {
        cancellation.check();
        if (!JobOpening.moved(e)) {
          throw e;
        }
        if (losses.leftMillis() <= 0) {
          throw new GraphemberException(
              NodeError.PARTITION_LOST,
              "Graph %s was not open within %d ms (nodeLossTimeoutMillis in GraphemberConfiguration): %s"
                  .formatted(graph.name(), losses.timeoutMillis(), e.getMessage()),
              e);
        }
      }
      pause();
    }
  }

  /**
   * Waits for work of nodes, and for no longer than all of them are in the cluster.
   *
   * @throws LostNodes if one has left; the rest of the work has stopped
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if too many have
   */
  public <R> List<R> await(JobNodes nodes, List<CompletableFuture<R>> work) {
    return await(nodes, work, nodes.all(), () -> {});
  }

  /**
   * Waits for work that goes on without some nodes.
   *
   * @param needed nodes without which it does not
   * @param repair makes the loss of others good; asked again and again
   * @throws LostNodes if a needed node has left, or the work has failed because another one has;
   *     the rest of the work has stopped
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if too many have; what
   *     the repair fails with
   */
  public <R> List<R> await(
      JobNodes nodes, List<CompletableFuture<R>> work, Collection<UUID> needed, Runnable repair) {
    try {
      return nodes.await(
          work,
          cancellation,
          () -> {
            requireAll(needed, null);
            requireMajority();
            repair.run();
          });
    } catch (GraphemberException e) {
      cancellation.check();
      if (e.is(NodeError.JOB_MOVING)) {
        move();
      }
      if (mayComeOfALoss(e)) {
        awaitLoss(nodes, e);
      }
      throw e;
    }
  }

  /** What the work itself fails with, it would fail with again; a verdict stays one. */
  private static boolean mayComeOfALoss(GraphemberException failure) {
    return failure.category() == ErrorCategory.CLUSTER && !failure.is(NodeError.PARTITION_LOST)
        || failure.is(SpiError.CANCELLED);
  }

  /** A call to a node may fail before the cluster knows that the node is gone. */
  private void awaitLoss(JobNodes nodes, GraphemberException failure) {
    requireAll(nodes.all(), failure);
    // A trainer whose slabs are dropped is cancelled, or finds them gone; the user did not ask.
    final boolean dropped = failure.is(NodeError.NOT_OWNER) || failure.is(SpiError.CANCELLED);
    if (dropped && losses.addDrop()) {
      throw new LostNodes(false, "A node does not hold its part of the job any more.", failure);
    }
    final boolean perhaps =
        failure.is(NodeError.NODE_LOST) || failure.is(NodeError.NODE_CALL_FAILED);
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DETECTION_MILLIS);
    while (perhaps && System.nanoTime() < end) {
      pause();
      cancellation.check();
      requireAll(nodes.all(), failure);
    }
  }

  private List<UUID> gone(Collection<UUID> nodes) {
    return nodes.stream().filter(node -> !parts.calls().alive(node)).toList();
  }

  private void requireMajority() {
    if (!majority.holds()) {
      throw new LostNodes(false, "Less than half of the storage nodes are here.", null);
    }
  }

  private void requireAll(Collection<UUID> nodes, @Nullable GraphemberException cause) {
    List<UUID> gone = gone(nodes);
    if (!gone.isEmpty()) {
      losses.add(gone, cause);
      throw new LostNodes(
          false, "Nodes %s left the cluster.".formatted(LossBound.names(gone)), cause);
    }
  }

  /** Ignite decides on new owners meanwhile. */
  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS))
        .join();
  }
}
