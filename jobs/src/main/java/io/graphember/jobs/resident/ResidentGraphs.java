// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * The graphs that a node has in memory, one copy of each version. Jobs lease them; what a leased
 * graph takes is taken of the node's budget once. A graph that nobody leases stays, in memory that
 * is free: the one that was used longest ago goes first when somebody takes that memory. Versions
 * never change, so nothing that stays can be out of date.
 *
 * <p>The topology of a partition lies in the heap if three quarters of the memory that is free hold
 * it when the partition is claimed, else in a mapped file, if the node has a folder for them; as
 * long as the graph is leased, and until half of it holds the topology when a later job claims it.
 *
 * <p>Safe for use by several threads. With its lock held it takes memory of the node's budget, and
 * locks no reservation but its own: who takes memory elsewhere may hold the lock of another one.
 */
public final class ResidentGraphs {
  private static final long LOOK_MILLIS = 20;

  private final MemoryBudget budget;
  private final long mostIdleBytes;
  private final Map<String, ResidentGraph> graphs = new HashMap<>();
  private final Map<String, ResidentGraph> idle = new LinkedHashMap<>(); // longest unused first

  /**
   * Nothing is loaded yet.
   *
   * @param budget memory of the node
   * @param mostIdleBytes bytes that graphs take at most that nobody leases; 0 to keep none
   */
  public ResidentGraphs(MemoryBudget budget, long mostIdleBytes) {
    this.budget = budget;
    this.mostIdleBytes = mostIdleBytes;
    budget.onTake(this::trim);
  }

  /**
   * A graph for a job, until the lease is closed. What is in memory already of the partitions that
   * it needs is taken of the budget again; if that has no room, it is forgotten, as are others that
   * no job needs.
   *
   * @param cache of the version's blocks, which names it
   * @param sizes what each of its partitions takes
   * @param numbers partitions that the job needs here
   * @param what is to be done with it, for messages
   * @param jobBytes asked for the bytes that the job has taken so far, those of its partitions too
   */
  public synchronized GraphLease lease(
      String cache, List<PartitionBytes> sizes, int[] numbers, String what, LongSupplier jobBytes) {
    final ResidentGraph leased =
        graphs.computeIfAbsent(cache, name -> new ResidentGraph(name, sizes));
    if (idle.remove(leased.cache()) != null) {
      leased.leased(); // first: what nobody uses is forgotten when memory is taken
      leased.keepOnly(numbers);
      try {
        leased.keep(budget.take(leased.bytes(), what));
      } catch (GraphemberException e) {
        leased.keepOnly(new int[0]);
      }
    } else {
      leased.leased();
    }
    return new GraphLease(this, leased, jobBytes);
  }

  synchronized void claim(
      GraphLease lease,
      int[] numbers,
      String what,
      long besides,
      long freeOfUser,
      LongConsumer ofUser) {
    if (lease.isClosed()) {
      throw new GraphemberException(SpiError.CANCELLED, what + " was stopped while it opened.");
    }
    lease.graph().claim(lease, numbers, budget, what, besides, freeOfUser, ofUser);
  }

  synchronized int[] claimed(GraphLease lease) {
    return lease.graph().claimed(lease);
  }

  synchronized void loaded(GraphLease lease, GraphPartition partition) {
    lease.graph().loaded(lease, partition);
    notifyAll();
  }

  synchronized void unclaim(GraphLease lease) {
    lease.graph().unclaim(lease);
    notifyAll();
  }

  /**
   * Waits until nobody else is about to load some partitions.
   *
   * @return true if they are all loaded
   */
  boolean awaitOthers(GraphLease lease, int[] numbers, Cancellation cancellation) {
    while (othersLoad(lease, numbers)) {
      cancellation.check(); // without the lock, for which all jobs wait: who looks may be paused
    }
    return haveAll(lease.graph(), numbers);
  }

  /** True if somebody else is still about to load some of them after a short wait. */
  private synchronized boolean othersLoad(GraphLease lease, int[] numbers) {
    final boolean others =
        Arrays.stream(numbers).anyMatch(p -> lease.graph().isLoadedFor(lease, p));
    if (others) {
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GraphemberException(SpiError.CANCELLED, "Interrupted while a graph loads.", e);
      }
    }
    return others;
  }

  private synchronized boolean haveAll(ResidentGraph graph, int[] numbers) {
    return Arrays.stream(numbers).noneMatch(p -> graph.partition(p) == null);
  }

  synchronized Optional<GraphPartition> partition(ResidentGraph graph, int number) {
    return Optional.ofNullable(graph.partition(number));
  }

  synchronized void giveBack(GraphLease lease) {
    final ResidentGraph graph = lease.graph();
    final boolean first = lease.closes();
    final boolean last = first && graph.returned(lease);
    if (first && graphs.get(graph.cache()) != graph) { // it was forgotten
      graph.trimLists();
    }
    if (last) {
      graph.giveBack();
      if (graph.bytes() > Math.min(mostIdleBytes, budget.freeBytes())) {
        forget(graph); // instead of all others
      }
      if (graphs.get(graph.cache()) == graph) {
        idle.put(graph.cache(), graph);
      }
    }
    trim(budget.freeBytes()); // lists too that only this job used
    notifyAll();
  }

  /**
   * Forgets graphs that the cluster does not have any more. Who leases one keeps it to the end, and
   * nobody else gets it: another graph may come by the same name.
   */
  public synchronized void keepOnly(Set<String> caches) {
    for (ResidentGraph graph : List.copyOf(graphs.values())) {
      if (!caches.contains(graph.cache())) {
        forget(graph);
      }
    }
  }

  /** What nobody uses fits what is free; lists, which are joined again soon, go before graphs. */
  private synchronized void trim(long freeBytes) {
    final long most = Math.max(0, Math.min(mostIdleBytes, freeBytes));
    for (ResidentGraph graph : List.copyOf(graphs.values())) {
      if (idleBytes() > most) {
        graph.trimLists();
      }
    }
    while (idleBytes() > most) {
      forget(idle.values().iterator().next());
    }
  }

  private void forget(ResidentGraph graph) {
    graph.trimLists();
    graphs.remove(graph.cache());
    idle.remove(graph.cache());
  }

  /** See {@link GraphLease#lists}. */
  synchronized Optional<FutureTask<JoinedLists>> lists(
      GraphLease lease, boolean in, String what, LongPredicate ofUser) {
    return lease.isClosed()
        ? Optional.empty()
        : lease.graph().lists(lease, in, budget, what, ofUser);
  }

  /** A job found that lists could not be joined. */
  synchronized void listsFailed(GraphLease lease, boolean in, FutureTask<JoinedLists> task) {
    lease.graph().listsFailed(lease, in, task);
  }

  synchronized long bytes(ResidentGraph graph, int[] numbers) {
    return graph.bytes(numbers);
  }

  synchronized boolean isMapped(ResidentGraph graph, int number) {
    return graph.isMapped(number);
  }

  /** Forgets all that nobody uses. */
  public synchronized void forgetIdle() {
    trim(0);
  }

  /**
   * Bytes of a version of a graph, loaded or about to be, and of its joined lists that jobs use; 0
   * of one that is not here.
   *
   * @param cache of its blocks
   */
  public synchronized long bytes(String cache) {
    return Optional.ofNullable(graphs.get(cache))
        .map(graph -> graph.bytes() + graph.listBytes())
        .orElse(0L);
  }

  /** Bytes of graphs that nobody leases, and of joined lists that no job uses. */
  public synchronized long idleBytes() {
    return graphs.values().stream().mapToLong(ResidentGraph::idleBytes).sum();
  }
}
