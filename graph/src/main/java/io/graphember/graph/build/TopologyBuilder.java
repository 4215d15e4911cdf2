// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeLists;
import io.graphember.graph.store.PlainTopology;
import io.graphember.graph.store.ReplicaLists;
import io.graphember.ingest.EdgeAttributes;
import io.graphember.memory.IntArray;
import java.util.Arrays;

/**
 * Makes the topologies of the partitions, one after the other.
 *
 * <p>The mirrors of a partition are found by a look at every vertex: building all partitions is O(V
 * P + E). Lists are put in order by counting sorts, one for each part of the key.
 */
final class TopologyBuilder {
  private final PlacedEdges edges;
  private final ReplicaTable replicas;
  private final int edgeTypes;
  private final long[] partitionEdges;
  private final int[] localOf; // of each vertex of the partition that is being built

  TopologyBuilder(PlacedEdges edges, ReplicaTable replicas) {
    this.edges = edges;
    this.replicas = replicas;
    edgeTypes = replicas.numbering().edgeSchema().types().size();
    partitionEdges = edges.partitionEdges();
    localOf = new int[edges.vertices()];
  }

  static long estimateBytes(long vertices) {
    return 4 * vertices;
  }

  /** Upper bound on the bytes that the largest partition takes while it is built and written. */
  long largestBytes() {
    EdgeAttributes attributes = edges.attributes();
    // Plain arrays, the payload, and its blocks.
    long edgeBytes = 32 + 2 * 8;
    edgeBytes += edgeTypes > 1 ? 3 * 12 : 0;
    edgeBytes += attributes.none() ? 0 : 2 * 4 + 3 * 12;
    long largest = 0;
    for (int p = 0; p < partitionEdges.length; p++) {
      largest =
          Math.max(
              largest,
              edgeBytes * edges(p)
                  + (48 + 2 * 32) * replicas.vertices(p)
                  + (20 + 2 * 16) * replicas.replicasIn(p));
    }
    return largest;
  }

  long edges(int partition) {
    return partitionEdges[partition];
  }

  /**
   * A partition in plain arrays.
   *
   * @param topology its topology
   * @param edges place among the partition's edges in canonical order of each edge, by its number
   * @param values what the edges carry, by their places
   */
  record Built(PlainTopology topology, int[] edges, EdgeValues values) {}

  Built build(int partition) {
    int[] vertices = localVertices(partition);
    for (int local = 0; local < vertices.length; local++) {
      localOf[vertices[local]] = local;
    }
    PartitionEdges placed = edges.partition(partition);
    int[] sources = locals(placed.sources());
    int[] ends = locals(placed.destinations());
    int[] out = outOrder(sources, ends, placed.types(), vertices.length);
    return new Built(
        topology(
            partition,
            vertices,
            permuted(sources, out),
            permuted(ends, out),
            edgeTypes == 1 ? new int[0] : permuted(placed.types(), out)),
        out,
        placed.values());
  }

  /** Edges by (source, type, destination), local numbers; parallel ones in canonical order. */
  private int[] outOrder(int[] sources, int[] ends, int[] types, int vertices) {
    int[] order = sorted(counted(ends.length), ends, vertices);
    if (edgeTypes > 1) {
      order = sorted(order, permuted(types, order), edgeTypes);
    }
    return sorted(order, permuted(sources, order), vertices);
  }

  private static int[] counted(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  private PlainTopology topology(
      int partition, int[] vertices, int[] sources, int[] ends, int[] types) {
    int[] inPositions = inOrder(ends, types, vertices.length);
    boolean valued = !edges.attributes().none();
    int mirrors = vertices.length - replicas.masters(partition);
    return new PlainTopology(
        replicas.typeStarts(partition),
        mirrorPartitions(vertices, mirrors),
        mirrorLocals(vertices, mirrors),
        mirrorTypes(vertices, mirrors),
        edgeTypes,
        edges.attributes(),
        new EdgeLists(offsets(sources, vertices.length), ends, types),
        new EdgeLists(
            offsets(ends, vertices.length),
            permuted(sources, inPositions),
            edgeTypes == 1 ? types : permuted(types, inPositions)),
        valued ? inPositions : new int[0],
        replicaLists(partition, vertices));
  }

  /** Numbers of out-edges by (destination, type, source). */
  private int[] inOrder(int[] ends, int[] types, int vertices) {
    int[] order = counted(ends.length); // by source
    if (edgeTypes > 1) {
      order = sorted(order, types, edgeTypes);
    }
    return sorted(order, permuted(ends, order), vertices);
  }

  /** Sorts values by the keys beside them; those with equal keys stay in order. */
  private static int[] sorted(int[] values, int[] keys, int keyCount) {
    int[] next = offsets(keys, keyCount);
    int[] sorted = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      sorted[next[keys[i]]++] = values[i];
    }
    return sorted;
  }

  /** First place of each key among sorted ones, and the end. */
  private static int[] offsets(int[] keys, int keyCount) {
    int[] offsets = new int[keyCount + 1];
    for (int key : keys) {
      offsets[key + 1]++;
    }
    for (int k = 0; k < keyCount; k++) {
      offsets[k + 1] += offsets[k];
    }
    return offsets;
  }

  private static int[] permuted(int[] values, int[] order) {
    int[] permuted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      permuted[i] = values[order[i]];
    }
    return permuted;
  }

  /** Local numbers of vertices of the partition that is being built. */
  private int[] locals(int[] vertices) {
    int[] locals = new int[vertices.length];
    for (int i = 0; i < locals.length; i++) {
      locals[i] = localOf[vertices[i]];
    }
    return locals;
  }

  private ReplicaLists replicaLists(int partition, int[] vertices) {
    int[] offsets = new int[vertices.length + 1];
    IntArray partitions = new IntArray(16);
    IntArray locals = new IntArray(16);
    IntArray inDegrees = new IntArray(16);
    IntArray outDegrees = new IntArray(16);
    for (int local = 0; local < vertices.length; local++) {
      int v = vertices[local];
      int entry = replicas.firstEntry(v);
      for (int p = replicas.nextPartition(v, 0);
          p >= 0;
          p = replicas.nextPartition(v, p + 1), entry++) {
        if (p != partition) {
          partitions.add(p);
          locals.add(replicas.localOfEntry(entry));
          inDegrees.add(replicas.inDegreeOfEntry(entry));
          outDegrees.add(replicas.outDegreeOfEntry(entry));
        }
      }
      offsets[local + 1] = partitions.size;
    }
    return new ReplicaLists(
        offsets, partitions.toArray(), locals.toArray(), inDegrees.toArray(), outDegrees.toArray());
  }

  private int[] mirrorPartitions(int[] vertices, int mirrors) {
    int[] partitions = new int[mirrors];
    for (int i = 0; i < mirrors; i++) {
      partitions[i] = Vid.partition(replicas.vid(vertices[vertices.length - mirrors + i]));
    }
    return partitions;
  }

  private int[] mirrorLocals(int[] vertices, int mirrors) {
    int[] locals = new int[mirrors];
    for (int i = 0; i < mirrors; i++) {
      locals[i] = Vid.local(replicas.vid(vertices[vertices.length - mirrors + i]));
    }
    return locals;
  }

  private int[] mirrorTypes(int[] vertices, int mirrors) {
    VertexNumbering numbering = replicas.numbering();
    int[] types = new int[numbering.types() == 1 ? 0 : mirrors];
    for (int i = 0; i < types.length; i++) {
      types[i] = numbering.type(vertices[vertices.length - mirrors + i]);
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
}
