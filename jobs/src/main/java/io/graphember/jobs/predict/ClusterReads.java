// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.inference.predict.EdgeNeeds;
import io.graphember.inference.predict.GraphReads;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Reads a graph where its partitions lie: those of this node without a detour, of others by one
 * call a node. Waits for the nodes. Safe for use by several threads.
 */
final class ClusterReads implements GraphReads {
  private static final long WAIT_SECONDS = 60;
  private static final long WARM_SECONDS = 600;

  private final NodeCalls calls;
  private final WarmGraphs here;
  private final ReadGraph graph;
  private final EdgeNeeds needs;
  private final UUID[] owners;
  private final Map<UUID, int[]> byOwner;

  /**
   * Reads of a placement.
   *
   * @param owners node of each partition
   */
  ClusterReads(NodeCalls calls, WarmGraphs here, ReadGraph graph, EdgeNeeds needs, UUID[] owners) {
    this.calls = calls;
    this.here = here;
    this.graph = graph;
    this.needs = needs;
    this.owners = owners;
    this.byOwner = byOwner(owners);
  }

  /** True if partitions lie there. */
  boolean isOf(UUID[] others) {
    return Arrays.equals(owners, others);
  }

  /** Has all nodes bring their partitions into memory, and waits for them. */
  void warm() {
    final List<CompletableFuture<?>> others = new ArrayList<>();
    byOwner.forEach(
        (owner, partitions) -> {
          if (!owner.equals(calls.self())) {
            others.add(
                calls.send(
                    owner,
                    NodeThreads.TRAINER_EXECUTOR,
                    new PredictMessages.Warm(graph, partitions)));
          }
        });
    final int[] own = byOwner.getOrDefault(calls.self(), new int[0]);
    if (own.length > 0) {
      here.warm(graph, own);
    }
    others.forEach(other -> await(other, WARM_SECONDS));
  }

  private static Map<UUID, int[]> byOwner(UUID[] owners) {
    final Map<UUID, int[]> byOwner = new LinkedHashMap<>();
    for (int p = 0; p < owners.length; p++) {
      final int[] before = byOwner.getOrDefault(owners[p], new int[0]);
      final int[] more = Arrays.copyOf(before, before.length + 1);
      more[before.length] = p;
      byOwner.put(owners[p], more);
    }
    return byOwner;
  }

  /**
   * Finds vertices.
   *
   * @return the id of each; {@link VertexKeys#ABSENT} for those that are not in the graph
   */
  long[] find(int vertexType, List<String> keys) {
    final List<CompletableFuture<long[]>> found = new ArrayList<>();
    byOwner.forEach(
        (owner, partitions) -> {
          if (!owner.equals(calls.self())) {
            found.add(
                calls.send(
                    owner,
                    NodeThreads.SEARCH_EXECUTOR,
                    new PredictMessages.Find(graph, vertexType, keys, partitions)));
          }
        });
    final long[] vids = new long[keys.size()];
    Arrays.fill(vids, VertexKeys.ABSENT);
    final int[] own = byOwner.getOrDefault(calls.self(), new int[0]);
    if (own.length > 0) {
      merge(here.find(graph, vertexType, keys, own), vids);
    }
    found.forEach(some -> merge(await(some, WAIT_SECONDS), vids));
    return vids;
  }

  private static void merge(long[] some, long[] vids) {
    for (int i = 0; i < vids.length; i++) {
      vids[i] = some[i] == VertexKeys.ABSENT ? vids[i] : some[i];
    }
  }

  @Override
  public int partitions() {
    return owners.length;
  }

  @Override
  public List<MasterVertices> masters(List<MasterRequest> requests) {
    return ask(
        requests,
        MasterRequest::partition,
        some -> here.masters(graph, some),
        some -> new PredictMessages.Masters(graph, some),
        DescribedMasters::vertices);
  }

  @Override
  public List<ListedEdges> lists(List<ListRequest> requests) {
    return ask(
        requests,
        ListRequest::partition,
        some -> here.lists(graph, some, needs),
        some -> new PredictMessages.Lists(graph, some, needs),
        Function.identity());
  }

  /** Other nodes are asked first, and answer while this one does. */
  private <Q, W, A> List<A> ask(
      List<Q> requests,
      ToIntFunction<Q> partition,
      Function<List<Q>, List<A>> local,
      Function<List<Q>, Message<List<W>>> message,
      Function<W, A> read) {
    final Map<UUID, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      places
          .computeIfAbsent(owners[partition.applyAsInt(requests.get(i))], o -> new ArrayList<>())
          .add(i);
    }
    final List<Integer> own = places.remove(calls.self());
    if (places.isEmpty()) {
      return local.apply(requests);
    }
    final BiFunction<UUID, List<Integer>, CompletableFuture<List<W>>> send =
        (owner, of) ->
            calls.send(
                owner,
                NodeThreads.SEARCH_EXECUTOR,
                message.apply(of.stream().map(requests::get).toList()));
    final Map<List<Integer>, CompletableFuture<List<W>>> asked = new LinkedHashMap<>();
    places.forEach((owner, of) -> asked.put(of, send.apply(owner, of)));
    final List<A> answers = new ArrayList<>(Collections.nCopies(requests.size(), null));
    if (own != null) {
      put(local.apply(own.stream().map(requests::get).toList()), own, answers);
    }
    asked.forEach(
        (of, reply) -> put(await(reply, WAIT_SECONDS).stream().map(read).toList(), of, answers));
    return answers;
  }

  private static <A> void put(List<A> some, List<Integer> places, List<A> answers) {
    for (int i = 0; i < places.size(); i++) {
      answers.set(places.get(i), some.get(i));
    }
  }

  private static <R> R await(CompletableFuture<R> reply, long seconds) {
    try {
      return reply.orTimeout(seconds, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GraphemberException known) {
        throw known;
      }
      throw new GraphemberException(
          NodeError.NODE_CALL_FAILED,
          "A node did not say within %d s what it has of the graph: %s."
              .formatted(seconds, e.getCause()),
          e);
    }
  }
}
