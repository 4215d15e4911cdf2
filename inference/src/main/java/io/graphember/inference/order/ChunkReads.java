// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * How many chunks of rows a partition asks for when its vertices are visited in an order, and rows
 * lie in that order: a function of the graph, counted without reading a row.
 *
 * <p>A batch of vertices asks once for every chunk with a row of one of its in-neighbours. O(V log
 * V + E).
 *
 * @param reads chunks asked for
 * @param hits those of them that a dynamic cache had
 */
public record ChunkReads(long reads, long hits) {
  /**
   * Counts for one partition.
   *
   * @param keys the user's key of a vid, in an order of its own
   * @param batch vertices of a batch
   * @param chunkRows rows of a chunk
   * @param cacheShare share of the partition's chunks that the dynamic cache holds
   */
  public static ChunkReads count(
      PartitionTopology topology,
      int partition,
      VertexOrder order,
      LongUnaryOperator keys,
      int batch,
      int chunkRows,
      double cacheShare,
      Eviction eviction) {
    final int[] vertices = order.vertices(topology, partition, keys);
    final int[] positions = new int[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      positions[vertices[i]] = i;
    }
    final int chunks = (vertices.length + chunkRows - 1) / chunkRows;
    final int[] lastBatch = new int[chunks];
    final int capacity = (int) Math.max(1, Math.floor(cacheShare * chunks));
    final Map<Integer, Boolean> cache = new LinkedHashMap<>(16, 0.75f, eviction == Eviction.LRU);
    int[] names = new int[1024];
    long reads = 0;
    long hits = 0;
    for (int i = 0; i < vertices.length; i++) {
      final int number = i / batch + 1;
      final int degree = topology.in().lists().degree(vertices[i]);
      names = names.length < degree ? new int[2 * degree] : names;
      topology.in().lists().copy(vertices[i], names, 0);
      for (int e = 0; e < degree; e++) {
        final int chunk = positions[names[e]] / chunkRows;
        if (lastBatch[chunk] != number) {
          lastBatch[chunk] = number;
          reads++;
          hits += take(cache, chunk, capacity) ? 1 : 0;
        }
      }
    }
    return new ChunkReads(reads, hits);
  }

  private static boolean take(Map<Integer, Boolean> cache, int chunk, int capacity) {
    if (cache.get(chunk) != null) {
      return true;
    }
    if (cache.size() >= capacity) {
      cache.remove(cache.keySet().iterator().next());
    }
    cache.put(chunk, true);
    return false;
  }

  /** The counts of several partitions together. */
  public ChunkReads plus(ChunkReads other) {
    return new ChunkReads(reads + other.reads, hits + other.hits);
  }
}
