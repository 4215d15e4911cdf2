// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/**
 * What a {@link SubgraphChooser} may ask of the graph, whose partitions lie on several nodes: a
 * question is a round trip, so it is put for many vertices at once. The answers do not depend on
 * where partitions lie. Questions throw a {@link io.graphember.spi.error.GraphemberException} if
 * the job is cancelled or a node is lost. Used by one thread at a time.
 */
public interface GraphAccess {
  /** How large the graph and the job are. */
  SubgraphSizes sizes();

  /** Ids of the vertices that this trainer trains on, ascending; not to be changed. */
  long[] seeds();

  /**
   * Clusters of vertices: sets of vertices next to one another, of about one size, each within a
   * partition.
   *
   * @param vids ids of vertices
   * @param method how they are found
   * @param size vertices of a cluster, at most
   * @return a number for each of them
   */
  long[] clusters(long[] vids, ClusterMethod method, int size);

  /**
   * The vertices of some clusters.
   *
   * @param clusters numbers that {@link #clusters} has given for that method and size, each once
   * @param method as there
   * @param size as there
   * @return ids, each once
   */
  long[] members(long[] clusters, ClusterMethod method, int size);

  /**
   * The clusters that came with the graph, whatever their size; a vertex without one is alone in a
   * cluster of its own.
   *
   * @param vids ids of vertices
   * @return a number for each of them
   */
  long[] givenClusters(long[] vids);

  /**
   * The vertices of some clusters that came with the graph.
   *
   * @param clusters numbers that {@link #givenClusters} has given, each once
   * @param size vertices of a cluster, at most: a larger one ends the job
   * @return ids, each once
   */
  long[] givenMembers(long[] clusters, int size);

  /** Number of edges that each vertex has in the whole graph, in both directions together. */
  int[] degrees(long[] vids);

  /** Draws vertices of all of the graph, all alike, with replacement. */
  long[] draw(int count, long key);

  /**
   * Draws edges of all of the graph, all alike, with replacement.
   *
   * @return source and destination of each
   */
  long[] drawEdges(int count, long key);

  /**
   * Random walks along edges, against their direction: from a vertex to one that it learns from.
   *
   * @param roots where walks begin
   * @param steps of each walk
   * @return ids that were met, the roots too; a vertex may be there several times
   */
  long[] walk(long[] roots, int steps, long key);
}
