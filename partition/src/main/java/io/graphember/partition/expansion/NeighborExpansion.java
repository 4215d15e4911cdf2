// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.expansion.ExpansionState.Tally;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Neighbour expansion (DistributedNE; GLISP, section III-B): all partitions grow at once, in rounds
 * of four stages.
 *
 * <ol>
 *   <li>Select: each partition chooses the vertices of its boundary with the fewest open edges, or
 *       seeds if its boundary is empty. A vertex that several choose is owned by one, by hash.
 *   <li>{@linkplain OneHopAllocation One-hop allocation}: owners get the open edges of their
 *       vertices.
 *   <li>{@linkplain TwoHopAllocation Two-hop allocation}: edges whose ends have met are assigned.
 *   <li>Commit: vertices that joined a partition enter its boundary.
 * </ol>
 *
 * <p>All stages are pure functions of the state before them, decided by numbers of open edges and
 * by hash: workers, shards and their order leave no trace. The home of a vertex does all that is
 * done with it; shards add up how many open edges the vertices of boundaries have, and tell one
 * another what their stages have done: five supersteps a round, six where seeds are taken.
 *
 * <p>Names: open edges of a vertex = D_rest, boundary = B_p, expansion factor = lambda_p.
 *
 * <p>Cost: two-hop looks at every slot 2 to 4 times on power-law graphs; selection reads every
 * boundary once a round, of which there are some hundreds. 21 bytes a vertex that is known, 12 more
 * if it is at home here, 1 an edge, and 4 to 8 bytes for each vertex in a boundary.
 */
final class NeighborExpansion {
  /** Below so many slots, a stage costs less than waking another thread. */
  private static final int SMALL_STAGE = 20_000;

  private static final int VERTICES_PER_SHARE = 32;
  private static final int MOST_SEEDS = 1 << 14;
  private static final long SEED_SLICE = 2;

  private final ExpansionState state;
  private final ExpansionControl control;
  private final int hubDegree;
  private final long key;
  private final PartitioningRequest request;
  private final Workers workers;
  private final Boundary[] boundaries;
  private final int[] seedBurst; // seeds that a partition with an empty boundary takes at factor 1
  private final SeedOrder seeds;
  private final Tally[] tallies;
  private final IntArray frontier = new IntArray(256); // vertices at home here with an owner
  private final IntArray touched = new IntArray(256); // those that joined a partition in a round
  private final IntArray found = new IntArray(256); // seeds in a slice
  private final LongArray hashes = new LongArray(256); // of these
  private final RoundExchange exchange;
  private long seedSlice = SEED_SLICE; // vertices that are looked at for a seed
  private long round;

  /**
   * An expansion that has not begun.
   *
   * @param hubDegree vertices of a higher degree are not expanded: one of them would bring its
   *     partition thousands of vertices, and all edges among them, in one round
   */
  NeighborExpansion(
      SimpleGraph graph, ExpansionControl control, int hubDegree, PartitioningRequest request) {
    state = new ExpansionState(graph, request.partitions());
    exchange = new RoundExchange(state);
    this.control = control;
    this.hubDegree = hubDegree;
    this.request = request;
    key = CounterRandom.child(request.seed(), 1);
    workers = request.workers();
    boundaries = new Boundary[state.partitions];
    Arrays.setAll(boundaries, p -> new Boundary());
    seedBurst = new int[state.partitions];
    seeds = new SeedOrder(graph, CounterRandom.child(request.seed(), 2));
    tallies = new Tally[workers.count()];
    Arrays.setAll(tallies, w -> new Tally(state.partitions));
  }

  /**
   * Bytes of an expansion beside the graph.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   */
  static long estimateBytes(long vertices, long own, long edges) {
    // Sets, owners and counts; positions, seeds, boundaries and the touched; the sets once more.
    return edges + (16 + 1 + 4 + 8) * vertices + (4 + 8 + 16 + 8) * own;
  }

  /**
   * Expands until all but some edges are assigned, or no partition can go on.
   *
   * @param left edges that may stay open
   */
  ExpansionState run(long left) {
    final long edges = state.graph.edges();
    for (long assigned = 0; edges - assigned > left && expandOnce(); assigned = assigned()) {
      request.progress().at("expand", assigned, edges);
    }
    request.progress().at("expand", edges, edges);
    return state;
  }

  private long assigned() {
    return Arrays.stream(state.edges).sum();
  }

  /** One round; false if no partition could expand. */
  private boolean expandOnce() {
    request.cancellation().check();
    round++;
    final long roundKey = CounterRandom.child(key, round);
    control.beforeRound(state.vertices, state.edges);
    final boolean any = select(roundKey);
    frontier.size = 0;
    for (int p = 0; p < state.partitions; p++) {
      final IntArray chosen = boundaries[p].chosen();
      for (int i = 0; i < chosen.size; i++) {
        claim(chosen.values[i], p, roundKey);
      }
    }
    final boolean seeded = claimSeeds(roundKey);
    if (!any && !seeded) {
      return false;
    }
    final IntArray rivals = exchange.owners(frontier);
    allocateOneHop(roundKey);
    final IntArray joined = exchange.afterJoins(tallies, touched);
    allocateTwoHop(roundKey);
    exchange.afterCloses(tallies);
    commit(joined, rivals);
    return true;
  }

