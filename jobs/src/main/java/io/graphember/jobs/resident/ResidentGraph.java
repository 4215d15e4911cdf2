// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.engine.JoinedLists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a node has in memory of one version of a graph. Guarded by its {@link ResidentGraphs}. */
final class ResidentGraph {
  private final String cache;
  private final @Nullable GraphPartition[] partitions; // null where none is loaded
  private final @Nullable GraphLease[] loaders; // who is about to load it
  private final List<PartitionBytes> sizes;
  private final Topology[] topologies;
  private final List<MemoryBudget.Reservation> taken = new ArrayList<>();
  private final SharedLists in = new SharedLists(true);
  private final SharedLists out = new SharedLists(false);
  private int leases;

  /** Where the topology of a partition lies, or will. */
  private enum Topology {
    /** Nobody has claimed the partition since the graph was idle. */
    OPEN,
    HEAP,
    FILE,
    /** In a file since jobs that have ended; the next one that claims it may move it. */
    LEFT_IN_FILE;

    boolean isFile() {
      return this == FILE || this == LEFT_IN_FILE;
    }

    /** True if the next one that claims the partition says where it lies. */
    boolean isOpen() {
      return this == OPEN || this == LEFT_IN_FILE;
    }
  }

  ResidentGraph(String cache, List<PartitionBytes> sizes) {
    this.cache = cache;
    this.sizes = sizes;
    this.partitions = new GraphPartition[sizes.size()];
    this.loaders = new GraphLease[sizes.size()];
    this.topologies = new Topology[sizes.size()];
    Arrays.fill(topologies, Topology.OPEN);
  }

  String cache() {
    return cache;
  }

  void leased() {
    leases++;
  }

  /**
   * A lease ends; partitions that it was about to load are for others to load.
   *
   * @return true if it was the last one
   */
  boolean returned(GraphLease lease) {
    unclaim(lease);
    in.leave(lease);
    out.leave(lease);
    leases--;
    return leases == 0;
  }

  /** Bytes of some partitions, loaded or not. */
  long bytes(int[] numbers) {
    return Arrays.stream(numbers).mapToLong(this::bytes).sum();
  }

  private long bytes(int number) {
    return isMapped(number) ? restBytes(number) : sizes.get(number).all();
  }

  /** Bytes of a partition beside its topology. */
  private long restBytes(int number) {
    return sizes.get(number).all() - sizes.get(number).topology();
  }

  /** True if the topology of a partition lies in a file, or will. */
  boolean isMapped(int number) {
    return topologies[number].isFile();
  }

  /** Bytes of all that is loaded, or about to be. */
  long bytes() {
    long sum = 0;
    for (int p = 0; p < partitions.length; p++) {
      sum += partitions[p] == null && loaders[p] == null ? 0 : bytes(p);
    }
    return sum;
  }

  /** Bytes of joined lists that jobs use. */
  long listBytes() {
    return in.takenBytes() + out.takenBytes();
  }

  /** Bytes of what no job uses: all if none leases it, else lists that were joined for others. */
  long idleBytes() {
    return (leases == 0 ? bytes() : 0) + in.idleBytes() + out.idleBytes();
  }

  /** Forgets joined lists that no job uses. */
  void trimLists() {
    in.trim();
    out.trim();
  }

  /**
   * The lists of all partitions, see {@link SharedLists#use}; empty too unless all are loaded here.
   */
  Optional<FutureTask<JoinedLists>> lists(
      GraphLease lease, boolean ofIn, MemoryBudget budget, String what, LongPredicate ofUser) {
    final List<PartitionTopology> topologies = new ArrayList<>();
    for (GraphPartition partition : partitions) {
      if (partition == null) {
        return Optional.empty();
      }
      topologies.add(partition.topology());
    }
    return (ofIn ? in : out).use(lease, topologies, budget, what, ofUser);
  }

  /** A job found that the lists of a direction could not be joined. */
  void listsFailed(GraphLease lease, boolean ofIn, FutureTask<JoinedLists> task) {
    (ofIn ? in : out).failed(lease, task);
  }

  /** Bytes that are taken of the node's budget for partitions. */
  long takenBytes() {
    return taken.stream().mapToLong(MemoryBudget.Reservation::bytes).sum();
  }

  void keep(MemoryBudget.Reservation memory) {
    taken.add(memory);
  }

  void giveBack() {
    taken.forEach(MemoryBudget.Reservation::close);
    taken.clear();
  }

  /** Gives back what was taken for partitions that were not loaded after all. */
  private void settle() {
    long excess = takenBytes() - bytes();
    for (MemoryBudget.Reservation memory : taken) {
      final long left = Math.max(0, memory.bytes() - excess);
      excess -= memory.bytes() - left;
      memory.shrinkTo(left);
    }
  }

