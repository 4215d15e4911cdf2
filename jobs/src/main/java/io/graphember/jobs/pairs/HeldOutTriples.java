// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.array.LongArray;
import io.graphember.spi.triple.End;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The triples of a graph that are held out, by relation. Immutable; any thread. */
public final class HeldOutTriples {
  private static final long BYTES = 16; // both ends

  private final Map<Integer, LongArray> heads = new HashMap<>();
  private final Map<Integer, LongArray> tails = new HashMap<>();

  private HeldOutTriples() {}

  /**
   * Those of a job's graph. O(held-out edges).
   *
   * @param kept grows to what is kept
   * @param memory makes what the lists of one partition are taken from
   */
  static HeldOutTriples of(
      Caches caches,
      LiveJob job,
      MemoryBudget.Reservation kept,
      Supplier<MemoryBudget.Reservation> memory) {
    if (job.graph().heldOutEdges() == 0) {
      return new HeldOutTriples();
    }
    try (MemoryBudget.Reservation lists = memory.get()) {
      return new HeldOutTriples(
          new StoredHeldOutEdges(caches, job.graph(), job), job.graph().partitions(), lists, kept);
    }
  }

  /**
   * Reads all of them. O(held-out edges).
   *
   * @param partitions of the graph
   * @param lists what the lists of one partition are taken from
   * @param memory grows to what is kept
   */
  private HeldOutTriples(
      StoredHeldOutEdges stored,
      int partitions,
      MemoryBudget.Reservation lists,
      MemoryBudget.Reservation memory) {
    for (int p = 0; p < partitions; p++) {
      final HeldOutLists some = stored.of(p, lists);
      memory.grow(2 * BYTES * some.edges()); // arrays grow by doubling
      for (int master = 0; master < some.masters(); master++) {
        for (int e = some.offsets()[master]; e < some.offsets()[master + 1]; e++) {
          add(heads, some.types()[e], Vid.of(p, master));
          add(tails, some.types()[e], some.tails()[e]);
        }
      }
    }
  }

  private static void add(Map<Integer, LongArray> ends, int relation, long id) {
    ends.computeIfAbsent(relation, r -> new LongArray(16)).add(id);
  }

  /**
   * Visits those of a relation, by the entity at the known end and the one at the missing end.
   * O(triples of the relation).
   */
  void visit(End missing, int relation, Visitor visitor) {
    final LongArray known = (missing == End.TAIL ? heads : tails).get(relation);
    final LongArray wanted = (missing == End.TAIL ? tails : heads).get(relation);
    if (known == null || wanted == null) {
      return;
    }
    for (int i = 0; i < known.size; i++) {
      visitor.triple(known.values[i], wanted.values[i]);
    }
  }

  /** Takes triples. */
  @FunctionalInterface
  interface Visitor {
    void triple(long known, long wanted);
  }
}
