// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node does at the moment, and what goes with it when it is stopped.
 *
 * @param node consistent id of the node
 * @param unavailable why it takes no new work; empty if it does
 * @param loads loads that it takes
 * @param shares shares of the edges of loads that other nodes take
 * @param jobs jobs that it coordinates
 * @param trainers trainers of jobs that run on it
 * @param partitions partitions that it serves to running jobs
 * @param onlyCopies caches of which no other node has a copy of some partitions; looked for once
 *     nothing else runs, empty before
 * @param persistent true if it keeps its partitions on disk
 */
public record NodeWork(
    String node,
    String unavailable,
    int loads,
    int shares,
    int jobs,
    int trainers,
    int partitions,
    List<String> onlyCopies,
    boolean persistent) {
  /** True if nothing runs. */
  public boolean idle() {
    return loads + shares + jobs + trainers + partitions == 0;
  }

  /** What runs, for people: {@code 1 load, 2 coordinated jobs}; {@code nothing} if nothing does. */
  public String running() {
    List<String> parts = new ArrayList<>();
    add(parts, loads, "load");
    add(parts, shares, "share of a load");
    add(parts, jobs, "coordinated job");
    add(parts, trainers, "trainer");
    add(parts, partitions, "partition served to jobs");
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String one) {
    if (count > 0) {
      parts.add(count + " " + (count == 1 ? one : plural(one)));
    }
  }

  private static String plural(String one) {
    final int space = one.indexOf(' ');
    return one.endsWith("job") || space < 0
        ? one + "s"
        : one.substring(0, space) + "s" + one.substring(space);
  }
}
