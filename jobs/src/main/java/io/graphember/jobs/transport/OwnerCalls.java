// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.live.Owners;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Sends requests on partitions to the nodes that own them. When an owner leaves the cluster, its
 * requests wait until the coordinator has opened its partitions elsewhere, and are sent there: a
 * request holds all that its answer depends on, so it may be asked twice. How often that happens
 * and how long it takes is bounded by the coordinator, which ends the job otherwise.
 *
 * <p>Safe for use by several threads.
 */
public final class OwnerCalls {
  private final NodeCalls calls;
  private final Owners owners;

  /** Calls to the owners of a job's partitions. */
  public OwnerCalls(NodeCalls calls, Owners owners) {
    this.calls = calls;
    this.owners = owners;
  }

  /** How requests go to one node. */
  @FunctionalInterface
  public interface Carrier<Q, R> {
    /** Sends requests to a node; replies in their order. */
    CompletableFuture<List<R>> carry(UUID node, List<Q> requests);
  }

  /**
   * Sends requests, one message to each owner.
   *
   * @param partitionOf the partition of a request
   * @return replies in the order of the requests
   */
  public <Q, R> CompletableFuture<List<R>> send(
      List<Q> requests, ToIntFunction<Q> partitionOf, Carrier<Q, R> carrier) {
    return send(owners.now(), requests, partitionOf, carrier);
  }

  /** The same for requests that all go to one node, as long as it is there. */
  <Q, R> CompletableFuture<List<R>> send(
      UUID node, List<Q> requests, ToIntFunction<Q> partitionOf, Carrier<Q, R> carrier) {
    return carrier
        .carry(node, requests)
        .handle(
            (replies, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(replies);
              }
              Throwable thrownBy =
                  failure instanceof CompletionException ? failure.getCause() : null;
              Throwable cause = thrownBy == null ? failure : thrownBy;
              return calls.isLoss(node, cause)
                  ? owners
                      .without(node)
                      .thenCompose(now -> send(now, requests, partitionOf, carrier))
                  : CompletableFuture.<List<R>>failedFuture(cause);
            })
        .thenCompose(Function.identity());
  }

  private <Q, R> CompletableFuture<List<R>> send(
      UUID[] now, List<Q> requests, ToIntFunction<Q> partitionOf, Carrier<Q, R> carrier) {
    Map<UUID, int[]> places = new LinkedHashMap<>();
    for (Q request : requests) {
      places.computeIfAbsent(
          now[partitionOf.applyAsInt(request)],
          owner ->
              IntStream.range(0, requests.size())
                  .filter(i -> now[partitionOf.applyAsInt(requests.get(i))].equals(owner))
                  .toArray());
    }
    Object[] replies = new Object[requests.size()];
    return CompletableFuture.allOf(
            places.entrySet().stream()
                .map(
                    entry ->
                        send(
                                entry.getKey(),
                                Arrays.stream(entry.getValue()).mapToObj(requests::get).toList(),
                                partitionOf,
                                carrier)
                            .thenAccept(some -> place(some, entry.getValue(), replies)))
                .toArray(CompletableFuture[]::new))
        .thenApply(done -> replies(replies));
  }

  private static void place(List<?> some, int[] places, Object[] replies) {
    if (some.size() != places.length) {
      throw new IllegalStateException(
          "%d replies for %d requests".formatted(some.size(), places.length));
    }
    for (int i = 0; i < places.length; i++) {
      replies[places[i]] = some.get(i);
    }
  }

  @SuppressWarnings("unchecked") // only replies of carriers were put there
  private static <R> List<R> replies(Object[] replies) {
    return (List<R>) Arrays.asList(replies);
  }
}
