// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.sampling.op.UniformNeighbors;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Which neighbours the batches of a job take. Immutable.
 *
 * @param hops the rules of hop 1, 2, ...; those of one hop are followed side by side. All have one
 *     direction
 * @param replacement true to draw each neighbour from all; only where the rules are {@link #plain}
 * @param limit which edges are met, by their time
 */
public record HopRules(List<List<EdgeRule>> hops, boolean replacement, TimeLimit limit) {
  /** Rules of its own copy. */
  public HopRules {
    hops = hops.stream().map(List::copyOf).toList();
  }

  /** In-neighbours of any type, uniformly, without replacement. */
  public static HopRules in(int... fanouts) {
    return new HopRules(
        Arrays.stream(fanouts).mapToObj(fanout -> List.of(EdgeRule.in(fanout))).toList(),
        false,
        TimeLimit.NONE);
  }

  /** The rules of the first hop at so many hops, each taking all neighbours. */
  public HopRules all(int count) {
    List<EdgeRule> all = hops.get(0).stream().map(EdgeRule::all).toList();
    return new HopRules(Collections.nCopies(count, all), false, limit);
  }

  /** As many hops, none of which has edges. */
  public HopRules withoutEdges() {
    return in(new int[hops.size()]);
  }

  /** True if each seed has a time of its own. */
  public boolean ofSeeds() {
    return limit.equals(TimeLimit.SEED);
  }

  /** Number of hops. */
  public int size() {
    return hops.size();
  }

  /** Direction of all rules. */
  public Direction direction() {
    return hops.get(0).get(0).direction();
  }

  /** True if seeds have a time that they must not see beyond. */
  public boolean timed() {
    return !limit.equals(TimeLimit.NONE);
  }

  /**
   * True if every vertex takes of all its edges alike, at every hop: then positions are drawn where
   * batches are made, and partitions only read.
   */
  public boolean plain() {
    return !timed()
        && hops.stream()
            .allMatch(
                rules ->
                    rules.size() == 1
                        && rules.get(0).order() == Order.UNIFORM
                        && rules.get(0).edgeType() == EdgeRule.ANY_TYPE);
  }

  /**
   * Most neighbours of a vertex at each hop, over all rules.
   *
   * @return {@link UniformNeighbors#ALL} where a rule takes all
   */
  public int[] fanouts() {
    return hops.stream().mapToInt(HopRules::fanout).toArray();
  }

  private static int fanout(List<EdgeRule> rules) {
    return rules.stream().anyMatch(rule -> rule.fanout() == UniformNeighbors.ALL)
        ? UniformNeighbors.ALL
        : rules.stream().mapToInt(EdgeRule::fanout).sum();
  }
}
