// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * How a node sees its cluster, and what it has taken. As text the numbers with spaces between them.
 *
 * @param nodes server nodes
 * @param moving partitions of all caches, on all nodes, that are being copied
 * @param copies of the partition that has the fewest
 * @param budgetBytes heap that loads and jobs have taken on the node
 * @param claims reservations of data regions in the cluster
 */
record NodeStatus(long nodes, long moving, long copies, long budgetBytes, long claims) {
  static NodeStatus parse(String text) {
    final long[] all = Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
    return new NodeStatus(all[0], all[1], all[2], all[3], all[4]);
  }

  /** True if nobody has taken anything. */
  boolean idle() {
    return budgetBytes == 0 && claims == 0;
  }

  /** True if so many nodes are in the cluster, and every partition has its copies. */
  boolean settled(int expected) {
    return nodes == expected && moving == 0 && copies > 1;
  }

  /** The text that {@link #parse} reads. */
  String text() {
    return LongStream.of(nodes, moving, copies, budgetBytes, claims)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }
}
