// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.EdgeSampler;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.NegativeSampler;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.Targets;
import io.graphember.training.job.LinkLoss;
import io.graphember.training.job.LinkPlan;
import java.nio.ByteBuffer;

/**
 * The pairs of a batch: edges drawn from all of the graph (LINE's way, each alike), and negatives
 * of each, which are never edges. The neighbourhoods of a batch must not meet its edges. Keeps
 * scratch between batches; used by one thread at a time.
 */
final class LinkDraws implements AutoCloseable {
  private static final long EDGES = 1;
  private static final long NEGATIVES = 2;

  /** Draws of edges before a batch stays smaller than asked for. */
  private static final int MOST_ROUNDS = 200;

  private final LinkPlan plan;
  private final EdgeSampler edges;
  private final NegativeSampler negatives;
  private final DirectBuffer heads = new DirectBuffer();
  private final DirectBuffer tails = new DirectBuffer();
  private final DirectBuffer labels = new DirectBuffer();
  private long[] seeds = {};
  private ExcludedEdges excluded = ExcludedEdges.NONE;
  private final IntArray headNumbers = new IntArray(1024);
  private final IntArray tailNumbers = new IntArray(1024);

  LinkDraws(PartitionClient client, Replies replies, LinkPlan plan) {
    this.plan = plan;
    this.edges = new EdgeSampler(client, replies);
    this.negatives = new NegativeSampler(client, replies, plan.rule());
  }

  /** Makes the pairs of a batch; those of the batch before are forgotten. */
  void draw(BatchTask.Edges wanted, long key) {
    if (wanted instanceof BatchTask.GivenEdges given) {
      pair(given.edges().sources(), given.edges().destinations(), key);
    } else if (wanted instanceof BatchTask.DrawnEdges drawn) {
      draw(drawn, key);
    }
  }

  private void draw(BatchTask.DrawnEdges wanted, long key) {
    LongArray from = new LongArray(wanted.count());
    LongArray to = new LongArray(wanted.count());
    for (int round = 0; from.size < wanted.count() && round < MOST_ROUNDS; round++) {
      long[] drawn = edges.draw(wanted.count(), CounterRandom.child(key, EDGES, round));
      for (int i = 0; i < drawn.length && from.size < wanted.count(); i += 2) {
        if (plan.validates(drawn[i], drawn[i + 1]) == wanted.valid()) {
          from.add(drawn[i]);
          to.add(drawn[i + 1]);
        }
      }
    }
    pair(from.toArray(), to.toArray(), key);
  }

  /** Edges with negatives, which the neighbourhoods must not meet. */
  private void pair(long[] sources, long[] destinations, long key) {
    number(
        sources,
        destinations,
        sources.length == 0
            ? new long[0]
            : negatives.sample(sources, destinations, CounterRandom.child(key, NEGATIVES)));
    excluded = sources.length == 0 ? ExcludedEdges.NONE : new ExcludedEdges(sources, destinations);
  }

  /** Groups of an edge and its negatives; one whose negatives were not found is left out. */
  private void number(long[] from, long[] to, long[] others) {
    final int per = plan.rule().perPositive();
    LongIndex index = new LongIndex(2 * from.length + others.length);
    LongArray distinct = new LongArray(2 * from.length + others.length);
    headNumbers.size = 0;
    tailNumbers.size = 0;
    for (int i = 0; i < from.length; i++) {
      boolean whole = true;
      for (int n = 0; n < per; n++) {
        whole &= others[i * per + n] != NegativeSampler.NONE;
      }
      for (int n = -1; whole && n < per; n++) {
        headNumbers.add(number(from[i], index, distinct));
        tailNumbers.add(number(n < 0 ? to[i] : others[i * per + n], index, distinct));
      }
    }
    seeds = distinct.toArray();
  }

  private static int number(long vid, LongIndex index, LongArray distinct) {
    final int number = index.add(vid);
    if (number == distinct.size) {
      distinct.add(vid);
    }
    return number;
  }

  /** Ids of the ends of all pairs, each once. */
  long[] seeds() {
    return seeds;
  }

  /** Edges that the neighbourhoods must not meet. */
  ExcludedEdges excluded() {
    return excluded;
  }

  /** Number of pairs: groups of an edge and its negatives. */
  int pairs() {
    return headNumbers.size;
  }

  /** The pairs, by the numbers of their ends among the seeds. */
  SeedPairs seedPairs() {
    final int count = pairs();
    heads.ofFloats(count).asIntBuffer().put(headNumbers.values, 0, count);
    tails.ofFloats(count).asIntBuffer().put(tailNumbers.values, 0, count);
    return new SeedPairs(count, heads.ofFloats(count), tails.ofFloats(count));
  }

  /** What a step is to learn. */
  Targets targets(float scale) {
    return Targets.ofPairs(seedPairs(), loss(), scale);
  }

  private Loss loss() {
    final int per = plan.rule().perPositive();
    if (plan.loss() == LinkLoss.MARGIN) {
      return new Loss.Margin(per, plan.margin());
    }
    if (plan.loss() == LinkLoss.SOFTMAX) {
      return new Loss.Ranking(per);
    }
    final int count = pairs();
    ByteBuffer values = labels.ofFloats(count);
    for (int i = 0; i < count; i++) {
      values.putFloat(Float.BYTES * i, i % (1 + per) == 0 ? 1 : 0);
    }
    return new Loss.Labels(values);
  }

  @Override
  public void close() {
    negatives.close();
  }
}
