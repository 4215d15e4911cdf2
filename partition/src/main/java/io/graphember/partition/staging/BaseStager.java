// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.schema.EdgeType;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Stages a stored version of a graph: the masters of all partitions, then their edges. An edge is
 * staged as it is stored: one that symmetrising has made is an edge like others.
 *
 * <p>O(V + E log types); one partition is in memory at a time. Used by one thread.
 */
final class BaseStager {
  /** Blocks, the payload they make, what is read of it, and the columns it becomes. */
  private static final int COPIES = 4;

  /** Of an edge: ends, type and order, the same in order, and the staged ends. */
  private static final int EDGE_BYTES = 7 * 4 + 2 * 4;

  private final BaseVersion base;
  private final StagedVertices[] vertices; // [vertex types]
  private final VertexColumns[] columns; // of each vertex type
  private final StagedEdges edges;
  private final StagedPairs pairs;
  private final LongConsumer beforeReading;
  private final LongFunction<byte[]> blocks;
  private final BuildProgress progress;
  private final Cancellation cancellation;

  /**
   * Where the version goes.
   *
   * @param vertices number the masters
   * @param columns receive what is known of them
   * @param edges receive the edges
   * @param pairs receive the edges that are held out
   */
  record Target(
      StagedVertices[] vertices, VertexColumns[] columns, StagedEdges edges, StagedPairs pairs) {}

  /**
   * A stager.
   *
   * @param beforeReading is told the bytes before a partition is read
   * @param blocks gives the block of a key, or null
   */
  BaseStager(
      BaseVersion base,
      Target target,
      LongConsumer beforeReading,
      LongFunction<byte[]> blocks,
      BuildProgress progress,
      Cancellation cancellation) {
    this.base = base;
    this.vertices = target.vertices();
    this.columns = target.columns();
    this.edges = target.edges();
    this.pairs = target.pairs();
    this.beforeReading = beforeReading;
    this.blocks = blocks;
    this.progress = progress;
    this.cancellation = cancellation;
  }

  void stage() {
    final int partitions = base.partitions();
    for (int p = 0; p < partitions; p++) {
      stageVertices(p, reader(p));
      progress.at("base", p + 1, 2L * partitions);
    }
    int[][] offsets = offsets(partitions);
    for (int p = 0; p < partitions; p++) {
      stageEdges(p, reader(p), offsets);
      if (base.heldOut()) {
        stageHeldOut(p, reader(p), offsets);
      }
      progress.at("base", partitions + p + 1, 2L * partitions);
    }
  }

  private PartitionReader reader(int partition) {
    beforeReading.accept(COPIES * base.slabBytes()[partition]);
    return new PartitionReader(partition, blocks, cancellation);
  }

  private void stageVertices(int partition, PartitionReader reader) {
    List<KeyColumn> keys = reader.keys(vertices.length);
    int masters = keys.stream().mapToInt(KeyColumn::size).sum();
    VertexLabels labels = reader.labels(masters);
    VertexData data = reader.vertexData(GraphPartition.attributes(base.vertexTypes()), masters);
    int first = 0;
    for (int t = 0; t < vertices.length; t++) {
      KeyColumn ofType = keys.get(t);
      final VertexType type = base.vertexType(t);
      vertices[t].addStored(ofType);
      columns[t].addStored(
          labels,
          first,
          ofType.size(),
          data,
          reader.features(t, ofType.size(), type.featureDim()),
          reader.targets(t, ofType.size(), type.targetDim()));
      first += ofType.size();
    }
  }

  /** What turns a master's local number into its staged one, by vertex type and partition. */
  private int[][] offsets(int partitions) {
    int[][] offsets = new int[vertices.length][partitions];
    for (int p = 0; p < partitions; p++) {
      int local = 0;
      for (int t = 0; t < vertices.length; t++) {
        offsets[t][p] = vertices[t].ranges().first(p) - local;
        local += vertices[t].ranges().count(p);
      }
    }
    return offsets;
  }

  private void stageEdges(int partition, PartitionReader reader, int[][] offsets) {
    PartitionTopology topology = reader.topology();
    accountEdges(partition, topology);
    int[] numbers = numbers(partition, topology, offsets);
    EdgeIndex out = topology.out();
    int[] sources = new int[topology.edges()];
    int[] destinations = new int[topology.edges()];
    int[] types = new int[topology.edges()];
    int edge = 0;
    for (int v = 0; v < topology.vertices(); v++) {
      final int degree = out.lists().copy(v, destinations, edge);
      for (int i = 0; i < degree; i++, edge++) {
        sources[edge] = numbers[v];
        destinations[edge] = numbers[destinations[edge]];
        types[edge] = out.types().type(v, i);
      }
    }
    int[] order = byType(types);
    addStored(
        permuted(types, order),
        permuted(sources, order),
        permuted(destinations, order),
        order,
        reader.edgeData(topology));
    edges.endPartition();
  }

  private void stageHeldOut(int partition, PartitionReader reader, int[][] offsets) {
    HeldOutLists lists = reader.heldOut();
    for (int master = 0; master + 1 < lists.offsets().length; master++) {
      for (int e = lists.offsets()[master]; e < lists.offsets()[master + 1]; e++) {
        final EdgeType type = base.edgeTypes().get(lists.types()[e]);
        final long tail = lists.tails()[e];
        pairs.add(
            lists.types()[e],
            lists.made()[e] != 0,
            offsets[type.source()][partition] + master,
            offsets[type.destination()][Vid.partition(tail)] + Vid.local(tail));
      }
    }
  }

  private void accountEdges(int partition, PartitionTopology topology) {
    long edgeBytes = EDGE_BYTES + topology.attributes().bytes();
    beforeReading.accept(
        COPIES * base.slabBytes()[partition]
            + edgeBytes * topology.edges()
            + 4L * topology.vertices());
  }

  private void addStored(
      int[] types, int[] sources, int[] destinations, int[] order, EdgeData data) {
    int from = 0;
    for (int e = 1; e <= types.length; e++) {
      if (e == types.length || types[e] != types[from]) {
        cancellation.check();
        edges.addStored(types[from], from, e, sources, destinations, order, data);
        from = e;
      }
    }
  }

  private static int[] permuted(int[] values, int[] order) {
    int[] permuted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      permuted[i] = values[order[i]];
    }
    return permuted;
  }

  /** Edge numbers in order of type, so that runs of staged edges are long. */
  private int[] byType(int[] types) {
    int[] next = new int[base.edgeTypes().size() + 1];
    for (int type : types) {
      next[type + 1]++;
    }
    for (int t = 0; t + 1 < next.length; t++) {
      next[t + 1] += next[t];
    }
    int[] order = new int[types.length];
    for (int e = 0; e < types.length; e++) {
      order[next[types[e]]++] = e;
    }
    return order;
  }

  /** Staged number, within its type, of each local vertex. */
  private static int[] numbers(int partition, PartitionTopology topology, int[][] offsets) {
    int[] numbers = new int[topology.vertices()];
    for (int local = 0; local < numbers.length; local++) {
      long vid = topology.vid(partition, local);
      int type = topology.types().vertexType(local);
      numbers[local] = offsets[type][Vid.partition(vid)] + Vid.local(vid);
    }
    return numbers;
  }
}
