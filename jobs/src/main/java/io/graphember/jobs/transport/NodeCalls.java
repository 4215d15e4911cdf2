// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.spi.error.GraphemberException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends work to a node and to that node only: slabs are where they are. Safe for use by several
 * threads.
 */
public interface NodeCalls {
  /** Id of this node, which has joined the cluster. */
  UUID self();

  /** True if a node is in the cluster. */
  boolean alive(UUID node);

  /** True if a call to a node failed because the node left the cluster. */
  default boolean isLoss(UUID node, Throwable failure) {
    return failure instanceof GraphemberException known
        && (known.is(NodeError.NODE_LOST) || known.is(NodeError.NODE_CALL_FAILED))
        && !alive(node);
  }

  /**
   * Sends work to a node.
   *
   * @param executor name of the pool it runs in there
   * @return what it answers; fails with a {@link GraphemberException}: that of the work, {@link
   *     NodeError#NODE_LOST} or {@link NodeError#NODE_CALL_FAILED}
   */
  <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call);

  /**
   * Asks a node something.
   *
   * @param executor name of the pool that answers there
   * @return what it answers; fails as a call does, or with code {@link NodeError#MESSAGE_UNFIT}
   */
  default <R> CompletableFuture<R> send(UUID node, String executor, Message<R> message) {
    CompletableFuture<R> answered = new CompletableFuture<>();
    send(node, executor, new MessageCall(message))
        .whenComplete(
            (answer, failure) -> {
              try {
                if (failure != null) {
                  answered.completeExceptionally(failure);
                } else {
                  answered.complete(MessageHandlers.answerOf(message, answer));
                }
              } catch (RuntimeException | Error e) { // who waits must hear of it
                answered.completeExceptionally(e);
              }
            });
    return answered;
  }

  /**
   * The error of a node that left.
   *
   * @param cause how it was seen; null if the node says so itself
   */
  static GraphemberException lost(UUID node, @Nullable Throwable cause) {
    return new GraphemberException(
        NodeError.NODE_LOST, "Node %s left the cluster.".formatted(node), cause);
  }
}
