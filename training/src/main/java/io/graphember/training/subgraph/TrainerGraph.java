// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.subgraph;

import io.graphember.graph.id.Vid;
import io.graphember.sampling.cluster.GivenClusters;
import io.graphember.sampling.cluster.VertexClusters;
import io.graphember.sampling.edge.EdgeSampler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.VertexDegrees;
import io.graphember.sampling.walk.RandomWalks;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphSizes;
import java.util.Arrays;
import java.util.Optional;

/** The graph as policies of batches see it, for one batch at a time of a trainer. */
public final class TrainerGraph implements GraphAccess {
  private static final long WHICH_TAG = 1;

  private final PartitionClient client;
  private final Replies replies;
  private final SubgraphSeeds seeds;

  /**
   * A graph.
   *
   * @param seeds of the trainer, for all of its batches
   */
  public TrainerGraph(PartitionClient client, Replies replies, SubgraphSeeds seeds) {
    this.client = client;
    this.replies = replies;
    this.seeds = seeds;
  }

  @Override
  public SubgraphSizes sizes() {
    return seeds.sizes();
  }

  @Override
  public long[] seeds() {
    return seeds.own().vids();
  }

  @Override
  public long[] clusters(long[] vids, ClusterMethod method, int size) {
    VertexClusters clusters = new VertexClusters(client, replies, method);
    return vids == seeds()
        ? seeds.clusters(
            new SubgraphSeeds.Clusters(Optional.of(method), size), () -> clusters.of(vids, size))
        : clusters.of(vids, size);
  }

  @Override
  public long[] members(long[] clusters, ClusterMethod method, int size) {
    return new VertexClusters(client, replies, method).members(clusters, size);
  }

  @Override
  public long[] givenClusters(long[] vids) {
    GivenClusters clusters = new GivenClusters(client, replies);
    return vids == seeds()
        ? seeds.clusters(SubgraphSeeds.Clusters.GIVEN, () -> clusters.of(vids))
        : clusters.of(vids);
  }

  @Override
  public long[] givenMembers(long[] clusters, int size) {
    return new GivenClusters(client, replies).members(clusters, size);
  }

  @Override
  public int[] degrees(long[] vids) {
    return new VertexDegrees(client, replies).of(vids);
  }

  @Override
  public long[] draw(int count, long key) {
    final long[] ends = seeds.masterEnds();
    final long which = CounterRandom.child(key, WHICH_TAG);
    long[] drawn = new long[count];
    for (int i = 0; i < count; i++) {
      final double unit = CounterRandom.unitDouble(CounterRandom.bits(which, i));
      final long number = (long) (unit * ends[ends.length - 1]);
      final int found = Arrays.binarySearch(ends, number + 1);
      int partition = found < 0 ? -found - 1 : found;
      while (partition > 0 && ends[partition - 1] > number) {
        partition--;
      }
      drawn[i] = Vid.of(partition, (int) (number - (partition == 0 ? 0 : ends[partition - 1])));
    }
    return drawn;
  }

  @Override
  public long[] drawEdges(int count, long key) {
    return new EdgeSampler(client, replies).draw(count, key);
  }

  @Override
  public long[] walk(long[] roots, int steps, long key) {
    try (RandomWalks walks =
        new RandomWalks(client, replies, WalkRule.uniform(steps).along(Direction.IN))) {
      return Arrays.stream(walks.walk(roots, key)).filter(vid -> vid != RandomWalks.END).toArray();
    }
  }
}
