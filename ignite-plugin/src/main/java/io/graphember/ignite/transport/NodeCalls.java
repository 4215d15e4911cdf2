// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.NodeError;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterGroup;
import org.apache.ignite.cluster.ClusterGroupEmptyException;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;

/**
 * Sends work to a node and to that node only: failover is off, since slabs are where they are. Safe
 * for use by several threads.
 */
public final class NodeCalls {
  private final Ignite ignite;

  /** Calls from a node. */
  @Inject
  public NodeCalls(Ignite ignite) {
    this.ignite = ignite;
  }

  /** Id of this node. */
  public UUID self() {
    return ignite.cluster().localNode().id();
  }

  /**
   * Sends work to a node.
   *
   * @param executor name of the pool it runs in there
   */
  public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
    CompletableFuture<R> result = new CompletableFuture<>();
    try {
      ClusterGroup target = ignite.cluster().forNodeId(node);
      IgniteFuture<R> future =
          ignite.compute(target).withExecutor(executor).withNoFailover().callAsync(call);
      future.listen(done -> complete(node, done, result));
    } catch (IgniteException | IllegalStateException e) { // the latter if this node stops
      result.completeExceptionally(translate(node, e));
    }
    return result;
  }

  private static <R> void complete(UUID node, IgniteFuture<R> done, CompletableFuture<R> result) {
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

  private static GraphemberException translate(UUID node, RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphemberException known) {
        return known;
      }
      if (cause instanceof ClusterTopologyException
          || cause instanceof ClusterGroupEmptyException) {
        return lost(node, e);
      }
    }
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "A call to node %s failed: %s.".formatted(node, e.getMessage()),
        e);
  }
}
