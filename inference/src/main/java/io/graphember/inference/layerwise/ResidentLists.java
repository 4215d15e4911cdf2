// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.order.PartitionOrder;

/** The lists of a partition of this process; rows are numbered by position. */
final class ResidentLists implements InLists {
  private final InferencePartition partition;
  private final PartitionTopology topology;
  private final PartitionOrder order;
  private final float[] norms; // by position; null without normalised sums

  /**
   * Lists of a partition.
   *
   * @param normalized true for {@link #norm}; takes 4 bytes a vertex
   */
  ResidentLists(InferencePartition partition, boolean normalized) {
    this.partition = partition;
    topology = partition.topology();
    order = partition.order();
    norms = normalized ? new float[topology.vertices()] : null;
    for (int position = 0; normalized && position < norms.length; position++) {
      norms[position] = norm(topology, order.local(position));
    }
  }

  private static float norm(PartitionTopology topology, int local) {
    return ofDegree(topology.inDegree(local));
  }

  static float ofDegree(int inDegree) {
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
    partition.edgeData().features().read(edge, target, at);
  }
}
