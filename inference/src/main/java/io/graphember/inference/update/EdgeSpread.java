// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.RowSlab;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Brings differences of rows along the edges of one partition: of each source that has changed to
 * all destinations of its out-edges as they are now, and what edges bring that were added or
 * removed. They are added up by destination: its sources in ascending order of vid, then its edges
 * that came or went in the order in which they are named.
 *
 * <p>O(V + E' dim) with the V vertices of the partition and the E' edges that bring something. Used
 * by one thread.
 */
final class EdgeSpread {
  private static final int GRAIN = 256;

  private final int partition;
  private final PartitionTopology topology;
  private final int[] sources;
  private final int[] starts; // [sources + 1], first edge of each
  private final long[] others;
  private final long[] strangers;

  /**
   * Of the edges of a partition.
   *
   * @param sources local numbers of the sources that have changed, ascending by vid
   * @param others ids of the destinations of edges that came or went
   */
  EdgeSpread(int partition, PartitionTopology topology, int[] sources, long[] others) {
    this.partition = partition;
    this.topology = topology;
    this.sources = sources;
    this.others = others;
    starts = new int[sources.length + 1];
    final Adjacency out = topology.out().lists();
    for (int i = 0; i < sources.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], out.degree(sources[i]));
    }
    strangers =
        Arrays.stream(others)
            .filter(vid -> topology.localOf(partition, vid) < 0)
            .sorted()
            .distinct()
            .toArray();
  }

  /** Edges that bring something. */
  int edges() {
    return starts[sources.length] + others.length;
  }

  /** Bytes of what it works with. */
  long workBytes() {
    return 8L * edges() + 4L * (topology.vertices() + strangers.length);
  }

  /** Vertices that something is brought to, at most. */
  int mostVertices() {
    return Math.min(edges(), topology.vertices() + strangers.length);
  }

  /**
   * Adds up.
   *
   * @param rows what is brought: a row for each source, then one for each edge that came or went;
   *     null where only the vertices are asked for
   */
  SumChanges sums(@Nullable RowSlab rows, Workers workers, Cancellation cancellation) {
    final int[] destinations = destinations();
    final int[] ends = new int[topology.vertices() + strangers.length + 1];
    for (int destination : destinations) {
      ends[destination + 1]++;
    }
    int touched = 0;
    for (int d = 0; d + 1 < ends.length; d++) {
      touched += ends[d + 1] > 0 ? 1 : 0;
      ends[d + 1] += ends[d];
    }
    final int[] names = names(destinations, ends); // ends of lists from here on
    final int[] order = order(touched, ends);
    final long[] vids = new long[touched];
    Arrays.setAll(vids, i -> vid(order[i]));
    if (rows == null) {
      return new SumChanges(vids, null, new float[0]);
    }
    final float[] largest = largest(rows);
    final RowSlab sums = new RowSlab(touched, rows.dim());
    sums.allocate();
    final float[] variances = new float[touched];
    workers.each(
        touched,
        GRAIN,
        (worker, from, to) -> {
          cancellation.check();
          final float[] sum = new float[rows.dim()];
          for (int i = from; i < to; i++) {
            final int start = order[i] == 0 ? 0 : ends[order[i] - 1];
            final int end = ends[order[i]];
            rows.sum(names, null, start, end, sum, 0);
            sums.write(i, sum, 0);
            float all = 0;
            for (int e = start; e < end; e++) {
              all += largest[names[e]];
            }
            variances[i] = RoundingRule.ofRows(end - start, all);
          }
        });
    return new SumChanges(vids, sums, variances);
  }

  /** Of each edge; those that are not in the partition any more are numbered behind the others. */
  private int[] destinations() {
    final int[] destinations = new int[edges()];
    for (int i = 0; i < sources.length; i++) {
      topology.out().lists().copy(sources[i], destinations, starts[i]);
    }
    for (int j = 0; j < others.length; j++) {
      final int local = topology.localOf(partition, others[j]);
      destinations[starts[sources.length] + j] =
          local >= 0 ? local : topology.vertices() + Arrays.binarySearch(strangers, others[j]);
    }
    return destinations;
  }

  /** Rows by destination; firsts become ends. */
  private int[] names(int[] destinations, int[] firsts) {
    final int[] names = new int[destinations.length];
    for (int i = 0; i < sources.length; i++) {
      for (int e = starts[i]; e < starts[i + 1]; e++) {
        names[firsts[destinations[e]]++] = i;
      }
    }
    for (int j = 0; j < others.length; j++) {
      names[firsts[destinations[starts[sources.length] + j]]++] = sources.length + j;
    }
    return names;
  }

  /** Destinations by vid: masters, mirrors and strangers are sorted, each among themselves. */
  private int[] order(int touched, int[] ends) {
    final int[] runs = {
      0, topology.masters(), topology.vertices(), topology.vertices() + strangers.length
    };
    final int[] at = Arrays.copyOf(runs, 3);
    final int[] order = new int[touched];
    for (int i = 0; i < touched; i++) {
      int least = -1;
      for (int run = 0; run < 3; run++) {
        while (at[run] < runs[run + 1] && isEmpty(at[run], ends)) {
          at[run]++;
        }
        if (at[run] < runs[run + 1] && (least < 0 || vid(at[run]) < vid(at[least]))) {
          least = run;
        }
      }
      order[i] = at[least]++;
    }
    return order;
  }

  private static boolean isEmpty(int destination, int[] ends) {
    return ends[destination] == (destination == 0 ? 0 : ends[destination - 1]);
  }

  private long vid(int destination) {
    return destination < topology.vertices()
        ? topology.vid(partition, destination)
        : strangers[destination - topology.vertices()];
  }

  private static float[] largest(RowSlab rows) {
    final float[] largest = new float[rows.rows()];
    final float[] row = new float[rows.dim()];
    for (int i = 0; i < largest.length; i++) {
      rows.read(i, row, 0);
      largest[i] = largest(row, 0, row.length);
    }
    return largest;
  }

  /** The largest amount of some floats. */
  static float largest(float[] values, int from, int to) {
    float largest = 0;
    for (int j = from; j < to; j++) {
      largest = Math.max(largest, Math.abs(values[j]));
    }
    return largest;
  }
}
