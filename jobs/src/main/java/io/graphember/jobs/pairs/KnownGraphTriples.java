// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.inference.pairs.GraphPairs;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Direction;
import io.graphember.spi.triple.End;
import io.graphember.training.embedding.triple.KnownTriples;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * The triples of a graph, those that are trained with and those that are held out. Used by one
 * thread.
 *
 * @param client way to the graph
 * @param heldOut those that are held out
 * @param memory makes what lists are taken from
 */
public record KnownGraphTriples(
    PartitionClient client,
    Replies replies,
    HeldOutTriples heldOut,
    Supplier<MemoryBudget.Reservation> memory)
    implements KnownTriples {
  /**
   * The triples of a job's graph; reads those that are held out.
   *
   * @param kept grows to what is kept of these
   * @param memory makes what lists are taken from
   */
  public static KnownGraphTriples of(
      Caches caches,
      NodeCalls calls,
      LiveJob job,
      MemoryBudget.Reservation kept,
      Supplier<MemoryBudget.Reservation> memory) {
    return new KnownGraphTriples(
        new RemoteStorage(calls, job).partitions(() -> 0),
        TrainerRunner.replies(job),
        HeldOutTriples.of(caches, job, kept, memory),
        memory);
  }

  @Override
  public long[][] ends(End missing, int relation, long[] entities) {
    final long[][] ends = trained(missing, relation, entities);
    final long[][] more = heldOut(missing, relation, entities);
    for (int i = 0; i < ends.length; i++) {
      if (more[i].length > 0) {
        ends[i] =
            LongStream.concat(Arrays.stream(ends[i]), Arrays.stream(more[i]))
                .sorted()
                .distinct()
                .toArray();
      }
    }
    return ends;
  }

  /** The same of triples that are trained with alone. */
  public long[][] trained(End missing, int relation, long[] entities) {
    try (GraphPairs pairs =
        new GraphPairs(
            client,
            replies,
            missing == End.TAIL ? Direction.OUT : Direction.IN,
            relation,
            memory.get())) {
      return pairs.tails(entities, entities.length);
    }
  }

  /** The same of triples that are held out alone. O(held-out triples of the relation). */
  public long[][] heldOut(End missing, int relation, long[] entities) {
    final Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < entities.length; i++) {
      places.put(entities[i], i);
    }
    final LongArray[] found = new LongArray[entities.length];
    heldOut.visit(
        missing,
        relation,
        (known, wanted) -> {
          final Integer place = places.get(known);
          if (place != null) {
            if (found[place] == null) {
              found[place] = new LongArray(4);
            }
            found[place].add(wanted);
          }
        });
    return Arrays.stream(found)
        .map(ids -> ids == null ? new long[0] : Arrays.stream(ids.toArray()).sorted().toArray())
        .toArray(long[][]::new);
  }
}
