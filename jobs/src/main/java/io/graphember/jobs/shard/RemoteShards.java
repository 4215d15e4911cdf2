// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeShards;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The shards of a load as the node sees them that takes it: calls to the nodes that keep them. If
 * one of them fails, all are to be {@linkplain #release() released}.
 *
 * <p>Used by one thread at a time, but for {@link #release()}.
 */
public final class RemoteShards implements EdgeShards, AutoCloseable {
  private static final int WINDOW = 4;
  private static final long MOST_REPLY_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final long MOST_CUT_MILLIS = TimeUnit.HOURS.toMillis(24);
  private static final long MOST_RELEASE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final NodeCalls calls;
  private final ShardPlan plan;
  private final Cancellation cancellation;
  private final List<Deque<CompletableFuture<Done>>> staging = new ArrayList<>();
  private long exchangedBytes;

  /** Shards that are not open yet. */
  public RemoteShards(NodeCalls calls, ShardPlan plan, Cancellation cancellation) {
    this.calls = calls;
    this.plan = plan;
    this.cancellation = cancellation;
    for (int shard = 0; shard < plan.shards(); shard++) {
      staging.add(new ArrayDeque<>());
    }
  }

  /** Opens all of them. */
  public void open() {
    List<CompletableFuture<Done>> opened = new ArrayList<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      opened.add(send(shard, NodeThreads.STORAGE_EXECUTOR, new ShardMessages.Open(plan, shard)));
    }
    for (int shard = 0; shard < plan.shards(); shard++) {
      await(opened.get(shard), shard, MOST_REPLY_MILLIS);
    }
  }

  private <R> CompletableFuture<R> send(int shard, String executor, Message<R> message) {
    return calls.send(plan.node(shard), executor, message);
  }

  private <R> R await(CompletableFuture<R> reply, int shard, long mostMillis) {
    return new Replies(cancellation, mostMillis).await(reply, "node " + plan.node(shard));
  }

  @Override
  public int shards() {
    return plan.shards();
  }

  @Override
  public void stage(int shard, byte[] piece) {
    Deque<CompletableFuture<Done>> inFlight = staging.get(shard);
    if (inFlight.size() == WINDOW) {
      await(inFlight.remove(), shard, MOST_REPLY_MILLIS);
    }
    moved(shard, piece.length);
    inFlight.add(
        send(shard, NodeThreads.SHARD_EXECUTOR, new ShardMessages.Stage(plan.load(), piece)));
  }

  private void moved(int shard, long bytes) {
    exchangedBytes += plan.node(shard).equals(calls.self()) ? 0 : bytes;
  }

  @Override
  public byte[][] cut(int[] vertexCounts, BuildProgress progress) {
    for (int shard = 0; shard < plan.shards(); shard++) {
      while (!staging.get(shard).isEmpty()) {
        await(staging.get(shard).remove(), shard, MOST_REPLY_MILLIS);
      }
    }
    progress.at("partition", 0, 1);
    List<CompletableFuture<CutReply>> cuts = new ArrayList<>();
    CompletableFuture<Void> failed = new CompletableFuture<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      CompletableFuture<CutReply> cut =
          send(shard, NodeThreads.SHARD_EXECUTOR, new ShardMessages.Cut(plan.load(), vertexCounts));
      cut.whenComplete(
          (done, failure) -> {
            if (failure != null) { // the others wait for it in vain
              failed.completeExceptionally(failure);
            }
          });
      cuts.add(cut);
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(cuts.toArray(CompletableFuture[]::new));
    new Replies(cancellation, MOST_CUT_MILLIS)
        .await(CompletableFuture.anyOf(all, failed), "the shards of the graph");
    byte[][] summaries = new byte[plan.shards()][];
    for (int shard = 0; shard < summaries.length; shard++) {
      CutReply reply = cuts.get(shard).join();
      summaries[shard] = reply.summary();
      exchangedBytes += reply.sentBytes();
    }
    return summaries;
  }

  @Override
  public byte[] incidences(int shard, int partition, int firstVertex) {
    return ask(shard, new ShardMessages.Incidences(plan.load(), partition, firstVertex));
  }

  @Override
  public byte[] edges(int shard, int partition, int first) {
    return ask(shard, new ShardMessages.Edges(plan.load(), partition, first));
  }

  private byte[] ask(int shard, Message<byte[]> message) {
    byte[] reply =
        await(send(shard, NodeThreads.SHARD_EXECUTOR, message), shard, MOST_REPLY_MILLIS);
    moved(shard, reply.length);
    return reply;
  }

  @Override
  public long exchangedBytes() {
    return exchangedBytes;
  }

  /** Asks all nodes to free their shards, and does not wait for it. May be called by any thread. */
  public List<CompletableFuture<Done>> release() {
    List<CompletableFuture<Done>> released = new ArrayList<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      released.add(
          send(shard, NodeThreads.STORAGE_EXECUTOR, new ShardMessages.Release(plan.load())));
    }
    return released;
  }

  /** Frees all shards; a node that does not answer is not waited for for long. */
  @Override
  public void close() {
    List<CompletableFuture<Done>> released = release();
    for (CompletableFuture<Done> reply : released) {
      try {
        new Replies(Cancellation.NEVER, MOST_RELEASE_MILLIS).await(reply, "a shard");
      } catch (GraphemberException expected) {
        // The node is gone, and its shard with it.
      }
    }
  }
}
