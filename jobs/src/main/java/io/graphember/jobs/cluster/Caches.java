// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import io.graphember.client.api.Publication;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The named maps that the nodes of the cluster keep together. Safe for use by several threads; what
 * fails because a node leaves is an exception of the implementation.
 */
public interface Caches {
  /** A cache that is there. */
  <K, V> Values<K, V> open(String cache);

  /** Writes results into a cache, see {@link ResultWriter}. */
  <V> ResultWriter<V> writer(String cache);

  /**
   * Writes blocks into the cache of a graph.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.jobs.NodeError#LOAD_UNKNOWN} if it is not there any more
   */
  BlockWriter blocks(String cache);

  /** Names of all caches. */
  Set<String> names();

  /**
   * Creates the cache of a graph's blocks.
   *
   * @param partitionEdges edges of each partition, which are dealt to nodes evenly
   */
  void createGraph(String cache, long[] partitionEdges);

  /** Creates a cache of blocks whose partitions lie where those of a graph do. */
  void createBeside(String cache, String graphCache);

  /** Copies all values of a cache to another one, of as many partitions at the same nodes. */
  void copy(String from, String to);

  /** Creates the caches of results, all at once: all nodes wait for each other then. */
  void createResults(List<Publication> publications);

  /**
   * Whether caches may be destroyed now. A node that is away and keeps them on disk could not come
   * back: Ignite refuses it until somebody has removed their files.
   */
  boolean mayDestroy();

  /**
   * Destroys caches; those that are not there are left out. A node that dies meanwhile has no files
   * of them when it starts again.
   */
  void destroy(Collection<String> caches);
}
