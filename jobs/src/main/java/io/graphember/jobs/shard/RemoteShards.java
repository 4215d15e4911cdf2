// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.shard.GraphShards;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The shards of a load as the node sees them that takes it: calls to the nodes that keep them. If
 * one of them fails, all are to be {@linkplain #release() released}.
 *
 * <p>Used by one thread at a time, but for {@link #release()}.
 */
public final class RemoteShards implements GraphShards, AutoCloseable {
  /** Pieces on their way to a shard. */
  static final int WINDOW = 4;

  private static final long MOST_REPLY_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final long MOST_CUT_MILLIS = TimeUnit.HOURS.toMillis(24);
  private static final long MOST_RELEASE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final NodeCalls calls;
  private final ShardPlan plan;
  private final Optional<StoredBase> base;
  private final Cancellation cancellation;
  private final List<Deque<CompletableFuture<Done>>> staging = new ArrayList<>();
  private final long[] sequences; // of each shard
  private long exchangedBytes;

  /**
   * Where the version is that a load adds to.
   *
   * @param graph what is known of it
   * @param owners node of each partition's primary copy
   */
  public record StoredBase(GraphInfo graph, List<UUID> owners) {}

  /**
   * Shards that are not open yet.
   *
   * @param base version that is added to; empty for a graph of its own
   */
  public RemoteShards(
      NodeCalls calls, ShardPlan plan, Optional<StoredBase> base, Cancellation cancellation) {
    this.calls = calls;
    this.plan = plan;
    this.base = base;
    this.cancellation = cancellation;
    sequences = new long[plan.shards()];
    for (int shard = 0; shard < plan.shards(); shard++) {
      staging.add(new ArrayDeque<>());
    }
  }

  /**
   * Opens all of them.
   *
   * @param leastBytes of its budget that each takes in any case; refused by a node that has less
   */
  public void open(long leastBytes) {
    List<CompletableFuture<Done>> opened = new ArrayList<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      opened.add(
          send(
              shard,
              NodeThreads.STORAGE_EXECUTOR,
              new ShardMessages.Open(plan, shard, leastBytes)));
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
        send(
            shard,
            NodeThreads.SHARD_EXECUTOR,
            new ShardMessages.Stage(plan.load(), sequences[shard]++, piece)));
  }

  private void moved(int shard, long bytes) {
    exchangedBytes += plan.node(shard).equals(calls.self()) ? 0 : bytes;
  }

  /** Each partition is read by the node that has its primary copy, if that keeps a shard. */
  @Override
  public long[] addTo(BaseVersion version) {
    final StoredBase from = base.orElseThrow();
    final int[] readers = dealt(from.owners());
    List<CompletableFuture<BaseReply>> read =
        together(new ShardMessages.AddTo(plan.load(), from.graph(), readers));
    long edges = 0;
    for (CompletableFuture<BaseReply> reply : read) {
      edges += reply.join().edges();
      exchangedBytes += reply.join().sentBytes();
    }
    if (edges != from.graph().edges()) {
      throw MessageReader.malformed(
          "%d edges of %d came of the version that is added to"
              .formatted(edges, from.graph().edges()));
    }
    return read.get(0).join().vertices();
  }

  /** Asks all shards for what they do together, and waits for it or for the first that fails. */
  private <R> List<CompletableFuture<R>> together(Message<R> message) {
    List<CompletableFuture<R>> replies = new ArrayList<>();
    CompletableFuture<Void> failed = new CompletableFuture<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      CompletableFuture<R> reply = send(shard, NodeThreads.SHARD_EXECUTOR, message);
      reply.whenComplete(
          (done, failure) -> {
            if (failure != null) { // the others wait for it in vain
              failed.completeExceptionally(failure);
            }
          });
      replies.add(reply);
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new));
    new Replies(cancellation, MOST_CUT_MILLIS)
        .await(CompletableFuture.anyOf(all, failed), "the shards of the graph");
    return replies;
  }

  @Override
  public byte[][] cut(long[] places, BuildProgress progress) {
    for (int shard = 0; shard < plan.shards(); shard++) {
      while (!staging.get(shard).isEmpty()) {
        await(staging.get(shard).remove(), shard, MOST_REPLY_MILLIS);
      }
    }
    progress.at("partition", 0, 1);
    List<CompletableFuture<CutReply>> cuts = together(new ShardMessages.Cut(plan.load(), places));
    byte[][] summaries = new byte[plan.shards()][];
    for (int shard = 0; shard < summaries.length; shard++) {
      CutReply reply = cuts.get(shard).join();
      summaries[shard] = reply.summary();
      exchangedBytes += reply.sentBytes();
    }
    return summaries;
  }

  /**
   * Has each shard write the partitions of its node, one after the other, and waits for it.
   *
   * @param cache cache of the graph
   * @param owners node that each partition is for; one that keeps no shard has it written by
   *     another
   * @param forms how columns of vertices are written, as bytes
   * @param written hears what is said of each partition once its blocks are written
   */
  public void write(String cache, List<UUID> owners, byte[] forms, Consumer<byte[]> written) {
    List<CompletableFuture<Done>> told = new ArrayList<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      told.add(
          send(shard, NodeThreads.SHARD_EXECUTOR, new ShardMessages.Forms(plan.load(), forms)));
    }
    for (int shard = 0; shard < plan.shards(); shard++) {
      await(told.get(shard), shard, MOST_REPLY_MILLIS);
    }
    List<Deque<Integer>> waiting = new ArrayList<>(); // partitions that each shard writes
    for (int shard = 0; shard < plan.shards(); shard++) {
      waiting.add(new ArrayDeque<>());
    }
    final int[] writers = dealt(owners);
    for (int p = 0; p < writers.length; p++) {
      waiting.get(writers[p]).add(p);
    }
    Map<Integer, CompletableFuture<WriteReply>> running = new HashMap<>(); // by shard
    for (int shard = 0; shard < plan.shards(); shard++) {
      writeNext(shard, cache, waiting.get(shard), running);
    }
    while (!running.isEmpty()) {
      new Replies(cancellation, MOST_CUT_MILLIS)
          .await(
              CompletableFuture.anyOf(running.values().toArray(CompletableFuture[]::new)),
              "the shards of the graph");
      for (int shard = 0; shard < plan.shards(); shard++) {
        CompletableFuture<WriteReply> reply = running.get(shard);
        if (reply != null && reply.isDone()) {
          running.remove(shard);
          writeNext(shard, cache, waiting.get(shard), running);
          WriteReply done = await(reply, shard, MOST_REPLY_MILLIS);
          exchangedBytes += done.receivedBytes();
          written.accept(done.summary());
        }
      }
    }
  }

  /** The shard of each partition's node; if that keeps none, any. */
  private int[] dealt(List<UUID> owners) {
    final List<UUID> nodes = Arrays.asList(plan.nodes());
    int[] shards = new int[owners.size()];
    for (int p = 0; p < shards.length; p++) {
      final int owner = nodes.indexOf(owners.get(p));
      shards[p] = owner < 0 ? p % plan.shards() : owner;
    }
    return shards;
  }

  private void writeNext(
      int shard,
      String cache,
      Deque<Integer> waiting,
      Map<Integer, CompletableFuture<WriteReply>> running) {
    if (!waiting.isEmpty()) {
      running.put(
          shard,
          send(
              shard,
              NodeThreads.SHARD_EXECUTOR,
              new ShardMessages.Write(plan.load(), waiting.remove(), cache)));
    }
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
