// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphSizes;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * A ring, in which each vertex has edges to the next four and back. Clusters are runs of it; every
 * third vertex is trained on.
 */
final class RingGraph implements GraphAccess {
  static final int VERTICES = 240;
  static final SubgraphSizes SIZES = new SubgraphSizes(VERTICES, VERTICES / 3, 1);

  private static final int REACH = 4;
  private static final int GIVEN = 12; // vertices of a cluster that came with the graph
  private static final long[] SEEDS = LongStream.range(0, VERTICES / 3).map(i -> 3 * i).toArray();

  @Override
  public SubgraphSizes sizes() {
    return SIZES;
  }

  @Override
  public long[] seeds() {
    return SEEDS;
  }

  @Override
  public long[] clusters(long[] vids, ClusterMethod method, int size) {
    return Arrays.stream(vids).map(vid -> vid / size).toArray();
  }

  @Override
  public long[] members(long[] clusters, ClusterMethod method, int size) {
    return Arrays.stream(clusters)
        .flatMap(c -> LongStream.range(c * size, Math.min(VERTICES, (c + 1) * size)))
        .toArray();
  }

  @Override
  public long[] givenClusters(long[] vids) {
    return clusters(vids, ClusterMethod.LABEL_PROPAGATION, GIVEN);
  }

  @Override
  public long[] givenMembers(long[] clusters, int size) {
    return members(clusters, ClusterMethod.LABEL_PROPAGATION, GIVEN);
  }

  @Override
  public int[] degrees(long[] vids) {
    int[] degrees = new int[vids.length];
    Arrays.fill(degrees, 4 * REACH);
    return degrees;
  }

  @Override
  public long[] draw(int count, long key) {
    return LongStream.range(0, count)
        .map(i -> CounterRandom.bounded(CounterRandom.bits(key, i), VERTICES))
        .toArray();
  }

  @Override
  public long[] drawEdges(int count, long key) {
    long[] sources = draw(count, key);
    long[] ends = new long[2 * count];
    for (int i = 0; i < count; i++) {
      ends[2 * i] = sources[i];
      ends[2 * i + 1] = next(sources[i], CounterRandom.bits(key, (long) count + i));
    }
    return ends;
  }

  private static long next(long vid, long bits) {
    final int step = CounterRandom.bounded(bits, 2 * REACH);
    return (vid + (step < REACH ? step + 1 : VERTICES - (step - REACH) - 1)) % VERTICES;
  }

  @Override
  public long[] walk(long[] roots, int steps, long key) {
    long[] met = new long[roots.length * (steps + 1)];
    for (int i = 0; i < roots.length; i++) {
      long at = roots[i];
      met[i * (steps + 1)] = at;
      for (int s = 1; s <= steps; s++) {
        at = next(at, CounterRandom.bits(CounterRandom.child(key, i), s));
        met[i * (steps + 1) + s] = at;
      }
    }
    return met;
  }
}
