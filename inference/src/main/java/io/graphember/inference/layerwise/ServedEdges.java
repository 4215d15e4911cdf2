// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;

/** In-edges of a partition here, gathered for another process. */
record ServedEdges(InferencePartition partition, InEdgesShape shape) {
  /**
   * Gathers.
   *
   * @param vertices local numbers, all of the partition
   * @throws io.graphember.spi.error.GraphemberException if it is more than a piece
   */
  InEdges of(int[] vertices) {
    PartitionTopology topology = partition.topology();
    long count = 0;
    for (int vertex : vertices) {
      count += topology.in().lists().degree(vertex);
    }
    if (vertices.length > 1 && count > shape.edgesOfAPiece()) {
      throw InferenceShare.refused("%d edges are more than a piece".formatted(count));
    }
    InEdges edges = shape.room(vertices.length, Math.toIntExact(count));
    int[] names = new int[0];
    for (int i = 0; i < vertices.length; i++) {
      final int degree = topology.in().lists().degree(vertices[i]);
      final int at = edges.offsets()[i];
      edges.offsets()[i + 1] = at + degree;
      names = names.length < degree ? new int[2 * degree] : names;
      if (degree > 0) {
        topology.in().lists().copy(vertices[i], names, 0);
      }
      for (int j = 0; j < degree; j++) {
        put(edges, at + j, vertices[i], j, names[j]);
      }
    }
    return edges;
  }

  private void put(InEdges edges, int at, int vertex, int place, int source) {
    PartitionTopology topology = partition.topology();
    edges.sources()[at] = topology.vid(partition.number(), source);
    if (shape.inDegrees()) {
      edges.inDegrees()[at] = topology.inDegree(source);
    }
    if (shape.edgeTypes() > 0) {
      edges.types()[at] = topology.in().types().type(vertex, place);
    }
    if (shape.featureDim() > 0) {
      final int edge = topology.edgeOfIn(topology.in().lists().first(vertex) + place);
      partition.edgeData().features().read(edge, edges.features(), at * shape.featureDim());
    }
  }
}
