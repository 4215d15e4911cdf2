// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.order.PartitionOrder;
import java.util.Arrays;

/** The lists of a partition of this process; rows are numbered by position. */
public final class ResidentLists implements InLists {
  private final InferencePartition partition;
  private final PartitionTopology topology;
  private final PartitionOrder order;
  private float[] norms = {}; // by position; empty without normalised sums

  /** Lists of a partition. */
  public ResidentLists(InferencePartition partition) {
    this.partition = partition;
    topology = partition.topology();
    order = partition.order();
  }

  /** Prepares {@link #norm}; takes 4 bytes a vertex. */
  public void normalize() {
    norms = new float[topology.vertices()];
    for (int position = 0; position < norms.length; position++) {
      norms[position] = ofDegree(topology.inDegree(order.local(position)));
    }
  }

  /** {@code 1 / sqrt(d + 1)}, see {@link #norm}. */
  public static float ofDegree(int inDegree) {
    return (float) (1 / Math.sqrt(inDegree + 1.0));
  }

  @Override
  public int degree(int local) {
    return topology.in().lists().degree(local);
  }

  @Override
  public int copy(int local, int[] target, int at) {
    final int degree = topology.in().lists().copy(local, target, at);
    order.toPositions(target, at, at + degree);
    return degree;
  }

  /** Replaces places in the list of a vertex by the rows of the neighbours there. */
  void gather(int local, int[] target, int at, int count) {
    final int[] places = Arrays.copyOfRange(target, at, at + count);
    topology.in().lists().gather(new int[] {local}, new int[] {count}, 1, places);
    order.toPositions(places, 0, count);
    System.arraycopy(places, 0, target, at, count);
  }

  @Override
  public long vid(int row) {
    return topology.vid(partition.number(), order.local(row));
  }

  @Override
  public float norm(int row) {
    return norms[row];
  }

  @Override
  public int type(int local, int place) {
    return topology.in().types().type(local, place);
  }

  @Override
  public int start(int local, int type) {
    return topology.in().types().start(local, type);
  }

  @Override
  public int end(int local, int type) {
    return topology.in().types().end(local, type);
  }

  @Override
  public void readFeatures(int local, int place, float[] target, int at) {
    final int edge = topology.edgeOfIn(topology.in().lists().first(local) + place);
    partition.edgeData().featureRows().read(edge, target, at);
  }
}
