// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.BlockWriter;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.shard.LoadShard;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The shards that this node keeps, by load. Safe for use by several threads. */
public final class LocalShards {
  /** Longest wait for another shard in a superstep: it may sort a large shard meanwhile. */
  private static final long MOST_SUPERSTEP_MILLIS = 10 * 60 * 1000;

  /** Longest wait for a mebibyte that another shard has. */
  private static final long MOST_READ_MILLIS = 2 * 60 * 1000;

  private static final int MOST_REMEMBERED = 1024;

  private final Partitioners partitioners;
  private final MemoryBudget budget;
  private final UserMemory users;
  private final RowStorage storage;
  private final NodeThreads threads;
  private final NodeCalls calls;
  private final Caches caches;
  private final Map<Long, LocalShard> shards = new HashMap<>();
  private final Map<Long, Boolean> ended = new Ended();
  private boolean stopping;

  /** No shards. */
  @Inject
  LocalShards(
      Partitioners partitioners,
      MemoryBudget budget,
      RowStorage storage,
      UserMemory users,
      NodeThreads threads,
      NodeCalls calls,
      Caches caches) {
    this.partitioners = partitioners;
    this.budget = budget;
    this.storage = storage;
    this.users = users;
    this.threads = threads;
    this.calls = calls;
    this.caches = caches;
  }

  /** Loads that have no shard here any more; of the latest ones. */
  private static final class Ended extends LinkedHashMap<Long, Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
      return size() > MOST_REMEMBERED;
    }
  }

  /**
   * Opens an empty shard.
   *
   * @param leastBytes of the budget that it takes in any case
   * @throws GraphemberException if these are not free
   */
  synchronized void open(ShardPlan plan, int number, long leastBytes) {
    // A call that waited in a queue may come after the end of its load.
    if (ended.containsKey(plan.load()) || !calls.alive(plan.front())) {
      throw new GraphemberException(
          SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(plan.settings().name()));
    }
    final MemoryBudget ofUser = budget.within(users.of(plan.owner()));
    ofUser
        .take(
            leastBytes,
            "Shard %d of %d of graph %s"
                .formatted(number + 1, plan.shards(), plan.settings().name()))
        .close();
    shards.put(plan.load(), new LocalShard(plan, number, ofUser, storage));
  }

  private static GraphemberException stopped(String graph) {
    return new GraphemberException(
        SpiError.CANCELLED, "Loading graph %s was stopped.".formatted(graph));
  }

  /**
   * The shard of a load.
   *
   * @throws GraphemberException with code {@link NodeError#LOAD_UNKNOWN}, or {@link
   *     NodeError#NODE_LOST} if this node stops
   */
  synchronized LocalShard get(long load) {
    LocalShard shard = shards.get(load);
    if (stopping) {
      throw NodeCalls.lost(calls.self(), null);
    }
    if (shard == null) {
      throw new GraphemberException(
          NodeError.LOAD_UNKNOWN,
          "Version %d of a graph is not loaded on this node: it was dropped.".formatted(load));
    }
    return shard;
  }

  private NodeShardExchange exchange(LocalShard shard) {
    return new NodeShardExchange(calls, shard, new Replies(shard, MOST_SUPERSTEP_MILLIS));
  }

  /** Reads the version that is added to, together with the shards of other nodes. */
  BaseReply addTo(ShardMessages.AddTo asked) {
    LocalShard shard = get(asked.load());
    NodeShardExchange exchange = exchange(shard);
    final long edges =
        shard.work(
            content ->
                content.addTo(
                    LoadedGraph.version(asked.graph()),
                    asked.readers(),
                    GraphBlocks.of(caches, asked.graph()),
                    exchange,
                    shard));
    final long[] vertices = shard.read(LoadShard::baseVertices);
    return new BaseReply(edges, vertices, exchange.sentBytes());
  }

  /** Cuts the shard of a load together with those of other nodes. */
  CutReply cut(long load, long[] places) {
    LocalShard shard = get(load);
    NodeShardExchange exchange = exchange(shard);
    byte[] summary = shard.work(content -> cut(content, shard, places, exchange));
    return new CutReply(summary, exchange.sentBytes());
  }

  private byte[] cut(
      LoadShard content, LocalShard shard, long[] places, NodeShardExchange exchange) {
    return content.cut(
        places,
        partitioners.get(shard.plan().settings().partitioner()),
        threads.workers(),
        exchange,
        (phase, done, total) -> {},
        shard);
  }

  /**
   * Writes a partition of a load, of which all shards are asked.
   *
   * @param cache cache of the graph
   */
  WriteReply write(long load, int partition, String cache) {
    LocalShard shard = get(load);
    BlockWriter blocks = caches.blocks(cache);
    NodeShardReads reads = new NodeShardReads(calls, shard, new Replies(shard, MOST_READ_MILLIS));
    byte[] summary =
        shard.read(
            content -> {
              byte[] written = content.write(partition, reads, blocks, shard);
              blocks.complete();
              return written;
            });
    return new WriteReply(summary, reads.receivedBytes());
  }

  /** Stops and forgets the shard of a load, if there is one. */
  public synchronized void release(long load) {
    ended.put(load, true);
    LocalShard shard = shards.remove(load);
    if (shard != null) {
      shard.release(stopped(shard.graph()));
    }
  }

  /** Stops the loads that a node has taken which left the cluster. */
  public synchronized void releaseOf(UUID front) {
    shards.values().stream()
        .map(LocalShard::plan)
        .filter(plan -> plan.front().equals(front))
        .map(ShardPlan::load)
        .toList()
        .forEach(this::release);
  }

  /** Stops all, since this node stops: to others it is lost already. */
  public synchronized void stop() {
    stopping = true;
    shards.values().forEach(shard -> shard.release(NodeCalls.lost(calls.self(), null)));
    shards.clear();
  }

  /** Number of shards. */
  public synchronized int open() {
    return shards.size();
  }
}
