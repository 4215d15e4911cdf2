// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.inference.pairs.GraphPairs;
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
record KnownGraphTriples(
    PartitionClient client,
    Replies replies,
    HeldOutTriples heldOut,
    Supplier<MemoryBudget.Reservation> memory)
    implements KnownTriples {
  @Override
  public long[][] ends(End missing, int relation, long[] entities) {
    final long[][] ends;
    try (GraphPairs pairs =
        new GraphPairs(
            client,
            replies,
            missing == End.TAIL ? Direction.OUT : Direction.IN,
            relation,
            memory.get())) {
      ends = pairs.tails(entities, entities.length);
    }
    final Map<Long, LongArray> more = new HashMap<>();
    heldOut.visit(
        missing,
        relation,
        (known, wanted) -> {
          if (Arrays.binarySearch(entities, known) >= 0) {
            more.computeIfAbsent(known, id -> new LongArray(4)).add(wanted);
          }
        });
    more.forEach(
        (known, wanted) -> {
          final int i = Arrays.binarySearch(entities, known);
          ends[i] =
              LongStream.concat(Arrays.stream(ends[i]), Arrays.stream(wanted.toArray()))
                  .sorted()
                  .distinct()
                  .toArray();
        });
    return ends;
  }
}
