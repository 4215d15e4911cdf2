// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.node;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node does at the moment, and what goes with it when it is stopped.
 *
 * @param node consistent id of the node
 * @param unavailable why it takes no new work; empty if it does
 * @param loads loads that it takes
 * @param shards shards of the edges of loads that other nodes take
 * @param jobs jobs that it coordinates
 * @param trainers trainers of jobs that run on it
 * @param parts jobs that it has a part in, whatever that is
 * @param partitions partitions that it serves to running jobs
 * @param onlyCopies caches of which no other node has a copy of some partitions; looked for once
 *     nothing else runs, empty before
 * @param persistent true if it keeps its partitions on disk
 */
public record NodeWork(
    String node,
    String unavailable,
    int loads,
    int shards,
    int jobs,
    int trainers,
    int parts,
    int partitions,
    List<String> onlyCopies,
    boolean persistent) {
  /** True if nothing runs. */
  public boolean idle() {
    return loads + shards + jobs + trainers + parts + partitions == 0;
  }

  /** What runs, for people: {@code 1 load, 2 coordinated jobs}; {@code nothing} if nothing does. */
  public String running() {
    List<String> all = new ArrayList<>();
    add(all, loads, "load", "loads");
    add(all, shards, "shard of a load", "shards of loads");
    add(all, jobs, "coordinated job", "coordinated jobs");
    add(all, trainers, "trainer", "trainers");
    add(all, parts, "part of a job", "parts of jobs");
    add(all, partitions, "partition served to jobs", "partitions served to jobs");
    return all.isEmpty() ? "nothing" : String.join(", ", all);
  }

  private static void add(List<String> all, int count, String one, String several) {
    if (count > 0) {
      all.add(count + " " + (count == 1 ? one : several));
    }
  }
}
