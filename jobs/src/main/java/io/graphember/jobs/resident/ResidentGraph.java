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
    FILE
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
    final PartitionBytes size = sizes.get(number);
    return isMapped(number) ? size.all() - size.topology() : size.all();
  }

  /** True if the topology of a partition lies in a file, or will. */
  boolean isMapped(int number) {
    return topologies[number] == Topology.FILE;
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
   * for a job's sake. Those too whose topology lies in a file, where half of what is free would
   * hold it by now.
   *
   * @param free bytes that nobody has taken
   */
  void keepOnly(int[] numbers, long free) {
    final @Nullable GraphPartition[] kept = new GraphPartition[partitions.length];
    for (int p : numbers) {
      kept[p] = partitions[p];
    }
    System.arraycopy(kept, 0, partitions, 0, kept.length);
    long half = (free - bytes()) / 2;
    for (int p = 0; p < partitions.length; p++) {
      if (partitions[p] != null && isMapped(p) && sizes.get(p).topology() <= half) {
        half -= sizes.get(p).topology();
        partitions[p] = null;
      }
      topologies[p] = partitions[p] == null ? Topology.OPEN : topologies[p];
    }
  }

  @Nullable GraphPartition partition(int number) {
    return partitions[number];
  }

  /**
   * A lease will load those of some partitions that are neither loaded nor about to be.
   *
   * @param besides bytes that the job is about to take beside them
   * @param ofUser takes the bytes of all these partitions of the memory of the job's user
   * @throws io.graphember.spi.error.GraphemberException if there is no memory for them
   */
  void claim(
      GraphLease lease,
      int[] numbers,
      MemoryBudget budget,
      String what,
      long besides,
      LongConsumer ofUser) {
    final int[] claimed =
        Arrays.stream(numbers)
            .filter(p -> partitions[p] == null && loaders[p] == null)
            .distinct()
            .toArray();
    place(claimed, budget.limitBytes() - budget.takenBytes() - besides);
    ofUser.accept(bytes(numbers));
    if (claimed.length == 0) {
      return;
    }
    final long wanted = bytes(claimed);
    taken.add(budget.take(wanted, what, Math.max(0, lease.jobBytes() - wanted)));
    for (int p : claimed) {
      loaders[p] = lease;
    }
  }

  /**
   * Topology goes into files where it would leave less than a quarter of the memory that is free,
   * which jobs need for more than their graph; where it was to be before, so that what a job takes
   * does not change with who loads it.
   */
  private void place(int[] claimed, long free) {
    long left = free;
    for (int p : claimed) {
      left -= sizes.get(p).all() - sizes.get(p).topology();
    }
    left -= Math.max(0, left) / 4;
    for (int p : claimed) {
      final long topology = sizes.get(p).topology();
      if (topologies[p] == Topology.OPEN) {
        topologies[p] = topology > 0 && topology > left ? Topology.FILE : Topology.HEAP;
      }
      left -= isMapped(p) ? 0 : topology;
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
