// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;

/** Which edges of a vertex lead to its neighbours. */
public enum Direction {
  /** In-edges: neighbours are sources. */
  IN {
    @Override
    int degree(PartitionTopology topology, int vertex) {
      return topology.in().lists().degree(vertex);
    }

    @Override
    public void degrees(
        PartitionTopology topology, int[] vertices, int from, int to, int[] target) {
      topology.in().lists().degrees(vertices, from, to, target);
    }

    @Override
    public int replicaDegree(ReplicaSets replicas, int entry) {
      return replicas.inDegrees().get(entry);
    }

    @Override
    public void gather(
        PartitionTopology topology, int[] vertices, int[] counts, int size, int[] positions) {
      topology.in().lists().gather(vertices, counts, size, positions);
    }
  },
  /** Out-edges: neighbours are destinations. */
  OUT {
    @Override
    int degree(PartitionTopology topology, int vertex) {
      return topology.out().lists().degree(vertex);
    }

    @Override
    public void degrees(
        PartitionTopology topology, int[] vertices, int from, int to, int[] target) {
      topology.out().lists().degrees(vertices, from, to, target);
    }

    @Override
    public int replicaDegree(ReplicaSets replicas, int entry) {
      return replicas.outDegrees().get(entry);
    }

    @Override
    public void gather(
        PartitionTopology topology, int[] vertices, int[] counts, int size, int[] positions) {
      topology.out().lists().gather(vertices, counts, size, positions);
    }
  },
  /** Both: the in-edges, then the out-edges; a self loop is met twice. */
  BOTH {
    @Override
    int degree(PartitionTopology topology, int vertex) {
      return IN.degree(topology, vertex) + OUT.degree(topology, vertex);
    }

    @Override
    public void degrees(
        PartitionTopology topology, int[] vertices, int from, int to, int[] target) {
      for (int i = from; i < to; i++) {
        target[i] = degree(topology, vertices[i]);
      }
    }

    @Override
    public int replicaDegree(ReplicaSets replicas, int entry) {
      return replicas.inDegrees().get(entry) + replicas.outDegrees().get(entry);
    }

    /** In-edges from the front of two scratch columns, out-edges from the back of them. */
    @Override
    public void gather(
        PartitionTopology topology, int[] vertices, int[] counts, int size, int[] positions) {
      int[] inCounts = new int[size];
      int[] outCounts = new int[size];
      boolean[] outward = new boolean[positions.length];
      int[] in = new int[positions.length];
      int[] out = new int[positions.length];
      int ins = 0;
      int outs = 0;
      int at = 0;
      for (int i = 0; i < size; i++) {
        final int degree = IN.degree(topology, vertices[i]);
        for (int end = at + counts[i]; at < end; at++) {
          if (positions[at] < degree) {
            in[ins++] = positions[at];
            inCounts[i]++;
          } else {
            out[outs++] = positions[at] - degree;
            outCounts[i]++;
            outward[at] = true;
          }
        }
      }
      IN.gather(topology, vertices, inCounts, size, in);
      OUT.gather(topology, vertices, outCounts, size, out);
      ins = 0;
      outs = 0;
      for (int e = 0; e < at; e++) {
        positions[e] = outward[e] ? out[outs++] : in[ins++];
      }
    }
  };

  /** Edges of a local vertex in its partition. */
  abstract int degree(PartitionTopology topology, int vertex);

  /** Edges of {@code vertices[from .. to - 1]} in their partition, to the same places. */
  public abstract void degrees(
      PartitionTopology topology, int[] vertices, int from, int to, int[] target);

  /** Edges of a vertex in another partition, by the entry of its replica set. */
  public abstract int replicaDegree(ReplicaSets replicas, int entry);

  /** Replaces positions in the lists of vertices by the neighbours there. */
  public abstract void gather(
      PartitionTopology topology, int[] vertices, int[] counts, int size, int[] positions);
}
