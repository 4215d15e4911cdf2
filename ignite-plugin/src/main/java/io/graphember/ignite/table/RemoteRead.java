// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.schema.source.ReadMeter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The partitions of a cache that one node reads: one reply is here and the next is on its way. Used
 * by one thread.
 */
final class RemoteRead implements AutoCloseable {
  private static final long MOST_REPLY_MILLIS = TimeUnit.MINUTES.toMillis(2);

  private final NodeCalls calls;
  private final UUID node;
  private final ReadPlan plan;
  private final String name;
  private final ReadMeter meter;
  private final Consumer<long[]> keys;
  private final Replies replies;
  private final List<String> labels = new ArrayList<>(); // all that have come
  private final Deque<Came> came = new ArrayDeque<>();
  private int reached;
  private final CompletableFuture<Done> begun;
  private CompletableFuture<ReadReply> underway;

  private record Came(int index, byte[] piece) {}

  /**
   * Has a node begin.
   *
   * @param name of what is read, for the meter
   * @param keys takes the hashes of keys as they come
   */
  RemoteRead(
      NodeCalls calls,
      UUID node,
      ReadPlan plan,
      String name,
      ReadMeter meter,
      Consumer<long[]> keys) {
    this.keys = keys;
    this.calls = calls;
    this.node = node;
    this.plan = plan;
    this.name = name;
    this.meter = meter;
    this.replies = new Replies(meter.cancellation(), MOST_REPLY_MILLIS);
    begun =
        plan.partitions().length == 0
            ? CompletableFuture.completedFuture(Done.DONE)
            : calls.send(node, NodeThreads.SHARD_EXECUTOR, new ReadMessages.Begin(plan));
    underway =
        plan.partitions().length == 0
            ? CompletableFuture.completedFuture(
                new ReadReply(new int[0], new byte[0][], List.of(), 0, new long[0]))
            : begun.thenCompose(done -> ask());
  }

  private CompletableFuture<ReadReply> ask() {
    return calls.send(
        node, NodeThreads.SHARD_EXECUTOR, new ReadMessages.Next(plan.front(), plan.number()));
  }

  /**
   * Hands on the pieces of the next partition, with the names of the labels in them.
   *
   * @param index its place among those that the node reads
   */
  void each(int index, BiConsumer<byte[], List<String>> pieces) {
    while (true) {
      while (!came.isEmpty() && came.element().index == index) {
        pieces.accept(came.remove().piece, labels);
      }
      if (!came.isEmpty() || reached > index) {
        return;
      }
      fetch();
    }
  }

  private void fetch() {
    final ReadReply reply = replies.await(underway, "node " + node);
    for (int i = 0; i < reply.pieces().length; i++) {
      came.add(new Came(reply.indexes()[i], reply.pieces()[i]));
    }
    labels.addAll(reply.labels());
    reached = reply.reached();
    keys.accept(reply.keys());
    meter.advance(name, 0);
    if (reached < plan.partitions().length) {
      underway = ask();
    }
  }

  /** Ends the reading, and does not wait for it. */
  @Override
  public void close() {
    if (plan.partitions().length == 0) {
      return;
    }
    // Behind the beginning, which may wait for a thread; a node that is gone has no reading.
    begun.whenComplete(
        (done, failure) ->
            calls.send(
                node,
                NodeThreads.STORAGE_EXECUTOR,
                new ReadMessages.End(plan.front(), plan.number())));
  }
}
