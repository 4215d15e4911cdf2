// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.graph.store.TypeColumn;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import java.util.Arrays;

/**
 * Cuts the edge table into the topologies of the partitions, one after the other.
 *
 * <p>Edges of a partition are found through one list of edge numbers sorted by partition (4 bytes
 * an edge, and 4 for its destination), its mirrors by a look at every vertex: building all
 * partitions is O(V P + E log d).
 */
final class TopologyBuilder {
  private static final long TYPES_BYTES = 4 * 257;

  private final EdgeTable edges;
  private final ReplicaTable replicas;
  private final int edgeTypes;
  private final int[] edgeOrder; // edge numbers by (partition, canonical order)
  private final int[] edgeOffsets; // [partitions + 1] into edgeOrder
  private final int[] destinations; // destination of each edge

  TopologyBuilder(EdgeTable edges, EdgeAssignment assignment, ReplicaTable replicas) {
    this.edges = edges;
    this.replicas = replicas;
    edgeTypes = replicas.numbering().edgeSchema().types().size();
    int count = (int) edges.edges();
    edgeOffsets = new int[assignment.partitions() + 1];
    for (int e = 0; e < count; e++) {
      edgeOffsets[assignment.partition(e) + 1]++;
    }
    for (int p = 0; p < assignment.partitions(); p++) {
      edgeOffsets[p + 1] += edgeOffsets[p];
    }
    edgeOrder = new int[count];
    int[] next = Arrays.copyOf(edgeOffsets, assignment.partitions());
    for (int e = 0; e < count; e++) {
      edgeOrder[next[assignment.partition(e)]++] = e;
    }
    destinations = new int[count];
    int[] offsets = edges.offsets();
    for (int v = 0; v + 1 < offsets.length; v++) {
      Arrays.fill(destinations, offsets[v], offsets[v + 1], v);
    }
  }

  static long estimateBytes(long edges) {
    return 8 * edges;
  }

  /** Upper bound on the bytes of the largest topology. */
  long largestBytes() {
    long largest = 0;
    for (int p = 0; p + 1 < edgeOffsets.length; p++) {
      // offsets, degrees, replica offsets, id and type of a mirror; three ints for each replica;
      // an edge and its type, the type once more while a vertex is sorted
      long vertices = replicas.vertices(p);
      largest =
          Math.max(
              largest, 6 * edges(p) + 21 * vertices + 12 * replicas.replicasIn(p) + TYPES_BYTES);
    }
    return largest;
  }

  long edges(int partition) {
    return edgeOffsets[partition + 1] - edgeOffsets[partition];
  }

  PartitionTopology build(int partition) {
    int[] vertices = localVertices(partition);
    int[] offsets = new int[vertices.length + 1];
    int[] degrees = new int[vertices.length];
    int[] replicaOffsets = new int[vertices.length + 1];
    IntArray replicaPartitions = new IntArray(16);
    IntArray replicaLocals = new IntArray(16);
    IntArray replicaDegrees = new IntArray(16);
    LongArray mirrorVids = new LongArray(16);
    for (int local = 0; local < vertices.length; local++) {
      int v = vertices[local];
      degrees[local] = edges.inDegree(v);
      int entry = replicas.firstEntry(v);
      int inDegreeHere = 0;
      int first = replicaPartitions.size;
      for (int p = replicas.nextPartition(v, 0);
          p >= 0;
          p = replicas.nextPartition(v, p + 1), entry++) {
        int inDegree = replicas.inDegreeOfEntry(entry);
        inDegreeHere = p == partition ? inDegree : inDegreeHere;
        if (inDegree > 0) {
          replicaPartitions.add(p);
          replicaLocals.add(replicas.localOfEntry(entry));
          replicaDegrees.add(inDegree);
        }
      }
      if (inDegreeHere == degrees[local]) { // interior: needs no entries
        replicaPartitions.size = first;
        replicaLocals.size = first;
        replicaDegrees.size = first;
      }
      offsets[local + 1] = offsets[local] + inDegreeHere;
      replicaOffsets[local + 1] = replicaPartitions.size;
      if (!replicas.isMaster(v, partition)) {
        mirrorVids.add(replicas.vid(v));
      }
    }
    TypeColumn types = edgeTypes == 1 ? null : TypeColumn.of(edgeTypes, offsets[vertices.length]);
    return new PartitionTopology(
        replicas.masters(partition),
        offsets,
        neighbors(partition, offsets, types),
        degrees,
        replicaOffsets,
        replicaPartitions.toArray(),
        replicaLocals.toArray(),
        replicaDegrees.toArray(),
        mirrorVids.toArray(),
        new PartitionTypes(
            replicas.typeStarts(partition), mirrorTypes(partition, vertices), edgeTypes, types));
  }

  private TypeColumn mirrorTypes(int partition, int[] vertices) {
    VertexNumbering numbering = replicas.numbering();
    if (numbering.types() == 1) {
      return null;
    }
    int masters = replicas.masters(partition);
    TypeColumn types = TypeColumn.of(numbering.types(), vertices.length - masters);
    for (int local = masters; local < vertices.length; local++) {
      types.set(local - masters, numbering.type(vertices[local]));
    }
    return types;
  }

  /** Vertices of a partition by local number. */
  private int[] localVertices(int partition) {
    IntArray vertices = new IntArray(replicas.masters(partition));
    for (int local = 0; local < replicas.masters(partition); local++) {
      vertices.add(replicas.master(partition, local));
    }
    for (int v : replicas.byVid()) {
      if (!replicas.isMaster(v, partition) && replicas.holds(v, partition)) {
        vertices.add(v);
      }
    }
    return vertices.toArray();
  }

  /**
   * In-edges of a vertex come in order of type already; within a type they are sorted by the local
   * number of their source.
   */
  private int[] neighbors(int partition, int[] offsets, TypeColumn types) {
    int[] neighbors = new int[offsets[offsets.length - 1]];
    int[] cursor = Arrays.copyOf(offsets, offsets.length - 1);
    int[] sources = edges.sources();
    for (int i = edgeOffsets[partition]; i < edgeOffsets[partition + 1]; i++) {
      int e = edgeOrder[i];
      int local = replicas.local(destinations[e], partition);
      if (types != null) {
        types.set(cursor[local], edges.type(e));
      }
      neighbors[cursor[local]++] = replicas.local(sources[e], partition);
    }
    for (int v = 0; v + 1 < offsets.length; v++) {
      int first = offsets[v];
      for (int e = first; types != null && e < offsets[v + 1]; e++) {
        if (types.get(e) != types.get(first)) {
          Arrays.sort(neighbors, first, e);
          first = e;
        }
      }
      Arrays.sort(neighbors, first, offsets[v + 1]);
    }
    return neighbors;
  }
}
