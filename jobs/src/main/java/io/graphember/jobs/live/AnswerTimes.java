// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.NodeAnswers;
import io.graphember.jobs.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long the other nodes of a job take to answer this one. Two readings of the clock a message.
 * Safe for use by several threads.
 */
public final class AnswerTimes {
  private final Map<UUID, Sum> byNode = new ConcurrentHashMap<>();

  private record Sum(LongAdder messages, LongAdder nanos) {}

  /** Nobody was asked yet. */
  AnswerTimes() {}

  /**
   * Takes the time of a message that was just sent to another node.
   *
   * @return the answer; a failure is not counted
   */
  public <R> CompletableFuture<R> of(UUID node, CompletableFuture<R> answer) {
    final long sent = System.nanoTime();
    return answer.thenApply(
        reply -> {
          final Sum sum =
              byNode.computeIfAbsent(node, id -> new Sum(new LongAdder(), new LongAdder()));
          sum.messages.increment();
          sum.nanos.add(System.nanoTime() - sent);
          return reply;
        });
  }

  /** What is known of nodes, by their names; those that have left are left out. */
  List<NodeAnswers> by(List<Node> nodes) {
    List<NodeAnswers> answers = new ArrayList<>();
    for (Node node : nodes) {
      final Sum sum = byNode.get(node.id());
      if (sum != null) {
        answers.add(new NodeAnswers(node.name(), sum.messages.sum(), 1e-9 * sum.nanos.sum()));
      }
    }
    return List.copyOf(answers);
  }
}
