// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.NodeError;
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

/**
 * Sends work to a node and to that node only: failover is off, since slabs are where they are. Safe
 * for use by several threads.
 */
public final class NodeCalls {
  /**
   * What Ignite's load balancer says of a node that has joined: it hears of it a moment after the
   * topology has it. Whoever opens a job just then tries again.
   */
  private static final String NOT_THERE_YET = "Task topology does not have alive nodes";

  private final Ignite ignite;
  private final Executor replies;
  private final Map<Way, IgniteCompute> ways = new ConcurrentHashMap<>();
  private volatile boolean stopping;
  private volatile UUID self; // once asked for: a node that stops does not say

  /**
   * Calls from a node.
   *
   * @param replies takes replies from Ignite's threads, and runs what follows on them
   */
  public NodeCalls(Ignite ignite, Executor replies) {
    this.ignite = ignite;
    this.replies = replies;
  }

  /** Id of this node, which has joined the cluster. */
  public UUID self() {
    if (self == null) {
      self = ignite.cluster().localNode().id();
    }
    return self;
  }

  /** This node stops, perhaps before it joined: whatever fails here from now on, it has left. */
  public void stop() {
    stopping = true;
  }

  /** What a failure on this node is to the others: if it stops, that it left. */
  RuntimeException seenByOthers(RuntimeException failure) {
    return stopping ? lost(self(), failure) : failure;
  }

  /** True if a node is in the cluster. */
  public boolean alive(UUID node) {
    return ignite.cluster().node(node) != null;
  }

  /** True if a call to a node failed because the node left the cluster. */
  public boolean isLoss(UUID node, Throwable failure) {
    return failure instanceof GraphemberException known
        && (known.is(NodeError.NODE_LOST) || known.is(NodeError.NODE_CALL_FAILED))
        && !alive(node);
  }

  /**
   * Sends work to a node.
   *
   * @param executor name of the pool it runs in there
   */
  public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
    CompletableFuture<R> result = new CompletableFuture<>();
    try {
      IgniteFuture<R> future = way(new Way(node, executor)).withNoFailover().callAsync(call);
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

  /**
   * The error of a node that left.
   *
   * @param cause how it was seen; null if the node says so itself
   */
  public static GraphemberException lost(UUID node, Throwable cause) {
    return new GraphemberException(
        NodeError.NODE_LOST, "Node %s left the cluster.".formatted(node), cause);
  }

  private GraphemberException translate(UUID node, RuntimeException e) {
    if (stopping) {
      return lost(self(), e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphemberException known) {
        return known;
      }
      if (cause instanceof ClusterTopologyException
          || cause instanceof ClusterGroupEmptyException
          || String.valueOf(cause.getMessage()).startsWith(NOT_THERE_YET)) {
        return lost(node, e);
      }
    }
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "A call to node %s failed: %s.".formatted(node, e.getMessage()),
        e);
  }
}
