// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.store.EdgeRow;
import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.RowStorage;
import io.graphember.spi.Cancellation;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Loads partitions of graphs to where this node keeps them. Safe for use by several threads. */
public final class GraphLoader {
  private final RowStorage storage;
  private final ByteStorage topologyPlace;

  /**
   * A loader of a node.
   *
   * @param storage keeps feature rows
   * @param topologyPlace keeps topology for which the heap has no room
   */
  @Inject
  public GraphLoader(RowStorage storage, ByteStorage topologyPlace) {
    this.storage = storage;
    this.topologyPlace = topologyPlace;
  }

  /** Bytes of each partition; all of one that was stored before it said what its parts take. */
  public List<PartitionBytes> bytes(GraphInfo graph) {
    return IntStream.range(0, graph.partitions()).mapToObj(p -> bytes(graph, p)).toList();
  }

  private PartitionBytes bytes(GraphInfo graph, int partition) {
    final long features = of(graph.partitionSizes().featureBytes(), partition);
    final long topology = of(graph.partitionSizes().topologyBytes(), partition);
    return new PartitionBytes(
        graph.slabBytes().get(partition) - features + storage.heapBytes(features),
        topology - topologyPlace.heapBytes(topology));
  }

  private static long of(List<Long> byPartition, int partition) {
    return byPartition.isEmpty() ? 0 : byPartition.get(partition);
  }

  /**
   * Loads a partition.
   *
   * @param lease says where its topology lies
   * @param blocks gives the block of a key, or null
   * @param cancellation looked at before every block
   * @throws io.graphember.spi.error.GraphemberException if a block is missing or damaged
   */
  public GraphPartition load(
      GraphInfo graph,
      GraphLease lease,
      int number,
      LongFunction<byte @Nullable []> blocks,
      Cancellation cancellation) {
    List<GraphInfo.Vertices> types = graph.vertexTypes();
    return GraphPartition.load(
        number,
        types.stream().mapToInt(GraphInfo.Vertices::featureDim).toArray(),
        types.stream().mapToInt(type -> type.targets().size()).toArray(),
        graph.vertexAttributes(),
        edgeRows(graph),
        blocks,
        storage,
        lease.isMapped(number) ? topologyPlace : ByteStorage.HEAP,
        cancellation);
  }

  /** What the rows of edges of each type hold. */
  public static List<EdgeRow> edgeRows(GraphInfo graph) {
    return graph.edgeTypes().stream()
        .map(type -> new EdgeRow(type.featureDim(), type.label()))
        .toList();
  }
}
