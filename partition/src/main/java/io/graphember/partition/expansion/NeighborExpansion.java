// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.ShardExchange;
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
 *   <li>Commit: vertices that joined a partition enter its boundary, in order of their numbers.
 * </ol>
 *
 * <p>Select, one-hop and two-hop are pure functions of the state before the stage: workers, shards
 * and their order leave no trace. Select and commit are done by every shard for all vertices, the
 * stages between them by the home of a vertex.
 *
 * <p>Names: open edges of a vertex = D_rest, boundary = B_p, expansion factor = lambda_p.
 *
 * <p>Cost: two-hop looks at every slot 2 to 4 times on power-law graphs; selection reads every
 * boundary once a round, of which there are some hundreds. 34 bytes a vertex (38 if there are
 * several shards), 1 an edge, and 4 to 8 bytes for each vertex in a boundary.
 */
final class NeighborExpansion {
  /** Below so many slots, a stage costs less than waking another thread. */
  private static final int SMALL_STAGE = 20_000;

  private static final int VERTICES_PER_SHARE = 32;
  private static final int MOST_SEEDS = 1 << 14;

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
  private final IntArray frontier = new IntArray(256); // vertices with an owner
  private final IntArray own = new IntArray(256); // those of a stage that are at home here
  private final RoundExchange exchange;
  private long assigned;
  private long round;

  /**
   * An expansion that has not begun.
   *
   * @param hubDegree vertices of a higher degree are not expanded: one of them would bring its
   *     partition thousands of vertices, and all edges among them, in one round
   */
  NeighborExpansion(
      SimpleGraph graph,
      ExpansionControl control,
      int hubDegree,
      PartitioningRequest request,
      ShardExchange shards) {
    state = new ExpansionState(graph, request.partitions());
    exchange = new RoundExchange(state, shards);
    this.control = control;
    this.hubDegree = hubDegree;
    this.request = request;
    key = CounterRandom.child(request.seed(), 1);
    workers = request.workers();
    boundaries = new Boundary[state.partitions];
    Arrays.setAll(boundaries, p -> new Boundary());
    seedBurst = new int[state.partitions];
    seeds = new SeedOrder(graph.vertices(), CounterRandom.child(request.seed(), 2));
    tallies = new Tally[workers.count()];
    Arrays.setAll(tallies, w -> new Tally(state.partitions));
  }

  /** Bytes of an expansion beside the graph. */
  static long estimateBytes(long vertices, long edges) {
    // Sets, owners, counts and positions; the boundaries and the touched; the sets once more.
    return edges + (16 + 1 + 8 + 4 + 16 + 8 + 8) * vertices;
  }

  /**
   * Expands until all but some edges are assigned, or no partition can go on.
   *
   * @param left edges that may stay open
   */
  ExpansionState run(long left) {
    final long edges = state.graph.edges();
    while (edges - assigned > left && expandOnce()) {
      request.progress().at("expand", assigned, edges);
    }
    request.progress().at("expand", edges, edges);
    return state;
  }

  /** One round; false if no partition could expand. */
  private boolean expandOnce() {
    request.cancellation().check();
    round++;
    final long roundKey = CounterRandom.child(key, round);
    control.beforeRound(state.vertices, state.edges);
    select();
    claim(roundKey);
    if (frontier.size == 0) {
      return false;
    }
    allocateOneHop(roundKey);
    IntArray touched = touched();
    allocateTwoHop(touched, roundKey);
    commit(touched);
    return true;
  }

  private void select() {
    int candidates = 0;
    for (Boundary boundary : boundaries) {
      candidates += boundary.size();
    }
    workers.each(
        state.partitions,
        candidates < SMALL_STAGE ? state.partitions : 1,
        (worker, from, to) -> {
          for (int p = from; p < to; p++) {
            boundaries[p].choose(state.open, control.factor(p), control.room(p));
          }
        });
  }

