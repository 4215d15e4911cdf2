// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.Partitioners;
import io.graphember.partition.share.EdgeShare;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The shares that this node keeps, by load. Safe for use by several threads. */
public final class LocalShares {
  /** Longest wait for another share in a superstep: it may sort a large share meanwhile. */
  private static final long MOST_SUPERSTEP_MILLIS = 10 * 60 * 1000;

  private static final int MOST_REMEMBERED = 1024;

  private final Partitioners partitioners;
  private final MemoryBudget budget;
  private final UserMemory users;
  private final NodeThreads threads;
  private final NodeCalls calls;
  private final Map<Long, LocalShare> shares = new HashMap<>();
  private final Map<Long, Boolean> ended = new Ended();
  private boolean stopping;

  /** No shares. */
  @Inject
  LocalShares(
      Partitioners partitioners,
      MemoryBudget budget,
      UserMemory users,
      NodeThreads threads,
      NodeCalls calls) {
    this.partitioners = partitioners;
    this.budget = budget;
    this.users = users;
    this.threads = threads;
    this.calls = calls;
  }

  /** Loads that have no share here any more; of the latest ones. */
  private static final class Ended extends LinkedHashMap<Long, Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
      return size() > MOST_REMEMBERED;
    }
  }

  /** Opens an empty share. */
  synchronized void open(SharePlan plan, int number) {
    // A call that waited in a queue may come after the end of its load.
    if (ended.containsKey(plan.load()) || !calls.alive(plan.front())) {
      throw new GraphemberException(
          SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(plan.settings().name()));
    }
    shares.put(plan.load(), new LocalShare(plan, number, budget.within(users.of(plan.owner()))));
  }

  private static GraphemberException stopped(String graph) {
    return new GraphemberException(
        SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(graph));
  }

  /**
   * The share of a load.
   *
   * @throws GraphemberException with code {@link NodeError#LOAD_UNKNOWN}, or {@link
   *     NodeError#NODE_LOST} if this node stops
   */
  synchronized LocalShare get(long load) {
    LocalShare share = shares.get(load);
    if (stopping) {
      throw NodeCalls.lost(calls.self(), null);
    }
    if (share == null) {
      throw new GraphemberException(
          NodeError.LOAD_UNKNOWN,
          "Version %d of a graph is not loaded on this node: it was dropped.".formatted(load));
    }
    return share;
  }

  /** Cuts the share of a load together with those of other nodes. */
  CutReply cut(long load, int[] vertexCounts) {
    LocalShare share = get(load);
    NodeShareExchange exchange =
        new NodeShareExchange(calls, share, new Replies(share, MOST_SUPERSTEP_MILLIS));
    byte[] summary = share.work(edges -> cut(edges, share, vertexCounts, exchange));
    return new CutReply(summary, exchange.sentBytes());
  }

  private byte[] cut(
      EdgeShare edges, LocalShare share, int[] vertexCounts, NodeShareExchange exchange) {
    return edges.cut(
        vertexCounts,
        partitioners.get(share.plan().settings().partitioner()),
        threads.workers(),
        exchange,
        (phase, done, total) -> {},
        share);
  }

  /** Stops and forgets the share of a load, if there is one. */
  public synchronized void release(long load) {
    ended.put(load, true);
    LocalShare share = shares.remove(load);
    if (share != null) {
      share.release(stopped(share.graph()));
    }
  }

  /** Stops the loads that a node has taken which left the cluster. */
  public synchronized void releaseOf(UUID front) {
    shares.values().stream()
        .map(LocalShare::plan)
        .filter(plan -> plan.front().equals(front))
        .map(SharePlan::load)
        .toList()
        .forEach(this::release);
  }

  /** Stops all, since this node stops: to others it is lost already. */
  public synchronized void stop() {
    stopping = true;
    shares.values().forEach(share -> share.release(NodeCalls.lost(calls.self(), null)));
    shares.clear();
  }

  /** Number of shares. */
  public synchronized int open() {
    return shares.size();
  }
}
