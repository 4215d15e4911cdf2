// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.schema.EdgeType;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A partition of the version that is added to. What is asked of it is read anew each time. Used by
 * one thread.
 */
public final class StoredPartition {
  /** Blocks, the payload they make, what is read of it, and the columns it becomes. */
  private static final int COPIES = 4;

  /** Of an edge: ends, type and order, the same in order, and the staged ends. */
  private static final int EDGE_BYTES = 7 * 4 + 2 * 4;

  private final BaseVersion base;
  private final int number;
  private final LongConsumer beforeReading;
  private final PartitionReader reader;

  /** Takes a held-out edge, whose ends are numbers within their types. */
  @FunctionalInterface
  public interface HeldOut {
    /**
     * An edge.
     *
     * @param type number of its stored type
     * @param kind what it is held out for, and whether it came
     */
    void add(int type, HeldOutLists.Kind kind, int source, int destination);
  }

  /**
   * A partition of which nothing is read yet.
   *
   * @param beforeReading is told the bytes before something is read
   * @param blocks gives the block of a key, or null
   */
  public StoredPartition(
      BaseVersion base,
      int number,
      LongConsumer beforeReading,
      LongFunction<byte @Nullable []> blocks,
      Cancellation cancellation) {
    this.base = base;
    this.number = number;
    this.beforeReading = beforeReading;
    reader = new PartitionReader(number, blocks, cancellation);
  }

  /** Number of the partition. */
  public int number() {
    return number;
  }

  /** Keys of the masters of each vertex type. */
  public List<KeyColumn> keys() {
    beforeReading.accept(base.keyBytes()[number]);
    return reader.keys(base.vertexTypes().size());
  }

  /** The masters of each vertex type. */
  public List<StoredMasters> masters() {
    beforeReading.accept(COPIES * base.slabBytes()[number]);
    List<VertexType> types = base.vertexTypes();
    List<KeyColumn> keys = reader.keys(types.size());
    final int count = keys.stream().mapToInt(KeyColumn::size).sum();
    VertexLabels labels = reader.labels(count);
    VertexData data = reader.vertexData(GraphPartition.attributes(types), count);
    List<StoredMasters> masters = new ArrayList<>();
    int first = 0;
    for (int t = 0; t < types.size(); t++) {
      final VertexType type = types.get(t);
      final int ofType = keys.get(t).size();
      masters.add(
          new StoredMasters(
              type,
              keys.get(t),
              labels,
              data,
              first,
              reader.features(t, first, ofType, type.featureDim()),
              reader.targets(t, first, ofType, type.featureDim(), type.targetDim())));
      first += ofType;
    }
    return masters;
  }

  /** Edges in both directions, replicas, types. */
  public PartitionTopology topology() {
    beforeReading.accept(COPIES * base.slabBytes()[number]);
    return reader.topology();
  }

  /** The masters that the version changes of those that are stored. */
  public ChangedMasters changed() {
    return reader.changedMasters();
  }

  /** The edges, in order of their types. */
  public StoredEdges edges(VertexNumbers numbers) {
    beforeReading.accept(COPIES * base.slabBytes()[number]);
    PartitionTopology topology = reader.topology();
    beforeReading.accept(
        COPIES * base.slabBytes()[number]
            + (EDGE_BYTES + (long) topology.attributes().bytes()) * topology.edges()
            + 4L * topology.vertices());
    int[] ends = ends(topology, numbers);
    EdgeIndex out = topology.out();
    int[] sources = new int[topology.edges()];
    int[] destinations = new int[topology.edges()];
    int[] types = new int[topology.edges()];
    int edge = 0;
    for (int v = 0; v < topology.vertices(); v++) {
      final int degree = out.lists().copy(v, destinations, edge);
      for (int i = 0; i < degree; i++, edge++) {
        sources[edge] = ends[v];
        destinations[edge] = ends[destinations[edge]];
        types[edge] = out.types().type(v, i);
      }
    }
    int[] order = byType(types);
    return new StoredEdges(
        permuted(types, order),
        permuted(sources, order),
        permuted(destinations, order),
        order,
        reader.edgeData(topology));
  }

  /** Number, within its type, of each local vertex. */
  private int[] ends(PartitionTopology topology, VertexNumbers numbers) {
    int[] ends = new int[topology.vertices()];
    for (int local = 0; local < ends.length; local++) {
      ends[local] = numbers.number(topology.types().vertexType(local), topology.vid(number, local));
    }
    return ends;
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

  /** The held-out edges that begin at the masters, if the version has any. */
  public void heldOut(BaseNumbers numbers, HeldOut target) {
    if (base.heldOutEdges() == 0) {
      return;
    }
    HeldOutLists lists = reader.heldOut();
    for (int master = 0; master + 1 < lists.offsets().length; master++) {
      for (int e = lists.offsets()[master]; e < lists.offsets()[master + 1]; e++) {
        final EdgeType type = base.edgeTypes().get(lists.types()[e]);
        final long tail = lists.tails()[e];
        target.add(
            lists.types()[e],
            lists.kind(e),
            numbers.number(type.source(), number, master),
            numbers.number(type.destination(), Vid.partition(tail), Vid.local(tail)));
      }
    }
  }
}
