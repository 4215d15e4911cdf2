// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.sampling.engine.Replies;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The exchange of a shard over Ignite: a message is a call to the other shard's node, or several of
 * {@value #PART_BYTES} bytes. Used by one thread.
 */
final class NodeShardExchange implements ShardExchange {
  static final int PART_BYTES = 1 << 20;

  private static final int WINDOW = 4;

  private final NodeCalls calls;
  private final LocalShard local;
  private final Replies replies;
  private int superstep;
  private long sentBytes;

  /**
   * An exchange before its first superstep.
   *
   * @param replies how long a superstep may take
   */
  NodeShardExchange(NodeCalls calls, LocalShard local, Replies replies) {
    this.calls = calls;
    this.local = local;
    this.replies = replies;
  }

  @Override
  public int shard() {
    return local.number();
  }

  @Override
  public int shards() {
    return local.plan().shards();
  }

  /** Bytes that were sent to other nodes so far. */
  long sentBytes() {
    return sentBytes;
  }

  @Override
  public byte[][] exchange(byte[][] messages) {
    final int current = superstep++;
    byte[][] come = new byte[shards()][];
    for (int i = 1; i <= shards(); i++) { // not all to the same shard first
      final int to = (shard() + i) % shards();
      if (to == shard()) {
        come[to] = messages[to];
      } else {
        send(current, to, messages[to]);
      }
    }
    for (int from = 0; from < come.length; from++) {
      if (from != shard()) {
        come[from] =
            replies.await(
                local.mailbox().expect(current, from),
                "shard %d of graph %s".formatted(from, local.graph()));
        local.mailbox().forget(current, from);
      }
    }
    return come;
  }

  private void send(int current, int to, byte[] message) {
    final UUID node = local.plan().node(to);
    final int parts = Math.max(1, (int) (((long) message.length + PART_BYTES - 1) / PART_BYTES));
    Deque<CompletableFuture<Done>> inFlight = new ArrayDeque<>();
    sentBytes += message.length;
    for (int part = 0; part < parts; part++) {
      if (inFlight.size() == WINDOW) {
        replies.await(inFlight.remove(), "node " + node);
      }
      byte[] bytes =
          parts == 1
              ? message
              : Arrays.copyOfRange(
                  message,
                  part * PART_BYTES,
                  (int) Math.min(message.length, (part + 1L) * PART_BYTES));
      CompletableFuture<Done> sent =
          calls.send(
              node,
              NodeThreads.STORAGE_EXECUTOR,
              new ShardMessages.Deliver(local.plan().load(), current, shard(), part, parts, bytes));
      sent.whenComplete(
          (taken, failure) -> {
            if (failure != null) { // it will not answer either
              local.mailbox().expect(current, to).completeExceptionally(failure);
            }
          });
      inFlight.add(sent);
    }
  }
}
