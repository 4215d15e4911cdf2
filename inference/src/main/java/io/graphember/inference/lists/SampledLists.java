// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;

/** What a layer looks at of the lists of a partition of this process. */
public final class SampledLists implements InLists {
  private final InferencePartition partition;
  private final PartitionTopology topology;
  private final ResidentLists all;
  private final NeighborDraws draws;
  private final int layer;

  public SampledLists(
      InferencePartition partition, ResidentLists all, NeighborDraws draws, int layer) {
    this.partition = partition;
    this.topology = partition.topology();
    this.all = all;
    this.draws = draws;
    this.layer = layer;
  }

  private int[] places(int local) {
    final int[] places = new int[draws.chosen(all.degree(local))];
    final int count = draws.places(layer, partition.number(), topology, local, places, 0);
    return count == places.length ? places : Arrays.copyOf(places, count);
  }

  @Override
  public int degree(int local) {
    return topology.inDegree(local) <= draws.fanout() ? all.degree(local) : places(local).length;
  }

  @Override
  public int copy(int local, int[] target, int at) {
    if (topology.inDegree(local) <= draws.fanout()) {
      return all.copy(local, target, at);
    }
    final int[] places = places(local);
    System.arraycopy(places, 0, target, at, places.length);
    all.gather(local, target, at, places.length);
    return places.length;
  }

  @Override
  public void places(int local, int[] target, int at) {
    final int[] places = places(local);
    System.arraycopy(places, 0, target, at, places.length);
  }

  @Override
  public long vid(int row) {
    return all.vid(row);
  }

  @Override
  public float norm(int row) {
    return all.norm(row);
  }

  @Override
  public int type(int local, int place) {
    return all.type(local, place);
  }

  @Override
  public int start(int local, int type) {
    final int first = all.start(local, type);
    int start = 0;
    for (int place : places(local)) {
      start += place < first ? 1 : 0;
    }
    return start;
  }

  @Override
  public int end(int local, int type) {
    return start(local, type + 1);
  }

  @Override
  public void readFeatures(int local, int place, float[] target, int at) {
    all.readFeatures(local, place, target, at);
  }
}
