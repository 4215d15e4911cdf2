// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.store.EdgeRow;
import io.graphember.graph.store.GraphPartition;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.schema.EdgeType;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a graph once it is built.
 *
 * @param vertices number of vertices
 * @param edges number of edges after symmetrising and dropping
 * @param partitions number of partitions P
 * @param quality what the cut is worth
 * @param vertexTypes the vertex types
 * @param edgeTypes the edge types, those that symmetrising has made last
 * @param inDegrees number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on
 * @param partitionMasters masters of each partition
 * @param partitionVertices vertices of each partition, mirrors too
 * @param partitionEdges edges of each partition
 * @param slabBytes bytes that each partition takes in the live tier
 * @param featureBytes of those, bytes of dense feature rows of vertices and edges
 * @param topologyBytes of those, bytes of topologies
 * @param skippedEdges edges left out because an end was unknown
 * @param heldOutEdges edges that are kept to be predicted, as they came; not among the edges
 * @param exchangedBytes bytes that shards have exchanged; 0 if there was one
 * @param choice partitioner that was chosen for the user; empty if it was named
 */
public record GraphSummary(
    long vertices,
    long edges,
    int partitions,
    PartitionQuality quality,
    List<Vertices> vertexTypes,
    List<Edges> edgeTypes,
    long[] inDegrees,
    long[] partitionMasters,
    long[] partitionVertices,
    long[] partitionEdges,
    long[] slabBytes,
    long[] featureBytes,
    long[] topologyBytes,
    long skippedEdges,
    long heldOutEdges,
    long exchangedBytes,
    Optional<PartitionerChoice> choice) {

  /**
   * The vertices of one type.
   *
   * @param type what they have in common
   * @param count number of vertices
   * @param labels number of vertices with a label
   * @param classNames name of each class
   * @param keys how long their keys are
   * @param featureEntries features that are not zero, if rows are kept sparse; else 0
   * @param splits how many of each partition a job may learn of
   */
  public record Vertices(
      VertexType type,
      long count,
      long labels,
      List<String> classNames,
      KeyLengths keys,
      long featureEntries,
      SplitSizes splits) {}

  /**
   * How long the keys of one vertex type are, in bytes.
   *
   * @param bytes of all keys together
   * @param endBytes of the keys at the ends of all edges together: a key counts for each edge
   * @param longest of the longest key
   */
  public record KeyLengths(long bytes, long endBytes, int longest) {}

  /**
   * The edges of one type.
   *
   * @param type what they have in common
   * @param count number of edges
   */
  public record Edges(EdgeType type, long count) {}

  /** Floats of a feature row of each vertex type, 0 for none. */
  public int[] featureDims() {
    return vertexTypes.stream().mapToInt(t -> t.type().featureDim()).toArray();
  }

  /** Floats of a target row of each vertex type, 0 for none. */
  public int[] targetDims() {
    return vertexTypes.stream().mapToInt(t -> t.type().targetDim()).toArray();
  }

  /** What vertices of any type carry. */
  public VertexAttributes attributes() {
    return GraphPartition.attributes(vertexTypes.stream().map(Vertices::type).toList());
  }

  /** What the rows of edges of each type hold. */
  public List<EdgeRow> edgeRows() {
    return edgeTypes.stream().map(edges -> EdgeRow.of(edges.type())).toList();
  }

  /** Floats of a feature row, of a graph with one vertex type; 0 for none or several types. */
  public int featureDim() {
    return vertexTypes.size() == 1 ? vertexTypes.get(0).type().featureDim() : 0;
  }

  /** Name of each class, of a graph with one vertex type; none for several types. */
  public List<String> classNames() {
    return vertexTypes.size() == 1 ? vertexTypes.get(0).classNames() : List.of();
  }

  /** True if the keys of all vertex types are strings. */
  public boolean stringKeys() {
    return vertexTypes.stream().allMatch(t -> t.type().keyKind() == KeyKind.STRING);
  }
}
