// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import io.graphember.graph.store.GraphPartition;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * A job's right to a graph in this node's memory. The graph stays while any lease is open. Safe for
 * use by several threads.
 */
public final class GraphLease implements AutoCloseable {
  private final ResidentGraphs graphs;
  private final ResidentGraph graph;
  private final LongSupplier jobBytes;
  private boolean closed; // guarded by graphs

  GraphLease(ResidentGraphs graphs, ResidentGraph graph, LongSupplier jobBytes) {
    this.graphs = graphs;
    this.graph = graph;
    this.jobBytes = jobBytes;
  }

  long jobBytes() {
    return jobBytes.getAsLong();
  }

  ResidentGraph graph() {
    return graph;
  }

  boolean isClosed() {
    return closed;
  }

  /** True the first time. */
  boolean closes() {
    final boolean first = !closed;
    closed = true;
    return first;
  }

  /**
   * Bytes of heap that some partitions take here, loaded or not. Until one is reserved, those that
   * it takes with its topology.
   */
  public long bytes(int[] numbers) {
    return graphs.bytes(graph, numbers);
  }

  /** True if the topology of a partition that is reserved lies in a mapped file, or will. */
  public boolean isMapped(int number) {
    return graphs.isMapped(graph, number);
  }

  /**
   * Takes memory for partitions that are not here yet and that no other job is about to load: this
   * one will, by {@link #load}.
   *
   * @param what they are for, for messages
   * @param besides bytes that the job is about to take beside them; topology for which three
   *     quarters of the memory that is free beside these are too small goes into files
   * @param freeOfUser bytes that are left of the memory of the job's user, which bound it likewise
   * @param ofUser takes the bytes of all these partitions, here or not, of the memory of the job's
   *     user; called with locks held: it must not ask for anything of graphs
   * @throws GraphemberException if the node has no memory for them; nothing is taken of it then
   */
  public void reserve(
      int[] numbers, String what, long besides, long freeOfUser, LongConsumer ofUser) {
    graphs.claim(this, numbers, what, besides, freeOfUser, ofUser);
  }

  /**
   * Loads partitions that are not here yet, and waits for those that others load.
   *
   * @param what they are for, for messages
   * @param cancellation asked while others load
   * @param loader loads a partition; called by several threads
   * @throws GraphemberException if one cannot be loaded, or as {@link #reserve}
   */
  public void load(
      int[] numbers,
      String what,
      Workers workers,
      Cancellation cancellation,
      IntFunction<GraphPartition> loader) {
    do {
      reserve(
          numbers, what, 0, Long.MAX_VALUE, bytes -> {}); // those too that others could not load
      try {
        load(graphs.claimed(this), workers, loader);
      } catch (RuntimeException | Error e) {
        abandon();
        throw e;
      }
    } while (!graphs.awaitOthers(this, numbers, cancellation));
  }

  private void load(int[] claimed, Workers workers, IntFunction<GraphPartition> loader) {
    workers.each(
        claimed.length,
        1,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            graphs.loaded(this, loader.apply(claimed[i]));
          }
        });
  }

  /**
   * A partition that was loaded.
   *
   * @throws GraphemberException with code {@link SpiError#CANCELLED} if the job was freed since
   */
  public GraphPartition partition(int number) {
    return graphs
        .partition(graph, number)
        .orElseThrow(
            () -> new GraphemberException(SpiError.CANCELLED, "The job was freed as it opened."));
  }

  /**
   * The lists of all partitions in one, until the lease is closed; {@link #join} gives them. Empty
   * if the partitions do not all lie here, cannot be joined, half of the memory that is free does
   * not hold the lists, or the job's user may not have them.
   *
   * @param in true for in-edges
   * @param what they are for, for messages
   * @param ofUser takes so many bytes of the memory of the job's user, if there is room for them;
   *     called with locks held: it must not ask for anything of graphs
   */
  public Optional<FutureTask<JoinedLists>> lists(boolean in, String what, LongPredicate ofUser) {
    return graphs.lists(this, in, what, ofUser);
  }

  /**
   * Joins lists unless another job has; waits while one does.
   *
   * @param in as they were asked for
   * @return empty if the heap has no room for them after all
   */
  public Optional<JoinedLists> join(boolean in, FutureTask<JoinedLists> lists) {
    lists.run();
    try {
      return Optional.of(lists.get());
    } catch (ExecutionException e) {
      graphs.listsFailed(this, in, lists);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GraphemberException(SpiError.CANCELLED, "Interrupted while lists are joined.", e);
    }
  }

  /** Leaves partitions that were reserved and not loaded to others. */
  public void abandon() {
    graphs.unclaim(this);
  }

  /** The job is done with it. */
  @Override
  public void close() {
    graphs.giveBack(this);
  }
}
