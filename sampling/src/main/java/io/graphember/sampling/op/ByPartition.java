// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.Replies;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with a partition each, such as vids, dealt to their partitions to ask something of them:
 * one request to each host. Used by one thread.
 */
public final class ByPartition {
  private final @Nullable IntArray[] locals; // null for a partition that is not asked
  private final @Nullable IntArray[] places; // of these among all numbers

  /**
   * Deals.
   *
   * @param numbers each {@link Vid#of} a partition and what is asked about there
   * @param partitions number of partitions P
   */
  public ByPartition(long[] numbers, int partitions) {
    locals = new IntArray[partitions];
    places = new IntArray[partitions];
    for (int i = 0; i < numbers.length; i++) {
      final int p = Vid.partition(numbers[i]);
      if (locals[p] == null) {
        locals[p] = new IntArray(64);
        places[p] = new IntArray(64);
      }
      locals[p].add(Vid.local(numbers[i]));
      places[p].add(i);
    }
  }

  /** Hears what a partition has answered. */
  @FunctionalInterface
  public interface Listener<R> {
    /**
     * An answer.
     *
     * @param places of what was asked about, among all numbers; the first {@code count} count
     */
    void answered(int partition, int[] places, int count, R reply);
  }

  /**
   * Asks all partitions that have a number, and waits for their answers.
   *
   * @param request makes the request of a partition of what is asked about
   * @param what for the message
   */
  public <R extends PartitionReply> void ask(
      PartitionClient client,
      Replies replies,
      BiFunction<Integer, int[], ? extends PartitionRequest<R>> request,
      IntFunction<R[]> newArray,
      String what,
      Listener<R> listener) {
    R[] found =
        Exchange.<PartitionRequest<R>, R>run(
            client.hosts(),
            client::host,
            locals.length,
            p -> locals[p] == null ? null : request.apply(p, locals[p].toArray()),
            client::ask,
            () -> {},
            newArray,
            reply -> replies.await(reply, what));
    for (int p = 0; p < found.length; p++) {
      if (found[p] != null) {
        listener.answered(p, places[p].values, places[p].size, found[p]);
      }
    }
  }
}
