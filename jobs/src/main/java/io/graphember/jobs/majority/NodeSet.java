// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The storage nodes that a cluster has, and which of them are here, at one moment; by consistent
 * id. Immutable.
 *
 * @param known nodes that stay members until they stop in order or are forgotten
 * @param here members that are in the topology of the node that looks
 */
public record NodeSet(SortedSet<String> known, SortedSet<String> here) {
  /** From so many nodes on one half of them is told from the other. */
  public static final int LEAST = 3;

  private static final int MOST_NAMES = 10;

  /** A set of which nobody changes anything. */
  public NodeSet {
    known = new TreeSet<>(known);
    here = new TreeSet<>(here);
    here.retainAll(known);
  }

  /**
   * A set as a node sees it.
   *
   * @param known members
   * @param topology nodes that are in the topology, members or not
   */
  public static NodeSet of(Collection<String> known, Collection<String> topology) {
    return new NodeSet(new TreeSet<>(known), new TreeSet<>(topology));
  }

  /** True if there are so few members that none of them is needed, or more than half are here. */
  public boolean hasMajority() {
    return known.size() < LEAST || 2 * here.size() > known.size();
  }

  /** Members that are not here, in their order. */
  public List<String> missing() {
    return known.stream().filter(node -> !here.contains(node)).toList();
  }

  /** The figures in words, for example {@code 1 of 3 storage nodes is here, missing: b, c}. */
  public String figures() {
    return "%d of %d storage nodes %s here%s"
        .formatted(
            here.size(),
            known.size(),
            here.size() == 1 ? "is" : "are",
            missing().isEmpty() ? "" : ", missing: " + names(missing()));
  }

  /** Some names, the first {@value #MOST_NAMES} of them. */
  static String names(Collection<String> nodes) {
    return nodes.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (nodes.size() > MOST_NAMES ? " and %d more".formatted(nodes.size() - MOST_NAMES) : "");
  }
}
