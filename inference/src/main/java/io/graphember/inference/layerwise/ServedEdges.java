// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InLists;
import io.graphember.inference.lists.InferencePartition;

/**
 * In-edges of a partition here, gathered for another process.
 *
 * @param partition that has them
 * @param lists what is looked at of its lists
 * @param shape what is asked for beside sources
 */
public record ServedEdges(InferencePartition partition, InLists lists, InEdgesShape shape) {
  /**
   * Gathers.
   *
   * @param vertices local numbers, all of the partition
   * @throws io.graphember.spi.error.GraphemberException if it is more than a piece
   */
  public InEdges of(int[] vertices) {
    long count = 0;
    for (int vertex : vertices) {
      count += lists.degree(vertex);
    }
    if (vertices.length > 1 && count > shape.edgesOfAPiece()) {
      throw InferenceShare.refused("%d edges are more than a piece".formatted(count));
    }
    InEdges edges = shape.room(vertices.length, Math.toIntExact(count));
    int[] names = new int[0];
    int[] places = new int[0];
    for (int i = 0; i < vertices.length; i++) {
      final int degree = lists.degree(vertices[i]);
      final int at = edges.offsets()[i];
      edges.offsets()[i + 1] = at + degree;
      if (names.length < degree) {
        names = new int[2 * degree];
        places = new int[2 * degree];
      }
      lists.copy(vertices[i], names, 0);
      lists.places(vertices[i], places, 0);
      for (int j = 0; j < degree; j++) {
        put(edges, at + j, vertices[i], places[j], partition.order().local(names[j]));
      }
    }
    return edges;
  }

  private void put(InEdges edges, int at, int vertex, int place, int source) {
    PartitionTopology topology = partition.topology();
    edges.sources()[at] = topology.vid(partition.number(), source);
    if (edges.inDegrees() != null) {
      edges.inDegrees()[at] = topology.inDegree(source);
    }
    if (edges.types() != null) {
      edges.types()[at] = lists.type(vertex, place);
    }
    if (edges.features() != null) {
      lists.readFeatures(vertex, place, edges.features(), at * shape.featureDim());
    }
  }
}
