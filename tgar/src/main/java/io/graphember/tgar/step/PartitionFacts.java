// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionSize;

/**
 * What does not change about a partition: degrees of its masters, and where its vertices and edges
 * stand among all of the graph, by which their dropout is drawn. Filled in once by {@link
 * GraphFacts}.
 */
final class PartitionFacts {
  final ComputedPartition partition;
  final PartitionTopology topology;
  final int masters;
  final int vertices;
  final boolean selfLoops;
  final EdgeTiles tiles;

  /** Arrays of its rows, for all plans. */
  final RowPool pool = new RowPool();

  final int[] vertexTypes; // of masters; empty if no layer looks at them

  /** {@code 1 / sqrt(d + 1)} of each master. */
  final float[] norms;

  /** In-edges of each master in the whole graph. */
  final int[] degrees;

  /** The same for each edge type, [masters, types]; empty if no layer looks at them. */
  float[] degreesByType = {};

  /** Row of the first master among all masters of the graph. */
  long firstRow;

  /**
   * Number of the first in-edge that this partition has of each local vertex, among all edges of
   * the graph; empty if no layer draws by edges.
   */
  long[] firstEdges = {};

  PartitionFacts(ComputedPartition partition, boolean selfLoops, boolean types) {
    this.partition = partition;
    topology = partition.topology();
    masters = topology.masters();
    vertices = topology.vertices();
    this.selfLoops = selfLoops;
    vertexTypes = new int[types ? masters : 0];
    norms = new float[masters];
    degrees = new int[masters];
    for (int v = 0; v < masters; v++) {
      degrees[v] = topology.inDegree(v);
      norms[v] = (float) (1 / Math.sqrt(degrees[v] + 1.0));
    }
    for (int v = 0; v < vertexTypes.length; v++) {
      vertexTypes[v] = topology.types().vertexType(v);
    }
    tiles = new EdgeTiles(this);
  }

  /** How large the partition is. */
  PartitionSize size() {
    return new PartitionSize(masters, vertices, edges());
  }

  /** In-edges of a local vertex that this partition looks at. */
  int edges(int local) {
    return topology.in().lists().degree(local) + (selfLoops && local < masters ? 1 : 0);
  }

  /** In-edges of a vertex in the partitions before this one. */
  long edgesBefore(int vertex) {
    ReplicaSets replicas = topology.replicas();
    long edges = 0;
    for (int r = replicas.offsets().get(vertex); r < replicas.offsets().get(vertex + 1); r++) {
      if (replicas.partitions().get(r) < partition.number()) {
        edges += replicas.inDegrees().get(r);
      }
    }
    return edges;
  }

  /** Number of the self loop of a master among all edges of the graph. */
  long selfLoop(int master) {
    return firstEdges[master] - 1 - edgesBefore(master);
  }

  /** All of them. */
  int edges() {
    return topology.edges() + (selfLoops ? masters : 0);
  }
}
