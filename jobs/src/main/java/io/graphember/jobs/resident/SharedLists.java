// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.spi.error.GraphemberException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/**
 * The lists of one direction of all partitions of a graph, joined once for all jobs that ask. They
 * are taken of the node's budget while a job uses them; after it they stay in memory that is free.
 * Guarded by its {@link ResidentGraphs}; lists are joined without that lock.
 */
final class SharedLists {
  private final boolean in;
  private final Set<GraphLease> users = new HashSet<>();
  private Optional<FutureTask<JoinedLists>> lists = Optional.empty();
  private Optional<MemoryBudget.Reservation> taken = Optional.empty(); // while there are users
  private long bytes; // of the lists

  /** Nothing is joined yet. */
  SharedLists(boolean in) {
    this.in = in;
  }

  /**
   * Lists for a job until it {@linkplain #leave leaves} them; run it, then get it. Empty if they
   * cannot be joined, half of the memory that is free does not hold them, or they are too much for
   * the job's user: a job can do without.
   *
   * @param partitions all of the graph
   * @param ofUser takes so many bytes of the memory of the job's user, if there is room for them
   */
  Optional<FutureTask<JoinedLists>> use(
      GraphLease lease,
      List<PartitionTopology> partitions,
      MemoryBudget budget,
      String what,
      LongPredicate ofUser) {
    final Optional<Long> needed = JoinedLists.bytes(partitions);
    if (needed.isEmpty()) {
      return Optional.empty();
    }
    bytes = needed.get();
    users.add(lease); // first: what nobody uses is forgotten when memory is taken
    if (taken.isEmpty()) {
      taken = take(budget, what);
    }
    if (taken.isEmpty() || !ofUser.test(bytes)) {
      leave(lease);
      return Optional.empty();
    }
    if (lists.isEmpty()) {
      lists = Optional.of(new FutureTask<>(() -> JoinedLists.of(partitions, in)));
    }
    return lists;
  }

  private Optional<MemoryBudget.Reservation> take(MemoryBudget budget, String what) {
    if (bytes > (budget.limitBytes() - budget.takenBytes()) / 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(budget.take(bytes, what));
    } catch (GraphemberException e) { // somebody else has taken it meanwhile
      return Optional.empty();
    }
  }

  /** A job does not use them any more, if it did. */
  void leave(GraphLease lease) {
    if (users.remove(lease) && users.isEmpty()) {
      taken.ifPresent(MemoryBudget.Reservation::close);
      taken = Optional.empty();
      lists = lists.filter(Future::isDone);
    }
  }

  /** A job found that they could not be joined; they may be for who asks next. */
  void failed(GraphLease lease, FutureTask<JoinedLists> task) {
    lists = lists.filter(current -> current != task);
    leave(lease);
  }

  /** Bytes of lists that jobs use. */
  long takenBytes() {
    return taken.map(MemoryBudget.Reservation::bytes).orElse(0L);
  }

  /** Bytes of lists that no job uses. */
  long idleBytes() {
    return users.isEmpty() && lists.isPresent() ? bytes : 0;
  }

  /** Forgets them if no job uses them. */
  void trim() {
    if (users.isEmpty()) {
      lists = Optional.empty();
    }
  }
}
