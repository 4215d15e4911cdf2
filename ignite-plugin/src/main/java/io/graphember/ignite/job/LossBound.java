// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The losses of nodes that a job outlives by going back to a checkpoint: how many, by {@link
 * GraphemberConfiguration#getMaxNodeLosses()}, and how long each may take, by {@link
 * GraphemberConfiguration#getNodeLossTimeoutMillis()}, of the coordinator. Used by its thread.
 */
final class LossBound {
  private static final long AGAIN_MILLIS = 50;
  private static final long DETECTION_MILLIS = 15_000; // Ignite's failure detection takes 10 s

  private final JobParts parts;
  private final Cancellation cancellation;
  private final Set<UUID> lost = new HashSet<>();
  private int drops; // of slabs, by nodes that are still there
  private long deadline = Long.MAX_VALUE; // by when the latest loss has to be made good

  LossBound(JobParts parts, Cancellation cancellation) {
    this.parts = parts;
    this.cancellation = cancellation;
  }

  /** Nodes lost so far. */
  int count() {
    return lost.size();
  }

  /**
   * Waits for work of nodes, and for no longer than all of them are in the cluster.
   *
   * @throws LostNodes if one has left; the rest of the work has stopped
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if too many have
   */
  <R> List<R> await(JobNodes nodes, List<CompletableFuture<R>> work) {
    try {
      return nodes.await(work, cancellation, () -> requireAll(nodes, null));
    } catch (GraphemberException e) {
      cancellation.check();
      awaitLoss(nodes, e);
      throw e;
    }
  }

  /** A call to a node may fail before the cluster knows that the node is gone. */
  private void awaitLoss(JobNodes nodes, GraphemberException failure) {
    requireAll(nodes, failure);
    if (failure.is(NodeError.NOT_OWNER) && drops++ < parts.configuration().getMaxNodeLosses()) {
      throw new LostNodes("A node does not hold its part of the job any more.", failure);
    }
    final boolean perhaps =
        failure.is(NodeError.NODE_LOST) || failure.is(NodeError.NODE_CALL_FAILED);
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DETECTION_MILLIS);
    while (perhaps && System.nanoTime() < end) {
      pause();
      cancellation.check();
      requireAll(nodes, failure);
    }
  }

  private void requireAll(JobNodes nodes, GraphemberException cause) {
    List<UUID> gone = nodes.all().stream().filter(node -> !parts.calls().alive(node)).toList();
    if (gone.isEmpty()) {
      return;
    }
    if (lost.addAll(gone)) {
      deadline =
          System.nanoTime()
              + TimeUnit.MILLISECONDS.toNanos(parts.configuration().getNodeLossTimeoutMillis());
    }
    if (lost.size() > parts.configuration().getMaxNodeLosses()) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "Nodes %s left the cluster: the job may outlive the loss of %d nodes and no more (maxNodeLosses in GraphemberConfiguration)."
              .formatted(names(lost), parts.configuration().getMaxNodeLosses()),
          cause);
    }
    throw new LostNodes("Nodes %s left the cluster.".formatted(names(gone)), cause);
  }

  private static String names(Collection<UUID> nodes) {
    return nodes.stream().map(UUID::toString).sorted().collect(Collectors.joining(", "));
  }

  /**
   * Opens a job, again and again while the topology moves on after a loss.
   *
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if no copy of a
   *     partition is left, or it takes too long
   */
  JobNodes open(GraphInfo graph, Supplier<JobNodes> opening) {
    if (lost.isEmpty()) {
      deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis());
    }
    while (true) {
      requireCopies(graph);
      try {
        return opening.get();
      } catch (GraphemberException e) {
        cancellation.check();
        if (!JobOpening.moved(e)) {
          throw e;
        }
        if (System.nanoTime() - deadline > 0) {
          throw new GraphemberException(
              NodeError.PARTITION_LOST,
              "Graph %s was not open again within %d ms (nodeLossTimeoutMillis in GraphemberConfiguration): %s"
                  .formatted(graph.name(), timeoutMillis(), e.getMessage()),
              e);
        }
      }
      pause();
    }
  }

  private long timeoutMillis() {
    return parts.configuration().getNodeLossTimeoutMillis();
  }

  private void requireCopies(GraphInfo graph) {
    Collection<Integer> gone = parts.ignite().cache(graph.cache()).lostPartitions();
    if (!gone.isEmpty()) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "Partitions %s of graph %s are lost: their owners left the cluster, and no other node holds a copy of them (backups in GraphemberConfiguration, when the graph was loaded)."
              .formatted(gone.stream().sorted().toList(), graph.name()));
    }
  }

  /** Ignite decides on new owners meanwhile. */
  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS))
        .join();
  }
}
