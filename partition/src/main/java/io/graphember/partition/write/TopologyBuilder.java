// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.store.EdgeLists;
import io.graphember.graph.store.PlainTopology;
import io.graphember.partition.placement.NumberedEdgeValues;
import io.graphember.partition.placement.PartitionEdges;
import io.graphember.partition.placement.PartitionVertices;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.placement.PlacedVertices;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.schema.EdgeAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes the topologies of the partitions, one after the other, of edges between local numbers.
 *
 * <p>O(V_p + E_p) a partition: lists are put in order by counting sorts, one for each part of the
 * key.
 */
final class TopologyBuilder {
  private final PlacedEdges edges;
  private final PlacedVertices vertices;
  private final int edgeTypes;

  TopologyBuilder(PlacedEdges edges, PlacedVertices vertices) {
    this.edges = edges;
    this.vertices = vertices;
    edgeTypes = edges.types().size();
  }

  /** Upper bound on the bytes that a partition takes while it is built and written. */
  static long bytes(long edges, EdgeAttributes attributes, ReplicaTable replicas, int partition) {
    final boolean typed = replicas.numbering().edgeSchema().types().size() > 1;
    // Plain arrays, and the payload.
    long edgeBytes = 32 + 8;
    edgeBytes += typed ? 2 * 12 : 0;
    edgeBytes += attributes.none() ? 0 : 2 * 4 + 2 * 12;
    return edgeBytes * edges
        + (48L + 32) * replicas.vertices(partition)
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
    PartitionVertices placedVertices = vertices.partition(partition);
    final int size = placedVertices.size();
    PartitionEdges placed = edges.partition(partition);
    final boolean valued = !edges.attributes().none();
    int[] sources = placed.sources();
    int[] ends = placed.destinations();

    // By (source, type, destination): a stable sort by each, the last one first.
    int[] order = sorted(null, ends, size);
    if (edgeTypes > 1) {
      order = sorted(order, permuted(placed.types(), order), edgeTypes);
    }
    int[] sourceKeys = permuted(sources, order);
    int[] outOffsets = offsets(sourceKeys, size);
    int[] places = places(sourceKeys, outOffsets);
    EdgeLists out =
        new EdgeLists(
            outOffsets,
            scattered(permuted(ends, order), places),
            edgeTypes == 1 ? new int[0] : scattered(permuted(placed.types(), order), places));
    int[] numbers = valued ? scattered(order, places) : new int[0];
    return new Built(topology(placedVertices, out), numbers, placed.values());
  }

  private PlainTopology topology(PartitionVertices placed, EdgeLists out) {
    final boolean valued = !edges.attributes().none();

    // In-edges by (destination, type, source); out-edges are in order of their source.
    int[] order = edgeTypes == 1 ? null : sorted(null, out.types(), edgeTypes);
    int[] endKeys = permuted(out.neighbors(), order);
    int[] inOffsets = offsets(endKeys, placed.size());
    int[] places = places(endKeys, inOffsets);
    return new PlainTopology(
        placed.typeStarts(),
        placed.mirrorPartitions(),
        placed.mirrorLocals(),
        placed.mirrorTypes(),
        edgeTypes,
        edges.attributes(),
        out,
        new EdgeLists(
            inOffsets,
            scattered(permuted(expanded(out.offsets()), order), places),
            edgeTypes == 1 ? out.types() : scattered(permuted(out.types(), order), places)),
        valued ? scattered(order == null ? counted(places.length) : order, places) : new int[0],
        placed.replicas());
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
}
