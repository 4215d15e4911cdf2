// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeLists;
import io.graphember.graph.store.PlainTopology;
import io.graphember.graph.store.ReplicaLists;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.EdgeAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
  private final int[] localOf; // of each vertex of the partition that is being built

  TopologyBuilder(PlacedEdges edges, ReplicaTable replicas) {
    this.edges = edges;
    this.replicas = replicas;
    edgeTypes = replicas.numbering().edgeSchema().types().size();
    localOf = new int[replicas.numbering().vertices()];
  }

  static long estimateBytes(long vertices) {
    return 4 * vertices;
  }

  /** Upper bound on the bytes that a partition takes while it is built and written. */
  static long bytes(long edges, EdgeAttributes attributes, ReplicaTable replicas, int partition) {
    final boolean typed = replicas.numbering().edgeSchema().types().size() > 1;
    // Plain arrays, and the payload.
    long edgeBytes = 32 + 8;
    edgeBytes += typed ? 2 * 12 : 0;
    edgeBytes += attributes.none() ? 0 : 2 * 4 + 2 * 12;
    return edgeBytes * edges
        + (48 + 32) * replicas.vertices(partition)
        + (20 + 16) * replicas.replicasIn(partition);
  }

  /**
   * A partition in plain arrays.
   *
   * @param topology its topology
   * @param edges place among the partition's edges in canonical order of each edge, by its number;
   *     empty if edges carry nothing
   * @param values what the edges carry, by their places
   */
  record Built(PlainTopology topology, int[] edges, NumberedEdgeValues values) {}

  Built build(int partition) {
    int[] vertices = localVertices(partition);
    for (int local = 0; local < vertices.length; local++) {
      localOf[vertices[local]] = local;
    }
    PartitionEdges placed = edges.partition(partition);
    final boolean valued = !edges.attributes().none();
    int[] sources = placed.sources();
    int[] ends = placed.destinations();
    toLocals(sources);
    toLocals(ends);

    // By (source, type, destination): a stable sort by each, the last one first.
    int[] order = sorted(null, ends, vertices.length);
    if (edgeTypes > 1) {
      order = sorted(order, permuted(placed.types(), order), edgeTypes);
    }
    int[] sourceKeys = permuted(sources, order);
    int[] outOffsets = offsets(sourceKeys, vertices.length);
    int[] places = places(sourceKeys, outOffsets);
    EdgeLists out =
        new EdgeLists(
            outOffsets,
            scattered(permuted(ends, order), places),
            edgeTypes == 1 ? new int[0] : scattered(permuted(placed.types(), order), places));
    int[] numbers = valued ? scattered(order, places) : new int[0];
    return new Built(topology(partition, vertices, out), numbers, placed.values());
  }

  private PlainTopology topology(int partition, int[] vertices, EdgeLists out) {
    final boolean valued = !edges.attributes().none();
    int mirrors = vertices.length - replicas.masters(partition);

    // In-edges by (destination, type, source); out-edges are in order of their source.
    int[] order = edgeTypes == 1 ? null : sorted(null, out.types(), edgeTypes);
    int[] endKeys = permuted(out.neighbors(), order);
    int[] inOffsets = offsets(endKeys, vertices.length);
    int[] places = places(endKeys, inOffsets);
    return new PlainTopology(
        replicas.typeStarts(partition),
        mirrorPartitions(vertices, mirrors),
        mirrorLocals(vertices, mirrors),
        mirrorTypes(vertices, mirrors),
        edgeTypes,
        edges.attributes(),
        out,
        new EdgeLists(
            inOffsets,
            scattered(permuted(expanded(out.offsets()), order), places),
            edgeTypes == 1 ? out.types() : scattered(permuted(out.types(), order), places)),
        valued ? scattered(order == null ? counted(places.length) : order, places) : new int[0],
        replicaLists(partition, vertices));
  }

  private static int[] counted(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  /** The key of each value, of keys in order. */
  private static int[] expanded(int[] offsets) {
    int[] keys = new int[offsets[offsets.length - 1]];
    for (int k = 0; k + 1 < offsets.length; k++) {
      Arrays.fill(keys, offsets[k], offsets[k + 1], k);
    }
    return keys;
  }

  /**
   * Sorts values by the keys beside them; those with equal keys stay in order.
   *
   * @param values null for the numbers from 0 on
   */
  private static int[] sorted(int @Nullable [] values, int[] keys, int keyCount) {
    int[] next = offsets(keys, keyCount);
    int[] sorted = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      sorted[next[keys[i]]++] = values == null ? i : values[i];
    }
    return sorted;
  }

  /** Where each value goes if they are sorted by the keys beside them. */
  private static int[] places(int[] keys, int[] offsets) {
    int[] next = offsets.clone();
    int[] places = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      places[i] = next[keys[i]]++;
    }
    return places;
  }

  private static int[] scattered(int[] values, int[] places) {
    int[] scattered = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      scattered[places[i]] = values[i];
    }
    return scattered;
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

  /** Values in an order; null for the one that they are in. */
  private static int[] permuted(int[] values, int @Nullable [] order) {
    if (order == null) {
      return values;
    }
    int[] permuted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      permuted[i] = values[order[i]];
    }
    return permuted;
  }

  /** Replaces vertices by their local numbers in the partition that is being built. */
  private void toLocals(int[] vertices) {
    for (int i = 0; i < vertices.length; i++) {
      vertices[i] = localOf[vertices[i]];
    }
  }

  private ReplicaLists replicaLists(int partition, int[] vertices) {
    final int size = Math.toIntExact(replicas.replicasIn(partition) - replicas.vertices(partition));
    int[] offsets = new int[vertices.length + 1];
    int[] partitions = new int[size];
    int[] locals = new int[size];
    int[] inDegrees = new int[size];
    int[] outDegrees = new int[size];
    int at = 0;
    for (int local = 0; local < vertices.length; local++) {
      int v = vertices[local];
      for (int entry = replicas.firstEntry(v); entry < replicas.lastEntry(v); entry++) {
        if (replicas.partitionOfEntry(entry) != partition) {
          partitions[at] = replicas.partitionOfEntry(entry);
          locals[at] = replicas.localOfEntry(entry);
          inDegrees[at] = replicas.inDegreeOfEntry(entry);
          outDegrees[at++] = replicas.outDegreeOfEntry(entry);
        }
      }
      offsets[local + 1] = at;
    }
    return new ReplicaLists(offsets, partitions, locals, inDegrees, outDegrees);
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
