// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.delta.AddedReplicas;
import io.graphember.graph.id.Vid;
import io.graphember.memory.AlignedInts;
import io.graphember.memory.PackedInts;
import io.graphember.memory.StoredBytes;
import io.graphember.schema.EdgeAttributes;

/**
 * The edges of one partition in both directions, and where the other replicas of its vertices are.
 * Read where it lies in the bytes that are stored; {@link TopologyWriter} describes them.
 * Immutable; safe for any thread.
 *
 * <p>Local numbers: masters first ({@code 0 .. masters - 1}, their local number is that of the
 * vid), then mirrors sorted by vid. Masters are sorted by (vertex type, degree descending). The
 * number of an edge is its position among the out-edges of all vertices. An <em>interior</em>
 * vertex is in this partition only.
 */
public final class PartitionTopology {
  private final long bytes;
  private final int masters;
  private final int edges;
  private final EdgeAttributes attributes;
  private final PartitionTypes types;
  private final PackedInts mirrorPartitions;
  private final PackedInts mirrorLocals;
  private final ReplicaSets replicas;
  private final EdgeIndex out;
  private final EdgeIndex in;
  private final AlignedInts inPositions;

  PartitionTopology(
      long bytes,
      int masters,
      int edges,
      EdgeAttributes attributes,
      PartitionTypes types,
      PackedInts mirrorPartitions,
      PackedInts mirrorLocals,
      ReplicaSets replicas,
      EdgeIndex out,
      EdgeIndex in,
      AlignedInts inPositions) {
    this.bytes = bytes;
    this.masters = masters;
    this.edges = edges;
    this.attributes = attributes;
    this.types = types;
    this.mirrorPartitions = mirrorPartitions;
    this.mirrorLocals = mirrorLocals;
    this.replicas = replicas;
    this.out = out;
    this.in = in;
    this.inPositions = inPositions;
  }

  /** A topology in an array of bytes, see below. */
  public static PartitionTopology of(int partition, byte[] payload) {
    return of(partition, StoredBytes.of(payload));
  }

  /**
   * A topology in the bytes that {@link TopologyWriter} wrote, which are kept.
   *
   * @param partition this partition
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  public static PartitionTopology of(int partition, StoredBytes payload) {
    return new TopologyReader(partition, payload).read();
  }

  /** This one with replicas of its vertices in another partition, sharing everything else. */
  PartitionTopology with(AddedReplicas added) {
    return new PartitionTopology(
        bytes,
        masters,
        edges,
        attributes,
        types,
        mirrorPartitions,
        mirrorLocals,
        replicas.with(added),
        out,
        in,
        inPositions);
  }

  /** Number of masters. */
  public int masters() {
    return masters;
  }

  /** Number of masters and mirrors. */
  public int vertices() {
    return masters + mirrorPartitions.size();
  }

  /** Number of edges. */
  public int edges() {
    return edges;
  }

  /** What the edges carry. */
  public EdgeAttributes attributes() {
    return attributes;
  }

  /** True if edges carry something, and so have numbers wherever they are met. */
  public boolean numbersEdges() {
    return !attributes.none();
  }

  /** Types of vertices, and how many of edges. */
  public PartitionTypes types() {
    return types;
  }

  /** Out-edges: lists of destinations by source. */
  public EdgeIndex out() {
    return out;
  }

  /** In-edges: lists of sources by destination. */
  public EdgeIndex in() {
    return in;
  }

  /** The other replicas of the vertices. */
  public ReplicaSets replicas() {
    return replicas;
  }

  /** Out-degree of a local vertex in the whole graph. */
  public int outDegree(int vertex) {
    return out.lists().degree(vertex)
        + ReplicaSets.sum(replicas.offsets(), replicas.outDegrees(), vertex);
  }

  /** In-degree of a local vertex in the whole graph. */
  public int inDegree(int vertex) {
    return in.lists().degree(vertex)
        + ReplicaSets.sum(replicas.offsets(), replicas.inDegrees(), vertex);
  }

  /**
   * The number of an edge by its place in a list of in-edges; only if edges carry something.
   *
   * @param position position among the in-edges of all vertices
   */
  public int edgeOfIn(int position) {
    return inPositions.get(position);
  }

  /**
   * Replaces places in the lists of in-edges by the numbers of the edges there, as {@link
   * #edgeOfIn}.
   *
   * @param positions positions among the in-edges of all vertices
   * @param count how many count
   */
  public void edgesOfIn(int[] positions, int count) {
    inPositions.gather(positions, count);
  }

  /**
   * The id of a local vertex.
   *
   * @param partition this partition
   * @param local {@code 0 .. vertices() - 1}
   */
  public long vid(int partition, int local) {
    return local < masters
        ? Vid.of(partition, local)
        : Vid.of(mirrorPartitions.get(local - masters), mirrorLocals.get(local - masters));
  }

  /**
   * The ids of many local vertices, as {@link #vid}. Without a branch, since which are masters is a
   * toss-up.
   *
   * @param partition this partition
   * @param locals local numbers
   * @param from first vertex that is asked for
   * @param to end of those that are asked for
   * @param target receives the id of {@code locals[i]} at {@code i - from}
   */
  public void vids(int partition, int[] locals, int from, int to, long[] target) {
    final long first = Vid.of(partition, 0);
    if (mirrorPartitions.size() == 0) {
      for (int i = from; i < to; i++) {
        target[i - from] = first + locals[i];
      }
      return;
    }
    for (int i = from; i < to; i++) {
      final int mirror = locals[i] - masters;
      target[i - from] = mirrorPartitions.record(mirror & ~(mirror >> 31));
    }
    final int bits = mirrorPartitions.width();
    final int partitionMask = (1 << bits) - 1;
    final int localMask = (int) ((1L << mirrorLocals.width()) - 1);
    for (int i = from; i < to; i++) {
      final long record = target[i - from];
      final long vid = Vid.of((int) record & partitionMask, (int) (record >>> bits) & localMask);
      final long master = locals[i] - masters >> 31; // all bits, or none
      target[i - from] = vid & ~master | first + locals[i] & master;
    }
  }

  /**
   * The local number of a vertex, or -1 if it is not in this partition; O(log mirrors).
   *
   * @param partition this partition
   */
  public int localOf(int partition, long vid) {
    if (Vid.partition(vid) == partition) {
      final long local = vid - Vid.of(partition, 0);
      return local < masters ? (int) local : -1;
    }
    int low = 0;
    int high = mirrorPartitions.size() - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      final long found = vid(partition, masters + middle);
      if (found == vid) {
        return masters + middle;
      }
      if (found < vid) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Bytes that are stored, wherever they lie. */
  public long bytes() {
    return bytes;
  }
}
