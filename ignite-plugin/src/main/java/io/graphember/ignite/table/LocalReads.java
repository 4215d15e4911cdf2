// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.client.table.ClusterTables;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.count.TableRows;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.Ignite;

/**
 * What this node reads of caches for loads of any node: in its own name, since the front has looked
 * what its user may read. Safe for use by several threads.
 */
@Singleton
public final class LocalReads {
  private final Ignite ignite;
  private final NodeCalls calls;
  private final NodeThreads threads;
  private final TableRows rows;
  private final Map<Key, LocalRead> reads = new HashMap<>();
  private boolean stopping;

  /** Nothing is read. */
  @Inject
  LocalReads(Ignite ignite, NodeCalls calls, NodeThreads threads, TableRows rows) {
    this.ignite = ignite;
    this.calls = calls;
    this.threads = threads;
    this.rows = rows;
  }

  private record Key(UUID front, long number) {}

  /** Begins to read, a few mebibytes ahead of what is asked for. */
  void begin(ReadPlan plan) {
    final LocalRead read = new LocalRead(plan, rows);
    synchronized (this) {
      if (stopping || !calls.alive(plan.front())) {
        throw new GraphemberException(SpiError.CANCELLED, "The load was stopped.");
      }
      reads.put(new Key(plan.front(), plan.number()), read);
    }
    threads
        .coordinators()
        .execute(
            () ->
                read.run(
                    (cache, columns, partition, keys) ->
                        ClusterTables.partition(ignite, cache, columns, partition, keys)));
  }

  /**
   * What was read since the last time; waits a little for it.
   *
   * @throws GraphemberException why it cannot be read
   */
  ReadReply next(UUID front, long number) {
    final LocalRead read;
    synchronized (this) {
      if (stopping) {
        throw NodeCalls.lost(calls.self(), null);
      }
      read = reads.get(new Key(front, number));
    }
    if (read == null) {
      throw new GraphemberException(
          NodeError.LOAD_UNKNOWN,
          "Reading %d is not open on this node: it was ended.".formatted(number));
    }
    return read.next();
  }

  /** Stops a reading and forgets it. */
  synchronized void end(UUID front, long number) {
    final LocalRead read = reads.remove(new Key(front, number));
    if (read != null) {
      read.stop();
    }
  }

  /** Stops what is read for a node that left the cluster. */
  public synchronized void endOf(UUID front) {
    reads.keySet().stream()
        .filter(key -> key.front().equals(front))
        .toList()
        .forEach(key -> end(key.front(), key.number()));
  }

  /** Stops all, since this node stops. */
  public synchronized void stop() {
    stopping = true;
    reads.values().forEach(LocalRead::stop);
    reads.clear();
  }

  /** How many are open. */
  public synchronized int open() {
    return reads.size();
  }
}