  /** Chooses what boundaries expand; false if there is nothing to choose in any shard. */
  private boolean select(long roundKey) {
    int candidates = 0;
    for (Boundary boundary : boundaries) {
      candidates += boundary.here();
    }
    final int least = candidates < SMALL_STAGE ? state.partitions : 1;
    workers.each(
        state.partitions,
        least,
        (worker, from, to) -> {
          for (int p = from; p < to; p++) {
            if (control.room(p) > 0) {
              boundaries[p].count(state.open);
            } else {
              boundaries[p].skip();
            }
          }
        });
    exchange.boundaries(boundaries);
    workers.each(
        state.partitions,
        least,
        (worker, from, to) -> {
          for (int p = from; p < to; p++) {
            boundaries[p].choose(
                state.graph,
                state.open,
                control.factor(p),
                control.room(p),
                CounterRandom.child(roundKey, p));
          }
        });
    boolean any = false;
    for (int p = 0; p < state.partitions; p++) {
      any |= boundaries[p].size() > 0 && control.room(p) > 0;
    }
    return any;
  }

  private void claim(int vertex, int partition, long roundKey) {
    int rival = state.owners[vertex];
    if (rival == ExpansionState.NOBODY) {
      frontier.add(vertex);
      state.owners[vertex] = (byte) partition;
    } else if (priority(vertex, partition, roundKey) > priority(vertex, rival, roundKey)) {
      state.owners[vertex] = (byte) partition;
    }
  }

  private long priority(int vertex, int partition, long roundKey) {
    return CounterRandom.bits(CounterRandom.child(roundKey, partition), ~state.graph.id(vertex));
  }

  /**
   * Gives seeds to partitions without a boundary. A graph of many small components needs many
   * seeds: their number doubles with each round. False if no partition is without or no seeds are
   * left.
   */
  private boolean claimSeeds(long roundKey) {
    final int[] wanted = new int[state.partitions];
    int all = 0;
    for (int p = 0; p < wanted.length && !seeds.atEnd(); p++) {
      if (boundaries[p].size() > 0) {
        seedBurst[p] = 1;
      } else if (control.room(p) > 0) {
        seedBurst[p] = Math.min(MOST_SEEDS, Math.max(1, 2 * seedBurst[p]));
        wanted[p] = (int) Math.ceil(Math.min(1, control.factor(p)) * seedBurst[p]);
        all += wanted[p];
      }
    }
    if (all == 0) {
      return false;
    }
    found.size = 0;
    hashes.size = 0;
    seeds.slice(seedSlice * all);
    for (long entry = seeds.next(); entry >= 0; entry = seeds.next()) {
      final int vertex = SeedOrder.vertex(entry);
      // One that is passed over is a hub, or has no open edge at the end of this round.
      if (state.open[vertex] > 0
          && state.owners[vertex] == ExpansionState.NOBODY
          && state.graph.degree(vertex) <= hubDegree) {
        found.add(vertex);
        hashes.add(SeedOrder.hash(entry));
      }
    }
    final long[] offered = exchange.seeds(hashes);
    for (int i = 0; i < found.size; i++) {
      final int before = below(offered, hashes.values[i]);
      if (before < all) {
        claim(found.values[i], drawn(wanted, before), roundKey);
      }
    }
    seeds.take(offered.length < all ? SeedOrder.END : offered[all - 1] + 1);
    seedSlice = offered.length < all ? Math.min(MOST_SEEDS, 2 * seedSlice) : SEED_SLICE;
    return true;
  }

  /** How many hashes are below one that is among them. */
  private static int below(long[] sorted, long hash) {
    int first = Arrays.binarySearch(sorted, hash);
    while (first > 0 && sorted[first - 1] == hash) {
      first--;
    }
    return first;
  }

  /** The partition that so many seeds of those before it leave. */
  private static int drawn(int[] wanted, int before) {
    int partition = 0;
    for (int left = before; left >= wanted[partition]; partition++) {
      left -= wanted[partition];
    }
    return partition;
  }

  private void allocateOneHop(long roundKey) {
    final boolean shared = shared(frontier);
    OneHopAllocation stage = new OneHopAllocation(state, roundKey, shared);
    workers.each(
        frontier.size,
        shared ? VERTICES_PER_SHARE : frontier.size,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            stage.expand(frontier.values[i], tallies[worker]);
          }
        });
  }

  private void allocateTwoHop(long roundKey) {
    final boolean shared = shared(touched);
    TwoHopAllocation stage = new TwoHopAllocation(state, roundKey, shared);
    workers.each(
        touched.size,
        shared ? VERTICES_PER_SHARE : touched.size,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            stage.close(touched.values[i], tallies[worker]);
          }
        });
  }

  /** True if a stage over these vertices is worth several workers. */
  private boolean shared(IntArray vertices) {
    if (workers.count() == 1 || vertices.size <= VERTICES_PER_SHARE) {
      return false;
    }
    long slots = 0;
    for (int i = 0; i < vertices.size; i++) {
      slots += state.open[vertices.values[i]];
    }
    return slots >= SMALL_STAGE;
  }

  /**
   * Ends a round.
   *
   * @param joined vertices from elsewhere that have joined partitions
   * @param rivals those that were expanded
   */
  private void commit(IntArray joined, IntArray rivals) {
    for (int i = 0; i < frontier.size; i++) {
      state.open[frontier.values[i]] = 0;
    }
    for (int i = 0; i < touched.size; i++) {
      int vertex = touched.values[i];
      if (state.open[vertex] > 0 && state.graph.degree(vertex) <= hubDegree) {
        enter(vertex);
      }
    }
    state.commit(touched);
    state.commit(joined);
    disown(frontier);
    disown(rivals);
  }

  private void enter(int vertex) {
    long joined = state.sets[2 * vertex + 1] & ~state.sets[2 * vertex];
    for (; joined != 0; joined &= joined - 1) {
      boundaries[Long.numberOfTrailingZeros(joined)].add(vertex);
    }
  }

  private void disown(IntArray expanded) {
    for (int i = 0; i < expanded.size; i++) {
      state.owners[expanded.values[i]] = ExpansionState.NOBODY;
    }
  }
}
