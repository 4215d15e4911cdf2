// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.sampling.edge.EdgeSampler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.triple.End;
import io.graphember.training.embedding.step.VertexIds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes the batches of one trainer: triples drawn among all, and entities as negatives, drawn among
 * all, of either end of each chunk. A batch is a function of (seed, step, trainer) and the graph
 * alone. Used by one thread at a time.
 */
public final class TripleBatches implements AutoCloseable {
  /** In the order in which negatives lie. */
  static final List<End> ENDS = List.of(End.TAIL, End.HEAD);

  private static final long BATCHES = 6;
  private static final long TRIPLES = 1;
  private static final long NEGATIVES = 2;

  private final TriplePlan plan;
  private final int rank;
  private final long triples;
  private final VertexIds vertices;
  private final EdgeSampler sampler;
  private final Optional<KnownNegatives> known; // empty if any negative will do

  /**
   * Batches of a trainer.
   *
   * @param rank number of the trainer, {@code 0 .. plan.trainers() - 1}
   * @param masters vertices of each partition
   * @param triples edges of the graph
   */
  public TripleBatches(
      TriplePlan plan,
      int rank,
      long[] masters,
      long triples,
      PartitionClient client,
      Replies replies) {
    this.plan = plan;
    this.rank = rank;
    this.triples = triples;
    vertices = new VertexIds(masters);
    sampler = new EdgeSampler(client, replies);
    known =
        plan.method().triples().filterNegatives()
            ? Optional.of(new KnownNegatives(client, replies))
            : Optional.empty();
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    known.ifPresent(KnownNegatives::close);
  }

  /**
   * The batch of a step; empty where the last step of an epoch has no triple left for this trainer.
   *
   * @param step from 0 on
   */
  TripleBatch batch(long step) {
    final long perEpoch = plan.stepsPerEpoch(triples);
    final long first = (step % perEpoch * plan.trainers() + rank) * plan.batchSize();
    final int count = (int) Math.max(0, Math.min(plan.batchSize(), triples - first));
    if (count == 0) {
      return new TripleBatch(
          new long[0],
          new long[0],
          new int[0],
          new int[0],
          new int[0],
          new int[0],
          new int[0],
          new boolean[0]);
    }
    final long key = CounterRandom.child(plan.seed(), BATCHES, step, rank);
    return numbered(sampler.drawAll(count, CounterRandom.child(key, TRIPLES)), key);
  }

  private TripleBatch numbered(EdgeSampler.Drawn drawn, long key) {
    final int count = drawn.types().length;
    final int chunks = (count + plan.chunkSize() - 1) / plan.chunkSize();
    final int drawnNegatives = 2 * chunks * plan.negatives();
    final Numbers entities = new Numbers(2 * count + drawnNegatives);
    final Numbers relations = new Numbers(64);
    int[] heads = new int[count];
    int[] tails = new int[count];
    int[] forward = new int[count];
    int[] backward = plan.reciprocal() ? new int[count] : forward;
    for (int i = 0; i < count; i++) {
      heads[i] = entities.of(drawn.ends()[2 * i]);
      tails[i] = entities.of(drawn.ends()[2 * i + 1]);
      final int relation = drawn.types()[i];
      forward[i] = relations.of(plan.relationId(relation));
      if (plan.reciprocal()) {
        backward[i] = relations.of(plan.relationId(plan.reverse(relation)));
      }
    }
    final long negativeKey = CounterRandom.child(key, NEGATIVES);
    long[] ids = new long[drawnNegatives];
    int[] negatives = new int[drawnNegatives];
    for (int i = 0; i < negatives.length; i++) {
      final long bits = CounterRandom.bits(negativeKey, i);
      ids[i] = vertices.at(CounterRandom.bounded(bits, vertices.count()));
      negatives[i] = entities.of(ids[i]);
    }
    return new TripleBatch(
        entities.ids.toArray(),
        relations.ids.toArray(),
        heads,
        tails,
        forward,
        backward,
        negatives,
        known.map(lookups -> known(lookups, drawn, ids)).orElseGet(() -> new boolean[0]));
  }

  private boolean[] known(KnownNegatives lookups, EdgeSampler.Drawn drawn, long[] negatives) {
    final int count = drawn.types().length;
    final int per = plan.negatives();
    boolean[] flags = new boolean[2 * count * per];
    int at = 0;
    int first = 0;
    for (int from = 0; from < count; from += plan.chunkSize()) {
      final int to = Math.min(count, from + plan.chunkSize());
      for (End missing : ENDS) {
        long[] others = new long[to - from];
        for (int i = from; i < to; i++) {
          others[i - from] = drawn.ends()[2 * i + missing.other().ordinal()];
        }
        lookups.find(
            missing,
            others,
            Arrays.copyOfRange(drawn.types(), from, to),
            Arrays.copyOfRange(negatives, first, first + per),
            flags,
            at);
        first += per;
        at += (to - from) * per;
      }
    }
    return flags;
  }

  /** Numbers of ids in the order in which they come. */
  private static final class Numbers {
    private final LongIndex index;
    private final LongArray ids;

    Numbers(int expected) {
      index = new LongIndex(expected);
      ids = new LongArray(expected);
    }

    int of(long id) {
      final int number = index.add(id);
      if (number == ids.size) {
        ids.add(id);
      }
      return number;
    }
  }
}
