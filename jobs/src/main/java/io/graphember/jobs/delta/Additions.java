// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.delta.BufferedPieces;
import io.graphember.partition.delta.DeltaBuilder;
import io.graphember.partition.delta.EarlierAdditions;
import io.graphember.partition.delta.RequestedKeys;
import io.graphember.partition.delta.SealedEdges;
import io.graphember.partition.delta.SealedMasters;
import io.graphember.partition.delta.SealedRequest;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.sampling.engine.Replies;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Adds a little to a graph on the node that took the load: asks the nodes that have the graph for
 * what is touched, and builds one partition of all that was added. Safe for use by several threads.
 */
public final class Additions {
  private static final long MOST_FIND_MILLIS = 600_000;

  private final Caches caches;
  private final PrimaryPartitions primaries;
  private final NodeCalls calls;
  private final SealedReads here;

  @Inject
  Additions(Caches caches, PrimaryPartitions primaries, NodeCalls calls, SealedReads here) {
    this.caches = caches;
    this.primaries = primaries;
    this.calls = calls;
    this.here = here;
  }

  /** A load that adds to a version. */
  public record Load(GraphInfo base, GraphSettings settings, GraphHeader header) {}

  /**
   * Places what was added.
   *
   * @param pieces all that has come, see {@link DeltaRule}
   * @param labelNames name of each label number that they use, by vertex type
   * @param budget memory is taken from it until the builder is closed
   * @throws io.graphember.spi.error.GraphemberException as of a whole load, or if a node is lost
   */
  public DeltaBuilder place(
      Load load,
      BufferedPieces pieces,
      List<List<String>> labelNames,
      MemoryBudget budget,
      Workers workers,
      Cancellation cancellation) {
    final GraphInfo sealed = load.base().sealedVersion().orElse(load.base());
    final BaseVersion version = LoadedGraph.version(load.base());
    final EarlierAdditions earlier =
        new EarlierAdditions(version, GraphBlocks.of(caches, load.base()), cancellation);
    final Replies replies = new Replies(cancellation, MOST_FIND_MILLIS);
    final List<SealedMasters> masters =
        find(sealed, RequestedKeys.of(load.header(), pieces), earlier.locals(), replies);
    return new DeltaBuilder(
        load.settings(),
        load.header(),
        earlier.base(
            masters,
            sealed.vertexTypes().stream().map(type -> type.featureEntries() > 0).toList(),
            edges -> has(sealed, edges, replies)),
        pieces,
        labelNames,
        budget,
        workers,
        cancellation);
  }

  /** Asks each node for the partitions of which it has the primary copy. */
  private List<SealedMasters> find(
      GraphInfo sealed, SealedRequest request, int[][] locals, Replies replies) {
    final List<CompletableFuture<List<SealedMasters>>> asked = new ArrayList<>();
    final List<SealedMessages.Find> own = new ArrayList<>();
    primaries
        .of(sealed.cache())
        .forEach(
            (node, partitions) -> {
              final SealedMessages.Find message =
                  new SealedMessages.Find(
                      sealed,
                      request,
                      partitions,
                      Arrays.stream(partitions).mapToObj(p -> locals[p]).toList());
              if (node.equals(calls.self())) {
                own.add(message);
              } else {
                asked.add(calls.send(node, NodeThreads.SHARD_EXECUTOR, message));
              }
            });
    final List<SealedMasters> found = new ArrayList<>();
    own.forEach(message -> found.addAll(here.find(message)));
    for (CompletableFuture<List<SealedMasters>> reply : asked) {
      found.addAll(replies.await(reply, "the nodes that have the graph"));
    }
    found.sort(Comparator.comparingInt(SealedMasters::partition));
    return found;
  }

  /** Asks the nodes which edges there are; answers in the order of what is asked. */
  private List<byte[]> has(GraphInfo sealed, List<SealedEdges> edges, Replies replies) {
    final List<byte[]> found = new ArrayList<>(Collections.nCopies(edges.size(), new byte[0]));
    final Map<int[], CompletableFuture<List<byte[]>>> asked = new LinkedHashMap<>();
    primaries
        .of(sealed.cache())
        .forEach(
            (node, partitions) -> {
              final int[] places =
                  IntStream.range(0, edges.size())
                      .filter(i -> Arrays.binarySearch(partitions, edges.get(i).partition()) >= 0)
                      .toArray();
              if (places.length > 0) {
                final SealedMessages.Has message =
                    new SealedMessages.Has(
                        sealed, IntStream.of(places).mapToObj(edges::get).toList());
                asked.put(
                    places,
                    node.equals(calls.self())
                        ? CompletableFuture.completedFuture(here.has(message))
                        : calls.send(node, NodeThreads.SHARD_EXECUTOR, message));
              }
            });
    asked.forEach(
        (places, reply) -> {
          final List<byte[]> some = replies.await(reply, "the nodes that have the graph");
          for (int i = 0; i < places.length; i++) {
            found.set(places[i], some.get(i));
          }
        });
    return found;
  }
}