  /** Makes owners of those who chose, and gives seeds to partitions without a boundary. */
  private void claim(long roundKey) {
    frontier.size = 0;
    for (int p = 0; p < state.partitions; p++) {
      IntArray chosen = boundaries[p].chosen();
      for (int i = 0; i < chosen.size; i++) {
        claim(chosen.values[i], p, roundKey);
      }
    }
    for (int p = 0; p < state.partitions; p++) {
      if (boundaries[p].chosen().size > 0) {
        seedBurst[p] = 1;
      } else if (control.room(p) > 0) {
        claimSeeds(p, roundKey);
      }
    }
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

  private static long priority(int vertex, int partition, long roundKey) {
    return CounterRandom.bits(roundKey, (long) partition << 32 | vertex);
  }

  /** A graph of many small components needs many seeds: their number doubles with each round. */
  private void claimSeeds(int partition, long roundKey) {
    seedBurst[partition] = Math.min(MOST_SEEDS, Math.max(1, 2 * seedBurst[partition]));
    int wanted = (int) Math.ceil(Math.min(1, control.factor(partition)) * seedBurst[partition]);
    for (int i = 0; i < wanted; i++) {
      int seed = nextSeed();
      if (seed == SeedOrder.END) {
        return;
      }
      claim(seed, partition, roundKey);
    }
  }

  /** A vertex passed over is a hub, or has no open edge at the end of this round. */
  private int nextSeed() {
    int vertex = seeds.next();
    while (vertex != SeedOrder.END
        && (state.open[vertex] == 0
            || state.owners[vertex] != ExpansionState.NOBODY
            || state.graph.degree(vertex) > hubDegree)) {
      vertex = seeds.next();
    }
    return vertex;
  }

  private void allocateOneHop(long roundKey) {
    IntArray expanded = own(frontier);
    final boolean shared = shared(expanded);
    final int[] vertices = expanded.values;
    OneHopAllocation stage = new OneHopAllocation(state, roundKey, shared);
    workers.each(
        expanded.size,
        shared ? VERTICES_PER_SHARE : expanded.size,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            stage.expand(vertices[i], tallies[worker]);
          }
        });
    assigned += exchange.afterOneHop(tallies);
  }

  private void allocateTwoHop(IntArray touched, long roundKey) {
    IntArray closing = own(touched);
    final boolean shared = shared(closing);
    final int[] vertices = closing.values;
    TwoHopAllocation stage = new TwoHopAllocation(state, roundKey, shared);
    workers.each(
        closing.size,
        shared ? VERTICES_PER_SHARE : closing.size,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            stage.close(vertices[i], tallies[worker]);
          }
        });
    assigned += exchange.afterTwoHop(tallies);
  }

  /** Those of the vertices that are at home here. */
  private IntArray own(IntArray vertices) {
    if (state.graph.homes.alone()) {
      return vertices;
    }
    own.size = 0;
    for (int i = 0; i < vertices.size; i++) {
      if (state.graph.here(vertices.values[i])) {
        own.add(vertices.values[i]);
      }
    }
    return own;
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

  /** Vertices that joined a partition in this round, in order of their numbers. */
  private IntArray touched() {
    IntArray all = tallies[0].touched;
    for (int w = 1; w < tallies.length; w++) {
      IntArray more = tallies[w].touched;
      all.reserve(more.size);
      System.arraycopy(more.values, 0, all.values, all.size, more.size);
      all.size += more.size;
      more.size = 0;
    }
    Arrays.sort(all.values, 0, all.size);
    return all;
  }

  private void commit(IntArray touched) {
    for (int i = 0; i < frontier.size; i++) {
      state.open[frontier.values[i]] = 0;
    }
    final long[] sets = state.sets;
    for (int i = 0; i < touched.size; i++) {
      int vertex = touched.values[i];
      boolean enters = state.open[vertex] > 0 && state.graph.degree(vertex) <= hubDegree;
      long joined = sets[2 * vertex + 1] & ~sets[2 * vertex];
      for (; joined != 0; joined &= joined - 1) {
        int p = Long.numberOfTrailingZeros(joined);
        state.vertices[p]++;
        if (enters) {
          boundaries[p].add(vertex);
        }
      }
      sets[2 * vertex] = sets[2 * vertex + 1];
    }
    touched.size = 0;
    for (int i = 0; i < frontier.size; i++) {
      state.owners[frontier.values[i]] = ExpansionState.NOBODY;
    }
  }
}
