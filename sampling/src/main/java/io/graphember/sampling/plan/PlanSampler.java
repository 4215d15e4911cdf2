// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.plan;

import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.NegativeSampler;
import io.graphember.sampling.op.RandomWalks;
import io.graphember.sampling.op.RuleSampler;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Follows a plan, batch by batch, one operator after the other. Rows are not fetched here. Keeps
 * scratch; used by one thread at a time.
 */
public final class PlanSampler implements AutoCloseable {
  private static final long POSITIVES = 1;
  private static final long NEGATIVES = 2;
  private static final long HOPS = 3;

  private final Optional<RandomWalks> positives;
  private final int walkStride;
  private final Optional<NegativeSampler> negatives;
  private final RuleSampler hops;
  private final boolean excludePositives;

  /** A sampler over the partitions that a client reaches. */
  public PlanSampler(PartitionClient client, Replies replies, SamplingPlan plan) {
    positives = plan.positives().map(operator -> new RandomWalks(client, replies, operator.rule()));
    walkStride = plan.positives().map(operator -> operator.rule().length() + 1).orElse(1);
    negatives =
        plan.negatives().map(operator -> new NegativeSampler(client, replies, operator.rule()));
    hops = new RuleSampler(client, replies, plan.hops().stream().map(Operator.Hop::rules).toList());
    excludePositives = plan.hops().get(0).excludePositives();
  }

  /**
   * Samples a batch of seeds.
   *
   * @param seeds ids of the seeds
   * @param key key of the batch's random streams
   */
  public PlannedBatch sample(long[] seeds, long key) {
    if (positives.isEmpty()) {
      return batch(seeds, new long[0], new long[0], key);
    }
    long[] walks = positives.get().walk(seeds, CounterRandom.child(key, POSITIVES));
    LongArray from = new LongArray(seeds.length);
    LongArray to = new LongArray(seeds.length);
    for (int i = 0; i < seeds.length; i++) {
      final long end = walks[(i + 1) * walkStride - 1];
      if (end != RandomWalks.END) {
        from.add(seeds[i]);
        to.add(end);
      }
    }
    return sampleEdges(from.toArray(), to.toArray(), key);
  }

  /**
   * Samples a batch of edges that are to be predicted; the plan's negatives are drawn for them.
   *
   * @param from source of each edge
   * @param to destination of each edge
   * @param key key of the batch's random streams
   */
  public PlannedBatch sampleEdges(long[] from, long[] to, long key) {
    long[] drawn =
        negatives
            .map(sampler -> sampler.sample(from, to, CounterRandom.child(key, NEGATIVES)))
            .orElse(new long[0]);
    return batch(from, to, drawn, key);
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    positives.ifPresent(RandomWalks::close);
    negatives.ifPresent(NegativeSampler::close);
    hops.close();
  }

  private PlannedBatch batch(long[] from, long[] to, long[] drawn, long key) {
    LongIndex index = new LongIndex(from.length + to.length + drawn.length);
    LongArray distinct = new LongArray(from.length + to.length + drawn.length);
    int[] seeds = number(from, index, distinct);
    int[] ends = number(to, index, distinct);
    int[] others = number(drawn, index, distinct);
    ExcludedEdges excluded =
        excludePositives && to.length > 0 ? new ExcludedEdges(from, to) : ExcludedEdges.NONE;
    return new PlannedBatch(
        seeds,
        ends,
        others,
        hops.sample(distinct.toArray(), excluded, CounterRandom.child(key, HOPS)));
  }

  /** Numbers of vertices among the distinct ones, which are those of the neighbourhood's seeds. */
  private static int[] number(long[] vids, LongIndex index, LongArray distinct) {
    int[] numbers = new int[vids.length];
    Arrays.setAll(
        numbers,
        i -> {
          if (vids[i] == NegativeSampler.NONE) {
            return -1;
          }
          final int number = index.add(vids[i]);
          if (number == distinct.size) {
            distinct.add(vids[i]);
          }
          return number;
        });
    return numbers;
  }
}
