// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.ingest.GraphHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The in-edges of one partition, compressed by destination, and where the other replicas of its
 * vertices are. Immutable; safe for any thread.
 *
 * <p>Local numbers: masters first ({@code 0 .. masters - 1}, their local number is that of the
 * vid), then mirrors sorted by vid. Masters are sorted by (vertex type, degree descending).
 * In-edges of a vertex are sorted by (edge type, local number of the source), so that those of one
 * type lie together; parallel edges are kept. An <em>interior</em> vertex has in-edges in this
 * partition only and no replica entries; a boundary vertex lists every partition that holds
 * in-edges of it, in ascending order.
 *
 * <p>Format version 2 of the {@link Table#TOPOLOGY} payload, little-endian, V = masters + mirrors:
 *
 * <pre>
 * int32    version             2
 * int32    masters
 * int32    mirrors
 * int32    edges               E
 * int32    replicas            R, over all vertices
 * int32    vertexTypes         T, 1 to 256
 * int32    edgeTypes           S, 1 to 65536
 * int32[]  typeStarts          T + 1; first master of each vertex type, then masters
 * int32[]  offsets             V + 1
 * int32[]  neighbors           E, local numbers of the sources
 * int32[]  degrees             V, in-degree in the whole graph
 * int32[]  replicaOffsets      V + 1
 * int32[]  replicaPartitions   R
 * int32[]  replicaLocals       R, local number in that partition
 * int32[]  replicaDegrees      R, in-degree within that partition, positive
 * int64[]  mirrorVids          mirrors
 * uint8[]  mirrorTypes         mirrors, vertex type of each       if T > 1
 * uint8[]  edgeTypes           E; uint16[] if S > 256             if S > 1
 * </pre>
 */
public final class PartitionTopology {
  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 28;

  private final int masters;
  private final int[] offsets;
  private final int[] neighbors;
  private final int[] degrees;
  private final int[] replicaOffsets;
  private final int[] replicaPartitions;
  private final int[] replicaLocals;
  private final int[] replicaDegrees;
  private final long[] mirrorVids;
  private final PartitionTypes types;

  /** The topology of a graph with one vertex type and one edge type, see below. */
  public PartitionTopology(
      int masters,
      int[] offsets,
      int[] neighbors,
      int[] degrees,
      int[] replicaOffsets,
      int[] replicaPartitions,
      int[] replicaLocals,
      int[] replicaDegrees,
      long[] mirrorVids) {
    this(
        masters,
        offsets,
        neighbors,
        degrees,
        replicaOffsets,
        replicaPartitions,
        replicaLocals,
        replicaDegrees,
        mirrorVids,
        PartitionTypes.homogeneous(masters));
  }

  /** Takes the arrays as they are, without a copy. */
  public PartitionTopology(
      int masters,
      int[] offsets,
      int[] neighbors,
      int[] degrees,
      int[] replicaOffsets,
      int[] replicaPartitions,
      int[] replicaLocals,
      int[] replicaDegrees,
      long[] mirrorVids,
      PartitionTypes types) {
    this.masters = masters;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.degrees = degrees;
    this.replicaOffsets = replicaOffsets;
    this.replicaPartitions = replicaPartitions;
    this.replicaLocals = replicaLocals;
    this.replicaDegrees = replicaDegrees;
    this.mirrorVids = mirrorVids;
    this.types = types;
  }

  /** Number of masters. */
  public int masters() {
    return masters;
  }

  /** Number of masters and mirrors. */
  public int vertices() {
    return masters + mirrorVids.length;
  }

  /** Number of edges. */
  public int edges() {
    return neighbors.length;
  }

  /**
   * First edge of each local vertex, and the end: {@code int[vertices() + 1]}. Not to be changed.
   */
  public int[] offsets() {
    return offsets;
  }

  /** Local number of each edge's source. Not to be changed. */
  public int[] neighbors() {
    return neighbors;
  }

  /** In-degree in the whole graph of each local vertex. Not to be changed. */
  public int[] degrees() {
    return degrees;
  }

  /** First replica entry of each local vertex, and the end. Not to be changed. */
  public int[] replicaOffsets() {
    return replicaOffsets;
  }

  /** Partition of each replica entry. Not to be changed. */
  public int[] replicaPartitions() {
    return replicaPartitions;
  }

  /** Local number in its partition of each replica entry. Not to be changed. */
  public int[] replicaLocals() {
    return replicaLocals;
  }

  /** In-degree within its partition of each replica entry. Not to be changed. */
  public int[] replicaDegrees() {
    return replicaDegrees;
  }

  /**
   * The id of a local vertex.
   *
   * @param partition this partition
   * @param local {@code 0 .. vertices() - 1}
   */
  public long vid(int partition, int local) {
    return local < masters ? Vid.of(partition, local) : mirrorVids[local - masters];
  }

  /** Types of vertices and edges. */
  public PartitionTypes types() {
    return types;
  }

  /** Bytes of heap that the arrays take. */
  public long bytes() {
    return payloadBytes() - HEADER_BYTES;
  }

  private long payloadBytes() {
    return HEADER_BYTES
        + 4L
            * (offsets.length
                + (long) neighbors.length
                + degrees.length
                + replicaOffsets.length
                + 3L * replicaPartitions.length)
        + 8L * mirrorVids.length
        + PartitionTypes.bytes(
            types.vertexTypes(), mirrorVids.length, types.edgeTypes(), neighbors.length);
  }

  /** Writes format version 2. */
  public byte[] encode() {
    ByteBuffer out = Section.allocate(Table.TOPOLOGY, payloadBytes());
    out.putInt(VERSION).putInt(masters).putInt(mirrorVids.length);
    out.putInt(neighbors.length).putInt(replicaPartitions.length);
    out.putInt(types.vertexTypes()).putInt(types.edgeTypes());
    types.writeStarts(out);
    put(out, offsets);
    put(out, neighbors);
    put(out, degrees);
    put(out, replicaOffsets);
    put(out, replicaPartitions);
    put(out, replicaLocals);
    put(out, replicaDegrees);
    out.asLongBuffer().put(mirrorVids);
    out.position(out.position() + 8 * mirrorVids.length);
    types.writeColumns(out);
    return out.array();
  }

  /**
   * Reads format version 2.
   *
   * @param partition for the message
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  public static PartitionTopology decode(int partition, byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    try {
      int version = in.getInt();
      if (version != VERSION) {
        throw Section.corrupt(Table.TOPOLOGY, partition, "its version is " + version);
      }
      int masters = in.getInt();
      int mirrors = in.getInt();
      int edges = in.getInt();
      int replicas = in.getInt();
      int vertexTypes = in.getInt();
      int edgeTypes = in.getInt();
      if (vertexTypes < 1
          || vertexTypes > GraphHeader.MAX_VERTEX_TYPES
          || edgeTypes < 1
          || edgeTypes > TypeColumn.MAX_TYPES) {
        throw Section.corrupt(Table.TOPOLOGY, partition, "its numbers of types are out of range");
      }
      long needed =
          HEADER_BYTES
              + PartitionTypes.bytes(vertexTypes, mirrors, edgeTypes, edges)
              + 4L * (3L * (masters + (long) mirrors) + 2 + edges + 3L * replicas);
      if (masters < 0
          || mirrors < 0
          || edges < 0
          || replicas < 0
          || needed + 8L * mirrors != payload.length) {
        throw Section.corrupt(Table.TOPOLOGY, partition, "its counts do not match its length");
      }
      int vertices = masters + mirrors;
      int[] typeStarts = ints(in, vertexTypes + 1);
      int[] offsets = ints(in, vertices + 1);
      int[] neighbors = ints(in, edges);
      int[] degrees = ints(in, vertices);
      int[] replicaOffsets = ints(in, vertices + 1);
      int[] replicaPartitions = ints(in, replicas);
      int[] replicaLocals = ints(in, replicas);
      int[] replicaDegrees = ints(in, replicas);
      long[] mirrorVids = new long[mirrors];
      in.asLongBuffer().get(mirrorVids);
      in.position(in.position() + 8 * mirrors);
      TypeColumn mirrorTypes = PartitionTypes.readColumn(in, vertexTypes, mirrors);
      TypeColumn types = PartitionTypes.readColumn(in, edgeTypes, edges);
      PartitionTopology topology =
          new PartitionTopology(
              masters,
              offsets,
              neighbors,
              degrees,
              replicaOffsets,
              replicaPartitions,
              replicaLocals,
              replicaDegrees,
              mirrorVids,
              new PartitionTypes(typeStarts, mirrorTypes, edgeTypes, types));
      if (!topology.consistent(partition)) {
        throw Section.corrupt(Table.TOPOLOGY, partition, "its arrays contradict each other");
      }
      return topology;
    } catch (BufferUnderflowException e) {
      throw Section.corrupt(Table.TOPOLOGY, partition, "it ends too early");
    }
  }

  /** True if no reader can be led outside an array: O(vertices + edges + replicas). */
  private boolean consistent(int partition) {
    boolean good = ascending(offsets, neighbors.length);
    good &= ascending(replicaOffsets, replicaPartitions.length);
    for (int neighbor : neighbors) {
      good &= neighbor >= 0 && neighbor < vertices();
    }
    for (int r = 0; r < replicaPartitions.length; r++) {
      good &= replicaPartitions[r] >= 0 && replicaLocals[r] >= 0 && replicaDegrees[r] > 0;
    }
    for (long vid : mirrorVids) {
      good &= vid >= 0 && Vid.partition(vid) != partition;
    }
    for (int v = 0; good && v < vertices(); v++) {
      good = degreesAddUp(v);
    }
    good = good && types.consistent(masters, offsets);
    return good;
  }

  private boolean degreesAddUp(int vertex) {
    int first = replicaOffsets[vertex];
    int end = replicaOffsets[vertex + 1];
    long sum = first == end ? offsets[vertex + 1] - offsets[vertex] : 0;
    for (int r = first; r < end; r++) {
      sum += replicaDegrees[r];
    }
    return sum == degrees[vertex];
  }

  private static boolean ascending(int[] offsets, int last) {
    boolean good = offsets[0] == 0 && offsets[offsets.length - 1] == last;
    for (int i = 1; i < offsets.length; i++) {
      good &= offsets[i - 1] <= offsets[i];
    }
    return good;
  }

  private static void put(ByteBuffer out, int[] values) {
    out.asIntBuffer().put(values);
    out.position(out.position() + 4 * values.length);
  }

  private static int[] ints(ByteBuffer in, int count) {
    int[] values = new int[count];
    in.asIntBuffer().get(values);
    in.position(in.position() + 4 * count);
    return values;
  }
}
