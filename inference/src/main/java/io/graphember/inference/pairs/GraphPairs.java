// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.RuleSampler;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.UniformNeighbors;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs that have an edge of some type, from head to tail or the other way round: each
 * partition is asked for those that it has. Used by one thread.
 */
public final class GraphPairs implements KnownPairs, AutoCloseable {
  private static final int HEADS_AT_ONCE = 1024;
  private final RuleSampler sampler;
  private final MemoryBudget.Reservation memory;

  /**
   * Pairs of the graph that a client reaches.
   *
   * @param direction OUT for edges from heads to tails, IN for edges from tails to heads
   * @param edgeType type of the edges, or {@link EdgeRule#ANY_TYPE}
   * @param memory what tails are taken from, eight bytes each; closed with this
   */
  public GraphPairs(
      PartitionClient client,
      Replies replies,
      Direction direction,
      int edgeType,
      MemoryBudget.Reservation memory) {
    EdgeRule rule =
        new EdgeRule(
            direction, edgeType, UniformNeighbors.ALL, EdgeRule.Order.UNIFORM, EdgeRule.ALWAYS);
    this.sampler = new RuleSampler(client, replies, List.of(List.of(rule)));
    this.memory = memory;
  }

  @Override
  public long[][] tails(long[] heads, int count) {
    memory.shrinkTo(0);
    long[][] tails = new long[count][];
    for (int from = 0; from < count; from += HEADS_AT_ONCE) {
      final int to = Math.min(count, from + HEADS_AT_ONCE);
      SampledNeighborhood reached =
          sampler.sample(Arrays.copyOfRange(heads, from, to), ExcludedEdges.NONE, 0).neighborhood();
      SampledHop hop = reached.lastHop();
      memory.grow((long) Long.BYTES * hop.neighbors().length);
      for (int i = 0; i < to - from; i++) {
        tails[from + i] = tails(hop, i, reached.vids());
      }
    }
    return tails;
  }

  private static long[] tails(SampledHop hop, int head, long[] vids) {
    final int first = hop.offsets()[head];
    final long[] tails = new long[hop.offsets()[head + 1] - first];
    for (int i = 0; i < tails.length; i++) {
      tails[i] = vids[hop.neighbors()[first + i]];
    }
    Arrays.sort(tails);
    return tails;
  }

  @Override
  public void close() {
    try (memory) {
      sampler.close();
    }
  }
}
