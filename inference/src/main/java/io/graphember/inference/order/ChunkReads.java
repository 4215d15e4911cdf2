// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many chunks of its static cache a partition asks for in one slice: its own rows and those of
 * its mirrors lie in an order, and its vertices are visited in it. A function of the graph, counted
 * without reading a row.
 *
 * <p>A batch of vertices asks once for every chunk with a row of one of its in-neighbours in this
 * partition; mirrors come behind masters, for partial sums. O(V + E).
 *
 * @param reads chunks asked for
 * @param hits those of them that a dynamic cache had
 */
public record ChunkReads(long reads, long hits) {
  /** Nothing was asked for. */
  public static final ChunkReads NONE = new ChunkReads(0, 0);

  /**
   * What is counted with.
   *
   * @param batch vertices of a batch
   * @param chunkRows rows of a chunk
   * @param cacheShare share of the chunks of a partition that its dynamic cache holds
   * @param eviction what goes out of it
   */
  public record Rules(int batch, int chunkRows, double cacheShare, Eviction eviction) {}

  /** Counts for one partition. */
  public static ChunkReads count(PartitionTopology topology, PartitionOrder order, Rules rules) {
    Counting counting = new Counting(topology, order, rules);
    for (int position = 0; position < topology.vertices(); position++) {
      counting.visit(order.local(position), position / rules.batch());
    }
    return new ChunkReads(counting.reads, counting.hits);
  }

  /** These and others. */
  public ChunkReads plus(ChunkReads others) {
    return new ChunkReads(reads + others.reads, hits + others.hits);
  }

  /** One count. */
  private static final class Counting {
    private final PartitionTopology topology;
    private final PartitionOrder order;
    private final int chunkRows;
    private final int[] lastBatch;
    private final int capacity;
    private final Map<Integer, Boolean> cache;
    private int[] names = new int[1024];
    private long reads;
    private long hits;

    Counting(PartitionTopology topology, PartitionOrder order, Rules rules) {
      this.topology = topology;
      this.order = order;
      chunkRows = rules.chunkRows();
      lastBatch = new int[(topology.vertices() + chunkRows - 1) / chunkRows];
      capacity = (int) Math.max(1, Math.floor(rules.cacheShare() * lastBatch.length));
      cache = new LinkedHashMap<>(16, 0.75f, rules.eviction() == Eviction.LRU);
    }

    void visit(int local, int batch) {
      final int degree = topology.in().lists().degree(local);
      names = names.length < degree ? new int[2 * degree] : names;
      topology.in().lists().copy(local, names, 0);
      order.toPositions(names, 0, degree);
      for (int e = 0; e < degree; e++) {
        ask(names[e] / chunkRows, batch + 1);
      }
    }

    private void ask(int chunk, int batch) {
      if (lastBatch[chunk] == batch) {
        return;
      }
      lastBatch[chunk] = batch;
      reads++;
      if (cache.get(chunk) != null) {
        hits++;
        return;
      }
      if (cache.size() >= capacity) {
        cache.remove(cache.keySet().iterator().next());
      }
      cache.put(chunk, true);
    }
  }
}
