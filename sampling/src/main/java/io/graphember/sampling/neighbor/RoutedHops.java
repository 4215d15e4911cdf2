// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.sampling.batch.LocalEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.PartitionRequests;
import io.graphember.sampling.op.PositionGather;
import io.graphember.sampling.op.SeedPlaces;
import io.graphember.sampling.op.UniformNeighbors;
import java.util.ArrayList;
import java.util.List;

/**
 * Hops over partitions wherever they lie: positions are drawn here and dealt to the partitions that
 * hold the edges. Per hop one request to each other host, and a method call to the partitions in
 * this process.
 */
final class RoutedHops implements Hops {
  private final PartitionClient client;
  private final Replies replies;
  private final Direction direction;
  private final Frontier frontier;
  private final UniformNeighbors neighbors;
  private final PositionGather gather;
  private final boolean withLists;
  private final List<LocalEdges> lists = new ArrayList<>();

  /**
   * Hops.
   *
   * @param withLists true to say where the edges of the last hop lie
   */
  RoutedHops(
      PartitionClient client,
      Replies replies,
      Direction direction,
      UniformNeighbors neighbors,
      boolean withLists) {
    this.client = client;
    this.replies = replies;
    this.direction = direction;
    this.frontier = new Frontier(client, direction);
    this.neighbors = neighbors;
    this.gather = new PositionGather(client, replies, direction);
    this.withLists = withLists;
  }

  @Override
  public void clear() {
    lists.clear();
    frontier.clear();
  }

  @Override
  public boolean addSeed(long vid) {
    return frontier.addSeed(vid);
  }

  @Override
  public void locate() {
    SeedPlaces.find(frontier, client, direction, replies);
  }

  @Override
  public int size() {
    return frontier.size();
  }

  @Override
  public long[] vids() {
    return frontier.vids.values;
  }

  @Override
  public int[] degrees() {
    return frontier.degrees.toArray();
  }

  @Override
  public List<LocalEdges> lists() {
    return List.copyOf(lists);
  }

  @Override
  public void close() {
    frontier.close();
  }

  @Override
  public SampledHop sample(int fanout, long key, int number, Details details) {
    final int destinations = frontier.size();
    int[] offsets = draw(destinations, fanout, key);
    int[] sources = new int[offsets[destinations]];
    final String what = "the neighbours of hop " + number;
    if (withLists && !details.routes()) {
      gather.gather(frontier, details, what, lists);
    } else {
      gather.gather(frontier, details, what);
    }
    for (PartitionRequests request : gather.requests) {
      if (request.positions.size == sources.length) { // nobody else has edges: they are in order
        System.arraycopy(request.positions.values, 0, sources, 0, sources.length);
      } else {
        scatter(request, sources);
      }
    }
    return new SampledHop(destinations, frontier.size(), offsets, sources);
  }

  /** Stage 1: positions of every destination, dealt to the partitions that hold them. */
  private int[] draw(int destinations, int fanout, long key) {
    gather.clear();
    int[] offsets = new int[destinations + 1];
    for (int i = 0; i < destinations; i++) {
      final int count = neighbors.count(frontier.degrees.values[i], fanout);
      if (count > NeighborSampler.MAX_EDGES - offsets[i]) {
        throw NeighborSampler.tooLarge();
      }
      offsets[i + 1] = offsets[i] + count;
    }
    neighbors.deal(frontier, offsets, key, gather.requests);
    return offsets;
  }

  /** Last stage: numbers of a partition's neighbours, put at their destinations' edges. */
  private static void scatter(PartitionRequests request, int[] sources) {
    final int[] gathered = request.positions.values;
    final int[] slots = request.slots;
    final int[] counts = request.counts;
    int next = 0;
    for (int i = 0; i < request.size; i++) {
      final int slot = slots[i];
      final int count = counts[i];
      for (int j = 0; j < count; j++) {
        sources[slot + j] = gathered[next + j];
      }
      next += count;
    }
  }
}
