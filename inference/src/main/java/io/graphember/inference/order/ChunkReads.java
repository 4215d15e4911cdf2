// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.Eviction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How many chunks of rows one slice asks for when the rows of all vertices lie in an order and the
 * vertices are visited in it: a function of the graph, counted without reading a row.
 *
 * <p>A batch of vertices asks once for every chunk with a row of one of its in-neighbours. O(V log
 * V + E).
 *
 * @param reads chunks asked for
 * @param hits those of them that a dynamic cache had
 */
public record ChunkReads(long reads, long hits) {
  /**
   * What is counted with.
   *
   * @param batch vertices of a batch
   * @param chunkRows rows of a chunk
   * @param cacheShare share of the chunks that the dynamic cache holds
   * @param eviction what goes out of it
   */
  public record Rules(int batch, int chunkRows, double cacheShare, Eviction eviction) {}

  /**
   * Counts.
   *
   * @param topologies all partitions
   * @param keys the user's key of a vid, as a number of the same order
   */
  public static ChunkReads count(
      List<PartitionTopology> topologies, VertexOrder order, LongUnaryOperator keys, Rules rules) {
    final List<Long> vids =
        IntStream.range(0, topologies.size())
            .boxed()
            .flatMapToLong(
                p -> LongStream.range(Vid.of(p, 0), Vid.of(p, 0) + topologies.get(p).masters()))
            .boxed()
            .sorted(
                order.comparator(
                    keys, vid -> topologies.get(Vid.partition(vid)).inDegree(Vid.local(vid))))
            .toList();
    final int[][] positions = new int[topologies.size()][];
    for (int p = 0; p < positions.length; p++) {
      positions[p] = new int[topologies.get(p).masters()];
    }
    for (int i = 0; i < vids.size(); i++) {
      positions[Vid.partition(vids.get(i))][Vid.local(vids.get(i))] = i;
    }
    Counting counting = new Counting(topologies, positions, vids.size(), rules);
    for (int i = 0; i < vids.size(); i++) {
      counting.visit(vids.get(i), i / rules.batch());
    }
    return new ChunkReads(counting.reads, counting.hits);
  }

  /** One count. */
  private static final class Counting {
    private final List<PartitionTopology> topologies;
    private final int[][] positions;
    private final int chunkRows;
    private final int[] lastBatch;
    private final int capacity;
    private final Map<Integer, Boolean> cache;
    private int[] names = new int[1024];
    private long reads;
    private long hits;

    Counting(List<PartitionTopology> topologies, int[][] positions, int vertices, Rules rules) {
      this.topologies = topologies;
      this.positions = positions;
      chunkRows = rules.chunkRows();
      lastBatch = new int[(vertices + chunkRows - 1) / chunkRows];
      capacity = (int) Math.max(1, Math.floor(rules.cacheShare() * lastBatch.length));
      cache = new LinkedHashMap<>(16, 0.75f, rules.eviction() == Eviction.LRU);
    }

    void visit(long vid, int batch) {
      for (int p = 0; p < topologies.size(); p++) {
        final PartitionTopology topology = topologies.get(p);
        final int local = topology.localOf(p, vid);
        final int degree = local < 0 ? 0 : topology.in().lists().degree(local);
        names = names.length < degree ? new int[2 * degree] : names;
        if (degree > 0) {
          topology.in().lists().copy(local, names, 0);
        }
        for (int e = 0; e < degree; e++) {
          final long neighbor = topology.vid(p, names[e]);
          ask(positions[Vid.partition(neighbor)][Vid.local(neighbor)] / chunkRows, batch + 1);
        }
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
