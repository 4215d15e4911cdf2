// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.store.GraphPartition;
import io.graphember.inference.predict.HeldPartition;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.resident.GraphLease;
import io.graphember.jobs.resident.GraphLoader;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The partitions of a graph that this node reads for predictions: in the memory that jobs share,
 * which is leased, with a way from the user's keys to vertices. Partitions come when they are asked
 * for; what is here is right wherever the cluster moves them. Safe for use by several threads.
 */
final class WarmGraph implements Cancellation, AutoCloseable {
  private final GraphInfo graph;
  private final int dim;
  private final Optional<CheckpointedEmbeddings> learned;
  private final GraphLease lease;
  private final MemoryBudget.Reservation memory;
  private final AtomicReferenceArray<Held> held;
  private volatile boolean closed;
  private volatile long usedNanos = System.nanoTime();

  /**
   * A partition.
   *
   * @param keys by vertex type
   */
  private record Held(HeldPartition partition, List<VertexKeys> keys) {}

  /**
   * Nothing is here yet.
   *
   * @param dim floats of a row that enters the model
   * @param learned rows that were learned for vertices without features
   * @param memory takes what is not of the graph itself
   */
  WarmGraph(
      GraphInfo graph,
      int dim,
      Optional<CheckpointedEmbeddings> learned,
      GraphLease lease,
      MemoryBudget.Reservation memory) {
    this.graph = graph;
    this.dim = dim;
    this.learned = learned;
    this.lease = lease;
    this.memory = memory;
    this.held = new AtomicReferenceArray<>(graph.partitions());
  }

  GraphInfo graph() {
    return graph;
  }

  /**
   * Has partitions here; waits while others load them.
   *
   * @throws GraphemberException if memory does not suffice, a block is missing, or it was closed
   */
  synchronized void load(int[] numbers, Caches caches, GraphLoader loader, Workers workers) {
    final int[] missing = Arrays.stream(numbers).filter(p -> held.get(p) == null).toArray();
    if (missing.length == 0) {
      return;
    }
    final GraphBlocks blocks = GraphBlocks.of(caches, graph);
    lease.load(
        missing, what(graph), workers, this, p -> loader.load(graph, lease, p, blocks, this));
    for (int p : missing) {
      check();
      held.set(p, held(lease.partition(p), caches));
    }
  }

  static String what(GraphInfo graph) {
    return "Predictions on graph %s".formatted(graph.name());
  }

  private Held held(GraphPartition partition, Caches caches) {
    final RowMatrix input =
        learned.isPresent()
            ? learnedRows(learned.get(), partition, caches)
            : partition.inputRows(dim);
    final List<VertexKeys> keys = new ArrayList<>();
    for (int type = 0; type < partition.keysByType().size(); type++) {
      final long before = memory.bytes();
      final VertexKeys ofType =
          new VertexKeys(
              partition.number(),
              partition.topology().types().start(type),
              partition.keysByType().get(type),
              memory::grow);
      memory.grow(Math.max(0, before + ofType.bytes() - memory.bytes()));
      memory.shrinkTo(before + ofType.bytes());
      keys.add(ofType);
    }
    return new Held(
        new HeldPartition(partition.number(), partition.topology(), partition.edgeData(), input),
        keys);
  }

  private RowMatrix learnedRows(
      CheckpointedEmbeddings from, GraphPartition partition, Caches caches) {
    final int masters = partition.topology().masters();
    memory.grow(CheckpointedEmbeddings.estimateBytes(masters, dim));
    return partition.inputRows(from.read(caches, graph, this, partition.number(), masters, dim));
  }

  /**
   * A partition that is here.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if it is not
   */
  HeldPartition partition(int number) {
    return get(number).partition();
  }

  /** Ways from keys to the masters of a type in a partition that is here. */
  VertexKeys keys(int number, int vertexType) {
    return get(number).keys().get(vertexType);
  }

  private Held get(int number) {
    usedNanos = System.nanoTime();
    final Held there = number >= 0 && number < held.length() ? held.get(number) : null;
    if (there == null || closed) {
      throw notHere(graph.name());
    }
    return there;
  }

  static GraphemberException notHere(String graph) {
    return new GraphemberException(
        NodeError.NOT_OWNER,
        "Graph %s is not in the memory of this node for predictions.".formatted(graph));
  }

  /** Nanoseconds since it was used. */
  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  /** Bytes of heap beside the graph itself. */
  long bytes() {
    return memory.bytes();
  }

  @Override
  public boolean requested() {
    return closed;
  }

  /** Who reads goes on; what loads soon ends. */
  @Override
  public void close() {
    closed = true;
    try (lease;
        memory) {
      // Both, whatever happens to one.
    }
  }
}
