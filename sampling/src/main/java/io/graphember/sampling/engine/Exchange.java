// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One round trip: requests of partitions are bundled by host, sent all at once, and their replies
 * put back at the partitions' places.
 */
public final class Exchange {
  private Exchange() {}

  /**
   * Runs a round trip.
   *
   * @param hosts number of hosts
   * @param hostOf host of a partition
   * @param partitions number of partitions
   * @param request request to a partition, null for none
   * @param send sends the requests of one host
   * @param meanwhile runs between the sending and the waiting
   * @param newArray makes the result
   * @param await waits for one host's replies
   * @return reply of each partition, null where there was no request
   */
  public static <Q, R> R[] run(
      int hosts,
      IntUnaryOperator hostOf,
      int partitions,
      IntFunction<@Nullable Q> request,
      BiFunction<Integer, List<Q>, CompletableFuture<List<R>>> send,
      Runnable meanwhile,
      IntFunction<R[]> newArray,
      Function<CompletableFuture<List<R>>, List<R>> await) {
    List<List<Q>> byHost = new ArrayList<>(hosts);
    List<List<Integer>> partitionsByHost = new ArrayList<>(hosts);
    for (int host = 0; host < hosts; host++) {
      byHost.add(new ArrayList<>());
      partitionsByHost.add(new ArrayList<>());
    }
    for (int p = 0; p < partitions; p++) {
      Q query = request.apply(p);
      if (query != null) {
        int host = hostOf.applyAsInt(p);
        byHost.get(host).add(query);
        partitionsByHost.get(host).add(p);
      }
    }
    List<@Nullable CompletableFuture<List<R>>> sent = new ArrayList<>(hosts);
    for (int host = 0; host < hosts; host++) {
      sent.add(byHost.get(host).isEmpty() ? null : send.apply(host, byHost.get(host)));
    }
    meanwhile.run();
    R[] result = newArray.apply(partitions);
    for (int host = 0; host < hosts; host++) {
      if (sent.get(host) != null) {
        place(result, partitionsByHost.get(host), await.apply(sent.get(host)));
      }
    }
    return result;
  }

  private static <R> void place(R[] result, List<Integer> partitions, List<R> replies) {
    if (replies.size() != partitions.size()) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A host answered %d of %d requests.".formatted(replies.size(), partitions.size()));
    }
    for (int i = 0; i < partitions.size(); i++) {
      result[partitions.get(i)] = replies.get(i);
    }
  }
}
