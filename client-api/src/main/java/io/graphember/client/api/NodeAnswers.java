// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How another node has answered the trainers and publishers of a node: requests for samples and
 * rows, from when they were sent to when the answer was there.
 *
 * @param node name of the node that has answered
 * @param messages how many it has answered
 * @param seconds time until the answers were there, all together
 */
public record NodeAnswers(String node, long messages, double seconds) {
  /** More than so many times the time of the others is slow, not the luck of partitions. */
  private static final double SLOW = 3;

  /** Fewer messages say nothing of a node. */
  private static final long ENOUGH = 50;

  /** What nobody notices is not said: below it there are pauses of one JVM or another. */
  private static final double NOTICED_SECONDS = 0.01;

  private double mean() {
    return seconds / messages;
  }

  /** The answers of two jobs together, by node. */
  public static List<NodeAnswers> together(List<NodeAnswers> some, List<NodeAnswers> others) {
    Map<String, NodeAnswers> byNode = new LinkedHashMap<>();
    Stream.concat(some.stream(), others.stream())
        .forEach(
            answers ->
                byNode.merge(
                    answers.node,
                    answers,
                    (a, b) ->
                        new NodeAnswers(a.node, a.messages + b.messages, a.seconds + b.seconds)));
    return List.copyOf(byNode.values());
  }

  /**
   * How a node looks to one that asks it and others.
   *
   * @param mean seconds of an answer of the node
   * @param others median of the means of the other nodes
   */
  private record View(double mean, double others) {
    double ratio() {
      return mean / others;
    }

    boolean slow() {
      return ratio() > SLOW && mean - others > NOTICED_SECONDS;
    }
  }

  /**
   * Nodes that answer far more slowly than others, a sentence each. A node that is slow itself sees
   * all others as slow. So answers are compared for each node that asks, and one is slow that is so
   * for everyone. Takes a node that asks at least two others.
   *
   * @param nodes what each node did for a job
   */
  public static List<String> remarks(List<NodeCounts> nodes) {
    List<String> remarks = new ArrayList<>();
    for (NodeCounts node : nodes) {
      leastSlow(node.node(), nodes)
          .filter(View::slow)
          .ifPresent(
              view ->
                  remarks.add(
                      String.format(
                          Locale.ROOT,
                          "node %s is slow: it answers other nodes in %.1f ms, %.1f times as long as the others take, and trainers wait for it",
                          node.node(),
                          1e3 * view.mean,
                          view.ratio())));
    }
    return remarks;
  }

  /** To the node to which it looks fastest; empty if nobody can compare it. */
  private static Optional<View> leastSlow(String name, List<NodeCounts> nodes) {
    return nodes.stream()
        .flatMap(asking -> view(name, asking.answers()).stream())
        .min((a, b) -> Double.compare(a.ratio(), b.ratio()));
  }

  private static Optional<View> view(String name, List<NodeAnswers> answers) {
    final double[] others =
        answers.stream()
            .filter(other -> other.messages >= ENOUGH && !other.node.equals(name))
            .mapToDouble(NodeAnswers::mean)
            .sorted()
            .toArray();
    return others.length == 0
        ? Optional.empty()
        : answers.stream()
            .filter(own -> own.messages >= ENOUGH && own.node.equals(name))
            .map(own -> new View(own.mean(), others[(others.length - 1) / 2]))
            .findFirst();
  }
}