  /**
   * Forgets what is loaded of a graph that was idle beside some partitions: nobody is to have them
   * for a job's sake.
   */
  void keepOnly(int[] numbers) {
    final @Nullable GraphPartition[] kept = new GraphPartition[partitions.length];
    for (int p : numbers) {
      kept[p] = partitions[p];
    }
    System.arraycopy(kept, 0, partitions, 0, kept.length);
    for (int p = 0; p < partitions.length; p++) {
      if (partitions[p] == null) {
        topologies[p] = Topology.OPEN;
      } else if (isMapped(p)) {
        topologies[p] = Topology.LEFT_IN_FILE;
      }
    }
  }

  @Nullable GraphPartition partition(int number) {
    return partitions[number];
  }

  /**
   * A lease will load those of some partitions that are neither loaded where they are to lie nor
   * about to be.
   *
   * @param besides bytes that the job is about to take beside them
   * @param freeOfUser bytes that are left of the memory of the job's user
   * @param ofUser takes the bytes of all these partitions of it
   * @throws io.graphember.spi.error.GraphemberException if there is no memory for them; nothing is
   *     decided or taken then
   */
  void claim(
      GraphLease lease,
      int[] numbers,
      MemoryBudget budget,
      String what,
      long besides,
      long freeOfUser,
      LongConsumer ofUser) {
    final Topology[] before = topologies.clone();
    place(numbers, budget.freeBytes() - besides, freeOfUser - besides);
    final int[] claimed =
        Arrays.stream(numbers)
            .filter(p -> loaders[p] == null)
            .filter(p -> partitions[p] == null || before[p].isFile() && !isMapped(p))
            .distinct()
            .toArray();
    try {
      ofUser.accept(bytes(numbers));
      if (claimed.length > 0) {
        final long wanted = Arrays.stream(claimed).mapToLong(this::missingBytes).sum();
        taken.add(budget.take(wanted, what, Math.max(0, lease.jobBytes() - wanted)));
      }
    } catch (RuntimeException e) {
      System.arraycopy(before, 0, topologies, 0, before.length);
      throw e;
    }
    for (int p : claimed) {
      partitions[p] = null;
      loaders[p] = lease;
    }
  }

  /** Bytes of a partition that are not taken yet, where it is about to be loaded, perhaps anew. */
  private long missingBytes(int number) {
    return partitions[number] == null ? bytes(number) : sizes.get(number).topology();
  }

  /**
   * Says where the topology of partitions lies that a job claims. It lies in the heap as long as
   * that leaves a quarter of the memory that is free beside all else that the job takes, which jobs
   * need for more than their graph; else in a file. What lies in a file since earlier jobs moves
   * only if half of the memory holds it, so that jobs do not load in turns. What another job has
   * claimed lies where that one said, so that what a job takes does not change with who loads it.
   *
   * @param ofNode bytes of the node's memory that are free, beside what is loaded here
   * @param ofUser bytes of the user's memory that are free, which has all these partitions to hold
   */
  private void place(int[] numbers, long ofNode, long ofUser) {
    long freeOfNode = ofNode;
    long freeOfUser = ofUser;
    for (int p : numbers) {
      final long decided = topologies[p].isOpen() ? restBytes(p) : bytes(p);
      freeOfNode -= partitions[p] == null && loaders[p] == null ? decided : 0;
      freeOfUser -= decided;
    }
    final long free = Math.max(0, Math.min(freeOfNode, freeOfUser));
    long placed = 0;
    for (int p : numbers) {
      if (topologies[p].isOpen()) {
        final long topology = sizes.get(p).topology();
        final long most = isMapped(p) ? free / 2 : free - free / 4;
        final boolean fits = topology == 0 || placed + topology <= most;
        topologies[p] = fits ? Topology.HEAP : Topology.FILE;
        placed += fits ? topology : 0;
      }
    }
  }

  /** Partitions that a lease has claimed and not loaded. */
  int[] claimed(GraphLease lease) {
    return IntStream.range(0, loaders.length).filter(p -> loaders[p] == lease).toArray();
  }

  /** They are for others to load. */
  void unclaim(GraphLease lease) {
    for (int p : claimed(lease)) {
      loaders[p] = null;
    }
    settle();
  }

  /** True if another lease is about to load a partition. */
  boolean isLoadedFor(GraphLease lease, int number) {
    return loaders[number] != null && loaders[number] != lease;
  }

  /** A partition was loaded; too late if the lease was closed meanwhile. */
  void loaded(GraphLease lease, GraphPartition partition) {
    final int number = partition.number();
    if (loaders[number] == lease) {
      partitions[number] = partition;
      loaders[number] = null;
    }
  }
}
