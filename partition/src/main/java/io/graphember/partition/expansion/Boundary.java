// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * The boundary B_p of a growing partition: its vertices that may have open edges, of which a shard
 * has those at home in it.
 *
 * <p>A plain array. What is smallest is found by a histogram of the number of open edges in one
 * pass over it, which is cheaper than a heap because those numbers fall all the time, and which
 * shards add up. Used by one thread at a time.
 *
 * <p>A shard says of its part, as {@link MessageWriter} writes numbers: the open edges of vertices
 * with {@value #MOST_DISTINCT} or more, then for each number of open edges that vertices have,
 * ascending, that number less the one before, and how many vertices; 0 behind the last.
 */
final class Boundary {
  /** More open edges than this are all the same. */
  private static final int MOST_DISTINCT = 1024;

  private final IntArray vertices = new IntArray(64);
  private final IntArray chosen = new IntArray(16);
  private final long[] histogram = new long[MOST_DISTINCT + 1]; // of all shards
  private long size; // of all shards
  private long most; // open edges of vertices with the most, in all shards
  private int limit; // vertices with fewer open edges are chosen
  private double share; // of those with just as many

  void add(int vertex) {
    vertices.add(vertex);
  }

  /** How many vertices are here. */
  int here() {
    return vertices.size;
  }

  /** How many vertices all shards have {@linkplain #count counted}. */
  long size() {
    return size;
  }

  /** What {@link #choose} has chosen here. */
  IntArray chosen() {
    return chosen;
  }

  /**
   * Drops vertices without open edges, and counts the others by their number.
   *
   * @param open number of open edges of each vertex
   */
  void count(int[] open) {
    final int[] values = vertices.values;
    Arrays.fill(histogram, 0);
    most = 0;
    int kept = 0;
    for (int i = 0; i < vertices.size; i++) {
      final int count = open[values[i]];
      if (count > 0) {
        values[kept++] = values[i];
        histogram[Math.min(count, MOST_DISTINCT)]++;
        most += count >= MOST_DISTINCT ? count : 0;
      }
    }
    vertices.size = kept;
    size = kept;
  }

  /** Writes the counts. */
  void write(MessageWriter out) {
    out.number(most);
    int before = 0;
    for (int count = 1; size > 0 && count <= MOST_DISTINCT; count++) {
      if (histogram[count] > 0) {
        out.number(count - before);
        out.number(histogram[count]);
        before = count;
      }
    }
    out.number(0);
  }

  /** Adds the counts of another shard. */
  void read(MessageReader in) {
    most += in.size();
    int count = 0;
    for (int further = further(in, count); further > 0; further = further(in, count)) {
      count += further;
      final int vertices = in.index(Integer.MAX_VALUE);
      histogram[count] += vertices;
      size += vertices;
    }
  }

  private static int further(MessageReader in, int count) {
    return in.index(MOST_DISTINCT + 1L - count);
  }

  /**
   * Moves those with the fewest open edges, {@code factor * size} of all shards and one at least,
   * to {@link #chosen()}. Of those with as many open edges as the last ones a share goes, by hash:
   * shards need not agree on which.
   *
   * @param room no more are chosen once they have this many open edges together
   */
  void choose(SimpleGraph graph, int[] open, double factor, long room, long key) {
    chosen.size = 0;
    if (size > 0 && room > 0) {
      limit(Math.min(size, Math.max(1, factor * size)), room);
      take(graph, open, key);
    }
  }

  private long edges(int count) {
    return count < MOST_DISTINCT ? count * histogram[count] : most;
  }

  private void limit(double wanted, long room) {
    limit = 1;
    long below = 0;
    long edges = 0;
    while (below + histogram[limit] < wanted && edges + edges(limit) < room) {
      edges += edges(limit);
      below += histogram[limit++];
    }
    final double most = (double) (room - edges) / edges(limit);
    share = Math.min((wanted - below) / histogram[limit], most);
    if (below == 0) {
      share = Math.max(share, 1.0 / histogram[limit]);
    }
  }

  private void take(SimpleGraph graph, int[] open, long key) {
    final int[] values = vertices.values;
    int kept = 0;
    for (int i = 0; i < vertices.size; i++) {
      final int vertex = values[i];
      final int count = Math.min(open[vertex], MOST_DISTINCT);
      if (count < limit || (count == limit && drawn(graph, vertex, key))) {
        chosen.add(vertex);
      } else {
        values[kept++] = vertex;
      }
    }
    vertices.size = kept;
  }

  private boolean drawn(SimpleGraph graph, int vertex, long key) {
    return share >= 1
        || CounterRandom.unitDouble(CounterRandom.bits(key, graph.id(vertex))) < share;
  }
}
