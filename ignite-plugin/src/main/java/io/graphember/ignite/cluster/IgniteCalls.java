// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCompute;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterGroupEmptyException;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls by Ignite's compute. Failover is off, since slabs are where they are. Safe for use by
 * several threads.
 */
public final class IgniteCalls implements NodeCalls {
  /**
   * What Ignite's load balancer says of a node that has joined: it hears of it a moment after the
   * topology has it. Whoever opens a job just then tries again.
   */
  private static final String NOT_THERE_YET = "Task topology does not have alive nodes";

  private final Ignite ignite;
  private final Executor replies;
  private final Map<Way, IgniteCompute> ways = new ConcurrentHashMap<>();
  private volatile boolean stopping;
  private volatile @Nullable UUID self; // once asked for: a node that stops does not say

  /**
   * Calls from a node.
   *
   * @param replies takes replies from Ignite's threads, and runs what follows on them
   */
  public IgniteCalls(Ignite ignite, Executor replies) {
    this.ignite = ignite;
    this.replies = replies;
  }

  @Override
  public UUID self() {
    UUID known = self;
    if (known == null) {
      known = ignite.cluster().localNode().id();
      self = known;
    }
    return known;
  }

  /** This node stops, perhaps before it joined: whatever fails here from now on, it has left. */
  public void stop() {
    stopping = true;
  }

  /** What a failure on this node is to the others: if it stops, that it left. */
  RuntimeException seenByOthers(RuntimeException failure) {
    return stopping ? NodeCalls.lost(self(), failure) : failure;
  }

  @Override
  public boolean alive(UUID node) {
    return ignite.cluster().node(node) != null;
  }

  @Override
  public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
    CompletableFuture<R> result = new CompletableFuture<>();
    try {
      IgniteFuture<R> future =
          way(new Way(node, executor)).withNoFailover().callAsync(new CarriedCall<>(call));
      future.listen(done -> handOver(() -> complete(node, done, result)));
    } catch (IgniteException | IllegalStateException e) { // the latter if this node stops
      result.completeExceptionally(translate(node, e));
    }
    return result;
  }

  /** Where calls go: Ignite keeps something of each way for each thread, so ways are kept. */
  private record Way(UUID node, String executor) {}

  private IgniteCompute way(Way to) {
    IgniteCompute known = ways.get(to);
    if (known != null) {
      return known;
    }
    ways.keySet().removeIf(other -> !alive(other.node()));
    IgniteCompute made =
        ignite.compute(ignite.cluster().forNodeId(to.node())).withExecutor(to.executor());
    ways.put(to, made);
    return made;
  }

  /** Somebody always takes it: the future of a call that nobody completes is waited for forever. */
  private void handOver(Runnable reply) {
    try {
      replies.execute(reply);
    } catch (RuntimeException e) { // all threads are busy, or the node stops
      reply.run();
    }
  }

  private <R> void complete(UUID node, IgniteFuture<R> done, CompletableFuture<R> result) {
    try {
      result.complete(done.get());
    } catch (RuntimeException e) {
      result.completeExceptionally(translate(node, e));
    }
  }

  private GraphemberException translate(UUID node, RuntimeException e) {
    if (stopping) {
      return NodeCalls.lost(self(), e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphemberException known) {
        return known;
      }
      if (cause instanceof ClusterTopologyException
          || cause instanceof ClusterGroupEmptyException
          || String.valueOf(cause.getMessage()).startsWith(NOT_THERE_YET)) {
        return NodeCalls.lost(node, e);
      }
    }
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "A call to node %s failed: %s.".formatted(node, e.getMessage()),
        e);
  }
}
