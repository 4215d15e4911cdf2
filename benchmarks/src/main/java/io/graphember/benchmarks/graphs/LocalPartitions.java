// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.graph.rows.RowSource;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowStorage;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** All partitions of a graph in this process, each with the rows of its mirrors. */
public final class LocalPartitions implements PartitionClient {
  private final List<ResidentPartition> partitions = new ArrayList<>();
  private final List<RowMatrix> features = new ArrayList<>();
  private final Map<Boolean, Optional<JoinedLists>> joined = new ConcurrentHashMap<>();

  /** Partitions whose edges have random weights in (0, 1]. */
  public LocalPartitions(BuiltGraph graph) {
    this(graph, RowStorage.HEAP, ByteStorage.HEAP);
  }

  /** The same with features and topology that lie elsewhere. */
  public LocalPartitions(BuiltGraph graph, RowStorage storage, ByteStorage topologyPlace) {
    for (int p = 0; p < graph.summary().partitions(); p++) {
      GraphPartition partition =
          GraphPartition.load(
              p,
              new int[] {graph.summary().featureDim()},
              new int[1],
              VertexAttributes.NONE,
              List.of(),
              graph.blocks()::get,
              storage,
              topologyPlace,
              Cancellation.NEVER);
      features.add(
          graph.summary().featureDim() == 0
              ? null
              : partition
                  .mirrored(graph.blocks()::get, Cancellation.NEVER)
                  .features()
                  .orElseThrow());
      partitions.add(
          new ResidentPartition(
              p,
              partition.topology(),
              partition.edgeData(),
              partition.vertexData(),
              new MemoryBudget(8L << 30).take(0, "columns")));
    }
  }

  public ResidentPartition partition(int number) {
    return partitions.get(number);
  }

  /** Masters of all partitions. */
  public int masters() {
    return partitions.stream().mapToInt(partition -> partition.topology().masters()).sum();
  }

  /** The feature rows, which all lie in this process. */
  public RowSource rows() {
    return new ResidentRows(features);
  }

  @Override
  public int partitions() {
    return partitions.size();
  }

  @Override
  public int hosts() {
    return 1;
  }

  @Override
  public int host(int partition) {
    return 0;
  }

  @Override
  public Optional<ResidentPartition> resident(int partition) {
    return Optional.of(partitions.get(partition));
  }

  @Override
  public Optional<JoinedLists> joined(boolean in) {
    return joined.computeIfAbsent(in, this::join);
  }

  private Optional<JoinedLists> join(boolean in) {
    final List<PartitionTopology> topologies =
        partitions.stream().map(ResidentPartition::topology).toList();
    return JoinedLists.bytes(topologies).map(bytes -> JoinedLists.of(topologies, in));
  }

  @Override
  public <R extends PartitionReply> CompletableFuture<List<R>> ask(
      int host, List<? extends PartitionRequest<R>> requests) {
    List<R> replies = new ArrayList<>(requests.size());
    requests.forEach(request -> replies.add(request.answer(partition(request.partition()))));
    return CompletableFuture.completedFuture(replies);
  }
}
