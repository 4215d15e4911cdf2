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
 * shards add up. From {@value #EXACT} on, numbers that differ by less than a 16th may be one. Used
 * by one thread at a time.
 *
 * <p>A shard says of its part, as {@link MessageWriter} writes numbers: for each bin that has
 * vertices, ascending, how far it is above the one before, and how many vertices; 0 behind the
 * last.
 */
final class Boundary {
  private static final int EXACT_BITS = 6;
  private static final int EXACT = 1 << EXACT_BITS; // each number of open edges is a bin below it
  private static final int BIN_BITS = 4; // of the bins of each power of two from there on
  private static final int BINS = EXACT + (Integer.SIZE - 1 - EXACT_BITS << BIN_BITS);

  private final IntArray vertices = new IntArray(64);
  private final IntArray chosen = new IntArray(16);
  private final long[] histogram = new long[BINS]; // of all shards
  private long size; // of all shards
  private int limit; // vertices in the bins below it are chosen
  private double share; // of those in this bin

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

  static int bin(int open) {
    if (open < EXACT) {
      return open;
    }
    final int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(open);
    return EXACT + (power - EXACT_BITS << BIN_BITS) + (open >>> power - BIN_BITS) - (1 << BIN_BITS);
  }

  /** The fewest open edges of vertices in a bin. */
  static long least(int bin) {
    if (bin < EXACT) {
      return bin;
    }
    final int above = bin - EXACT;
    final int power = EXACT_BITS + (above >>> BIN_BITS);
    return (1L << BIN_BITS) + (above & (1 << BIN_BITS) - 1) << power - BIN_BITS;
  }

  /** Counts nothing: the partition has no room. */
  void skip() {
    size = 0;
  }

  /**
   * Drops vertices without open edges, and counts the others by their number.
   *
   * @param open number of open edges of each vertex
   */
  void count(int[] open) {
    final int[] values = vertices.values;
    Arrays.fill(histogram, 0);
    int kept = 0;
    for (int i = 0; i < vertices.size; i++) {
      final int count = open[values[i]];
      if (count > 0) {
        values[kept++] = values[i];
        histogram[bin(count)]++;
      }
    }
    vertices.size = kept;
    size = kept;
  }

  /** Writes the counts. */
  void write(MessageWriter out) {
    int before = 0;
    for (int bin = 1; size > 0 && bin < BINS; bin++) {
      if (histogram[bin] > 0) {
        out.number(bin - before);
        out.number(histogram[bin]);
        before = bin;
      }
    }
    out.number(0);
  }

  /** Adds the counts of another shard. */
  void read(MessageReader in) {
    int bin = 0;
    for (int further = in.index(BINS); further > 0; further = in.index((long) BINS - bin)) {
      bin += further;
      final int count = in.index(Integer.MAX_VALUE);
      histogram[bin] += count;
      size += count;
    }
  }

  /**
   * Moves those with the fewest open edges, {@code factor * size} of all shards and one at least,
   * to {@link #chosen()}. Of those in the bin of the last ones a share goes, by hash: shards need
   * not agree on which.
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

  private long edges(int bin) {
    return least(bin) * histogram[bin];
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
      final int bin = bin(open[vertex]);
      if (bin < limit || (bin == limit && drawn(graph, vertex, key))) {
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
