// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.sampling.edge.EdgeSampler;
import io.graphember.sampling.edge.NegativeSampler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.VertexDegrees;
import io.graphember.sampling.walk.RandomWalks;
import io.graphember.spi.CounterRandom;
import io.graphember.training.embedding.step.VertexIds;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batches of one trainer. A batch is a function of (seed, step, trainer) and the graph
 * alone, so batches may be made ahead, and again after a loss. Walks are never kept beyond their
 * batch.
 *
 * <p>Keeps scratch; used by one thread at a time.
 */
public final class WalkBatches implements AutoCloseable {
  private static final long ORDER = 1;
  private static final long WALKS = 2;
  private static final long NEGATIVES = 3;
  private static final long WINDOWS = 4;
  private static final long KEPT = 5;
  private static final long BATCHES = 6;

  private final WalkPlan plan;
  private final int rank;
  private final VertexIds vertices;
  private final long walks;
  private final double endsOfEdges;
  private final Optional<RandomWalks> walker; // empty to draw edges
  private final EdgeSampler edges;
  private final NegativeSampler negatives;
  private final VertexDegrees degrees;

  /**
   * Batches of a trainer.
   *
   * @param rank number of the trainer, {@code 0 .. plan.trainers() - 1}
   * @param masters vertices of each partition
   * @param edgeCount edges of the graph
   */
  public WalkBatches(
      WalkPlan plan,
      int rank,
      long[] masters,
      long edgeCount,
      PartitionClient client,
      Replies replies) {
    this.plan = plan;
    this.rank = rank;
    vertices = new VertexIds(masters);
    walks = plan.walk().isPresent() ? vertices.count() : edgeCount;
    endsOfEdges = 2.0 * edgeCount;
    walker = plan.walk().map(rule -> new RandomWalks(client, replies, rule));
    edges = new EdgeSampler(client, replies);
    negatives = new NegativeSampler(client, replies, plan.negativeRule());
    degrees = new VertexDegrees(client, replies);
  }

  /** Walks of an epoch. */
  public long walks() {
    return walks;
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    walker.ifPresent(RandomWalks::close);
    negatives.close();
  }

  /**
   * The batch of a step; without walks where the last step of an epoch has none left for this
   * trainer.
   *
   * @param step from 0 on
   */
  WalkBatch batch(long step) {
    final long perEpoch = plan.stepsPerEpoch(walks);
    final long epoch = step / perEpoch;
    final long first = (step % perEpoch * plan.trainers() + rank) * plan.batchSize();
    final int count = (int) Math.max(0, Math.min(plan.batchSize(), walks - first));
    final long key = CounterRandom.child(plan.seed(), BATCHES, step, rank);
    if (count == 0) {
      return new WalkBatch(
          new long[0], 0, new int[0], new int[0], new int[0], plan.negatives(), key, 0);
    }
    final int length;
    final long[] paths;
    if (walker.isEmpty()) {
      length = 2;
      paths = edges.draw(count, CounterRandom.child(key, WALKS));
    } else {
      length = plan.walk().orElseThrow().length() + 1;
      paths = walker.get().walk(seeds(epoch, first, count), CounterRandom.child(key, WALKS));
    }
    return numbered(paths, length, key);
  }

  private long[] seeds(long epoch, long first, int count) {
    StartOrder order = new StartOrder(walks, CounterRandom.child(plan.seed(), ORDER, epoch));
    long[] seeds = new long[count];
    for (int i = 0; i < count; i++) {
      seeds[i] = vertices.at(order.at(first + i));
    }
    return seeds;
  }

  private WalkBatch numbered(long[] paths, int length, long key) {
    LongIndex index = new LongIndex(paths.length / 2);
    LongArray vids = new LongArray(paths.length / 2);
    int[] met = new int[paths.length];
    long walked = 0;
    for (int i = 0; i < paths.length; i++) {
      met[i] = paths[i] == RandomWalks.END ? WalkBatch.NONE : number(paths[i], index, vids);
      walked += met[i] == WalkBatch.NONE ? 0 : 1;
    }
    IntArray tokens = new IntArray((int) walked);
    int[] walkEnds = new int[paths.length / length];
    final float[] kept = kept(vids.toArray());
    final long keptKey = CounterRandom.child(key, KEPT);
    for (int i = 0; i < met.length; i++) {
      if (met[i] != WalkBatch.NONE
          && (kept == null
              || CounterRandom.unitFloat(CounterRandom.bits(keptKey, i)) < kept[met[i]])) {
        tokens.add(met[i]);
      }
      if (i % length == length - 1) {
        walkEnds[i / length] = tokens.size;
      }
    }
    final int inputs = vids.size;
    int[] drawn = negatives(tokens, index, vids, CounterRandom.child(key, NEGATIVES));
    return new WalkBatch(
        vids.toArray(),
        inputs,
        tokens.toArray(),
        walkEnds,
        drawn,
        plan.negatives(),
        CounterRandom.child(key, WINDOWS),
        walked);
  }

  private static int number(long vid, LongIndex index, LongArray vids) {
    final int number = index.add(vid);
    if (number == vids.size) {
      vids.add(vid);
    }
    return number;
  }

  /**
   * With what probability each vertex stays in a walk, {@code (sqrt(f / t) + 1) t / f} at most 1 as
   * in word2vec's program, f its share of the ends of all edges; null if all stay.
   */
  private float @Nullable [] kept(long[] vids) {
    if (plan.subsample() == 0) {
      return null;
    }
    final int[] found = degrees.of(vids);
    float[] kept = new float[vids.length];
    for (int i = 0; i < kept.length; i++) {
      final double ratio = plan.subsample() * endsOfEdges / found[i];
      kept[i] = (float) Math.min(1, (Math.sqrt(1 / ratio) + 1) * ratio);
    }
    return kept;
  }

  private int[] negatives(IntArray tokens, LongIndex index, LongArray vids, long key) {
    final int per = plan.negatives();
    long[] centers = new long[tokens.size];
    for (int i = 0; i < centers.length; i++) {
      centers[i] = vids.values[tokens.values[i]];
    }
    long[] drawn = negatives.sample(centers, centers, key);
    int[] numbers = new int[drawn.length];
    for (int i = 0; i < drawn.length; i++) {
      numbers[i] = number(drawn[i], index, vids);
    }
    for (int place = 0; place < centers.length; place++) {
      dropRepeated(numbers, place * per, per, tokens.values[place]);
    }
    return numbers;
  }

  private static void dropRepeated(int[] numbers, int from, int count, int center) {
    for (int i = from; i < from + count; i++) {
      boolean repeated = numbers[i] == center;
      for (int j = from; j < i; j++) {
        repeated |= numbers[j] == numbers[i];
      }
      if (repeated) {
        numbers[i] = WalkBatch.NONE;
      }
    }
  }
}
