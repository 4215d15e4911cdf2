// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeShares;
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
 * The shares of a load as the node sees them that takes it: calls to the nodes that keep them. If
 * one of them fails, all are to be {@linkplain #release() released}.
 *
 * <p>Used by one thread at a time, but for {@link #release()}.
 */
public final class RemoteShares implements EdgeShares, AutoCloseable {
  private static final int WINDOW = 4;
  private static final long MOST_REPLY_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final long MOST_CUT_MILLIS = TimeUnit.HOURS.toMillis(24);
  private static final long MOST_RELEASE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final NodeCalls calls;
  private final SharePlan plan;
  private final Cancellation cancellation;
  private final List<Deque<CompletableFuture<Done>>> staging = new ArrayList<>();
  private long exchangedBytes;

  /** Shares that are not open yet. */
  public RemoteShares(NodeCalls calls, SharePlan plan, Cancellation cancellation) {
    this.calls = calls;
    this.plan = plan;
    this.cancellation = cancellation;
    for (int share = 0; share < plan.shares(); share++) {
      staging.add(new ArrayDeque<>());
    }
  }

  /** Opens all of them. */
  public void open() {
    List<CompletableFuture<Done>> opened = new ArrayList<>();
    for (int share = 0; share < plan.shares(); share++) {
      opened.add(send(share, NodeThreads.STORAGE_EXECUTOR, new ShareMessages.Open(plan, share)));
    }
    for (int share = 0; share < plan.shares(); share++) {
      await(opened.get(share), share, MOST_REPLY_MILLIS);
    }
  }

  private <R> CompletableFuture<R> send(int share, String executor, Message<R> message) {
    return calls.send(plan.node(share), executor, message);
  }

  private <R> R await(CompletableFuture<R> reply, int share, long mostMillis) {
    return new Replies(cancellation, mostMillis).await(reply, "node " + plan.node(share));
  }

  @Override
  public int shares() {
    return plan.shares();
  }

  @Override
  public void stage(int share, byte[] piece) {
    Deque<CompletableFuture<Done>> inFlight = staging.get(share);
    if (inFlight.size() == WINDOW) {
      await(inFlight.remove(), share, MOST_REPLY_MILLIS);
    }
    moved(share, piece.length);
    inFlight.add(
        send(share, NodeThreads.SHARE_EXECUTOR, new ShareMessages.Stage(plan.load(), piece)));
  }

  private void moved(int share, long bytes) {
    exchangedBytes += plan.node(share).equals(calls.self()) ? 0 : bytes;
  }

  @Override
  public byte[][] cut(int[] vertexCounts, BuildProgress progress) {
    for (int share = 0; share < plan.shares(); share++) {
      while (!staging.get(share).isEmpty()) {
        await(staging.get(share).remove(), share, MOST_REPLY_MILLIS);
      }
    }
    progress.at("partition", 0, 1);
    List<CompletableFuture<CutReply>> cuts = new ArrayList<>();
    CompletableFuture<Void> failed = new CompletableFuture<>();
    for (int share = 0; share < plan.shares(); share++) {
      CompletableFuture<CutReply> cut =
          send(share, NodeThreads.SHARE_EXECUTOR, new ShareMessages.Cut(plan.load(), vertexCounts));
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
        .await(CompletableFuture.anyOf(all, failed), "the shares of the graph");
    byte[][] summaries = new byte[plan.shares()][];
    for (int share = 0; share < summaries.length; share++) {
      CutReply reply = cuts.get(share).join();
      summaries[share] = reply.summary();
      exchangedBytes += reply.sentBytes();
    }
    return summaries;
  }

  @Override
  public byte[] incidences(int share, int partition, int firstVertex) {
    return ask(share, new ShareMessages.Incidences(plan.load(), partition, firstVertex));
  }

  @Override
  public byte[] edges(int share, int partition, int first) {
    return ask(share, new ShareMessages.Edges(plan.load(), partition, first));
  }

  private byte[] ask(int share, Message<byte[]> message) {
    byte[] reply =
        await(send(share, NodeThreads.SHARE_EXECUTOR, message), share, MOST_REPLY_MILLIS);
    moved(share, reply.length);
    return reply;
  }

  @Override
  public long exchangedBytes() {
    return exchangedBytes;
  }

  /** Asks all nodes to free their shares, and does not wait for it. May be called by any thread. */
  public List<CompletableFuture<Done>> release() {
    List<CompletableFuture<Done>> released = new ArrayList<>();
    for (int share = 0; share < plan.shares(); share++) {
      released.add(
          send(share, NodeThreads.STORAGE_EXECUTOR, new ShareMessages.Release(plan.load())));
    }
    return released;
  }

  /** Frees all shares; a node that does not answer is not waited for for long. */
  @Override
  public void close() {
    List<CompletableFuture<Done>> released = release();
    for (CompletableFuture<Done> reply : released) {
      try {
        new Replies(Cancellation.NEVER, MOST_RELEASE_MILLIS).await(reply, "a share");
      } catch (GraphemberException expected) {
        // The node is gone, and its share with it.
      }
    }
  }
}
