// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The edges of one direction of all partitions, which lie in one process, as if the graph were not
 * cut: what lies in the partitions of a vertex, in ascending order of these, is one list. A sample
 * by positions in whole lists is the same here as over the partitions, and needs no replica sets.
 *
 * <p>A vertex has a <em>place</em>: partition and local number of its master, packed into as few
 * bits as there are vertices. An entry is the place of a neighbour, and above it the partition that
 * holds the edge.
 *
 * <p>4 bytes an edge, 4 a place. Immutable; safe for any thread.
 */
public final class JoinedLists {
  private final int localBits;
  private final int placeBits;
  private final int[] starts; // first edge of each place, and the end
  private final int[] entries;

  private JoinedLists(Shape shape, int[] starts, int[] entries) {
    this.localBits = shape.localBits;
    this.placeBits = shape.localBits + shape.partitionBits;
    this.starts = starts;
    this.entries = entries;
  }

  /**
   * How numbers are packed.
   *
   * @param localBits of a local number of a master
   * @param partitionBits of a partition
   */
  private record Shape(int localBits, int partitionBits) {
    static Shape of(List<PartitionTopology> partitions) {
      final int most = partitions.stream().mapToInt(PartitionTopology::masters).max().orElse(1);
      return new Shape(bits(most), bits(partitions.size()));
    }

    private static int bits(int count) {
      return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
    }

    boolean fits() {
      return localBits + 2 * partitionBits <= Integer.SIZE
          && localBits + partitionBits < Integer.SIZE - 1;
    }

    int places() {
      return 1 << localBits + partitionBits;
    }

    int place(int partition, long local) {
      return partition << localBits | (int) local;
    }
  }

  /**
   * Bytes that the lists of some partitions take, and while they are made 4 more for each local
   * vertex; empty if there is one partition, whose lists are not cut, or there are more edges and
   * vertices than 32 bits tell apart.
   *
   * @param partitions all of the graph, in ascending order
   */
  public static Optional<Long> bytes(List<PartitionTopology> partitions) {
    final Shape shape = Shape.of(partitions);
    final long edges = partitions.stream().mapToLong(PartitionTopology::edges).sum();
    return partitions.size() > 1 && shape.fits() && edges < Integer.MAX_VALUE - 8
        ? Optional.of(4 * edges + 8L * shape.places())
        : Optional.empty();
  }

  /**
   * Joins. O(vertices + edges), by one thread.
   *
   * @param partitions all of the graph, in ascending order, of which {@link #bytes} is known
   * @param in true for in-edges
   */
  public static JoinedLists of(List<PartitionTopology> partitions, boolean in) {
    final Shape shape = Shape.of(partitions);
    int[] starts = new int[shape.places() + 1];
    for (int p = 0; p < partitions.size(); p++) {
      final Adjacency lists = lists(partitions.get(p), in);
      for (int v = 0; v < partitions.get(p).vertices(); v++) {
        starts[placeOf(shape, partitions.get(p), p, v) + 1] += lists.degree(v);
      }
    }
    for (int place = 0; place < shape.places(); place++) {
      starts[place + 1] += starts[place];
    }
    int[] next = Arrays.copyOf(starts, shape.places());
    int[] entries = new int[starts[shape.places()]];
    for (int p = 0; p < partitions.size(); p++) {
      append(shape, partitions.get(p), p, in, next, entries);
    }
    return new JoinedLists(shape, starts, entries);
  }

  private static void append(
      Shape shape, PartitionTopology topology, int p, boolean in, int[] next, int[] entries) {
    final Adjacency lists = lists(topology, in);
    int[] places = new int[topology.vertices()];
    Arrays.setAll(places, v -> placeOf(shape, topology, p, v));
    final int holder = p << shape.localBits + shape.partitionBits;
    for (int v = 0; v < places.length; v++) {
      final int from = next[places[v]];
      final int to = from + lists.copy(v, entries, from);
      for (int e = from; e < to; e++) {
        entries[e] = holder | places[entries[e]];
      }
      next[places[v]] = to;
    }
  }

  private static Adjacency lists(PartitionTopology topology, boolean in) {
    return in ? topology.in().lists() : topology.out().lists();
  }

  private static int placeOf(Shape shape, PartitionTopology topology, int p, int local) {
    final long vid = topology.vid(p, local);
    return shape.place(Vid.partition(vid), Vid.local(vid));
  }

  /** Place of a vertex of the graph. */
  public int place(long vid) {
    return Vid.partition(vid) << localBits | Vid.local(vid);
  }

  /** Bits of the local number in a place, over which the partition stands. */
  public int localBits() {
    return localBits;
  }

  /** Bits of a place in an entry, over which the partition stands that holds the edge. */
  public int placeBits() {
    return placeBits;
  }

  /** First edge of each place, and the end behind the last; not to be changed. */
  public int[] starts() {
    return starts;
  }

  /** The edges; not to be changed. */
  public int[] entries() {
    return entries;
  }
}
