// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.inference.predict.EdgeNeeds;
import io.graphember.inference.predict.GraphReads.ListRequest;
import io.graphember.inference.predict.GraphReads.ListedEdges;
import io.graphember.inference.predict.GraphReads.MasterRequest;
import io.graphember.inference.predict.GraphReads.MasterVertices;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.resident.GraphLoader;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What this node has in memory of graphs for predictions. It comes when it is asked for, and goes
 * when nobody has asked for {@value #IDLE_MINUTES} minutes or the version of the graph was dropped.
 * Safe for use by several threads.
 */
public final class WarmGraphs {
  private static final long IDLE_MINUTES = 10;

  private final Caches caches;
  private final GraphCatalog graphs;
  private final ResidentGraphs resident;
  private final GraphLoader loader;
  private final MemoryBudget budget;
  private final NodeThreads threads;
  private final Map<ReadGraph, WarmGraph> warm = new HashMap<>();

  /** A node that has nothing in memory yet. */
  @Inject
  public WarmGraphs(
      Caches caches,
      GraphCatalog graphs,
      ResidentGraphs resident,
      GraphLoader loader,
      MemoryBudget budget,
      NodeThreads threads) {
    this.caches = caches;
    this.graphs = graphs;
    this.resident = resident;
    this.loader = loader;
    this.budget = budget;
    this.threads = threads;
  }

  /**
   * Has partitions of a graph here, from this node's copies or others'; waits until they are.
   *
   * @throws GraphemberException if memory does not suffice, the version is gone, or this node stops
   */
  void warm(ReadGraph asked, int[] partitions) {
    final WarmGraph graph = keep(asked, partitions);
    try {
      graph.load(within(graph.graph(), partitions), caches, loader, threads.workers());
    } catch (RuntimeException | Error e) { // a full heap must not keep the budget too
      forget(asked, graph);
      throw e;
    }
  }

  private synchronized WarmGraph keep(ReadGraph asked, int[] partitions) {
    final WarmGraph before = warm.get(asked);
    if (before != null) {
      return before;
    }
    final GraphInfo graph = graphs.graph(asked.name(), asked.version());
    final Optional<CheckpointedEmbeddings> learned = asked.learned().map(this::learned);
    final MemoryBudget.Reservation memory = budget.take(0, WarmGraph.what(graph));
    final WarmGraph kept =
        new WarmGraph(
            graph,
            asked.dim(),
            learned,
            resident.lease(
                graph.cache(),
                loader.bytes(graph),
                within(graph, partitions),
                WarmGraph.what(graph),
                memory::bytes),
            memory);
    warm.put(asked, kept);
    return kept;
  }

  private static int[] within(GraphInfo graph, int[] partitions) {
    return Arrays.stream(partitions).filter(p -> p >= 0 && p < graph.partitions()).toArray();
  }

  private CheckpointedEmbeddings learned(String cache) {
    return graphs
        .manifest(cache)
        .map(last -> new CheckpointedEmbeddings(cache, last))
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NOT_OWNER, "The embeddings in cache %s are gone.".formatted(cache)));
  }

  private synchronized void forget(ReadGraph asked, WarmGraph graph) {
    warm.remove(asked, graph);
    graph.close();
  }

  private synchronized WarmGraph get(ReadGraph asked) {
    final WarmGraph graph = warm.get(asked);
    if (graph == null) {
      throw WarmGraph.notHere(asked.name());
    }
    return graph;
  }

  /**
   * Describes masters.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if a partition is not here
   */
  List<MasterVertices> masters(ReadGraph asked, List<MasterRequest> requests) {
    final WarmGraph graph = get(asked);
    return requests.stream()
        .map(request -> graph.partition(request.partition()).masters(request))
        .toList();
  }

  /** Reads in-edges, see {@link #masters}. */
  List<ListedEdges> lists(ReadGraph asked, List<ListRequest> requests, EdgeNeeds needs) {
    final WarmGraph graph = get(asked);
    return requests.stream()
        .map(request -> graph.partition(request.partition()).lists(request, needs))
        .toList();
  }

  /**
   * Finds vertices, see {@link #masters}.
   *
   * @param keys of vertices of the type, as texts
   * @return the id of each; {@link VertexKeys#ABSENT} for those that none of the partitions has
   */
  long[] find(ReadGraph asked, int vertexType, List<String> keys, int[] partitions) {
    final WarmGraph graph = get(asked);
    final KeyKind kind = graph.graph().vertexTypes().get(vertexType).keys();
    final KeyColumn column = KeyColumn.parse(kind, keys);
    final long[] vids = new long[keys.size()];
    Arrays.fill(vids, VertexKeys.ABSENT);
    for (int partition : partitions) {
      graph.keys(partition, vertexType).find(column, vids);
    }
    return vids;
  }

  /** Forgets what nobody uses any more, or was dropped. Called again and again. */
  public void look() {
    final Map<ReadGraph, WarmGraph> now;
    synchronized (this) {
      now = Map.copyOf(warm);
    }
    now.forEach(
        (asked, graph) -> {
          if (graph.idleNanos() > TimeUnit.MINUTES.toNanos(IDLE_MINUTES)
              || !graphs.has(graph.graph())) {
            forget(asked, graph);
          }
        });
  }

  /** Forgets everything. */
  public synchronized void forgetAll() {
    Map.copyOf(warm).forEach(this::forget);
  }

  /** Bytes of heap beside the graphs themselves. */
  public synchronized long bytes() {
    return warm.values().stream().mapToLong(WarmGraph::bytes).sum();
  }

  /** Graphs that this node has something of in memory for predictions. */
  public synchronized int count() {
    return warm.size();
  }
}
