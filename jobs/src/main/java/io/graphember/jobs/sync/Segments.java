// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;

/**
 * How the values of a round are cut: a segment for each node of the trainers, which adds it up, as
 * long as that leaves {@value #FEWEST} values to a segment. With M nodes a node sends and receives
 * {@code 2 (M - 1) / M} times the values for each of its trainers, or less, however many nodes
 * there are; a node that added up everything would receive as often as there are trainers
 * (reduce-scatter and all-gather: Thakur, Rabenseifner, Gropp, IJHPCA 2005, section 4.4).
 *
 * @param nodes that add up, one for each segment
 * @param length values of a round
 */
record Segments(List<UUID> nodes, int length) {
  private static final int FEWEST = 4096;

  /** The segments of values that trainers on these nodes have. */
  static Segments of(UUID[] trainers, int length) {
    List<UUID> distinct = List.copyOf(new LinkedHashSet<>(Arrays.asList(trainers)));
    return new Segments(
        distinct.subList(0, Math.max(1, Math.min(distinct.size(), length / FEWEST))), length);
  }

  /** How many. */
  int count() {
    return nodes.size();
  }

  /** First value of a segment; of the number of segments, the end of all. */
  int first(int segment) {
    return (int) ((long) length * segment / count());
  }

  /** A copy of the values of a segment. */
  float[] cut(float[] values, int segment) {
    return Arrays.copyOfRange(values, first(segment), first(segment + 1));
  }
}
