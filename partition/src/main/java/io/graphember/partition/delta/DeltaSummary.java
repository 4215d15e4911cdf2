// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.partition.write.PartitionSummary;
import io.graphember.schema.Split;
import java.util.List;

/**
 * What is known of small additions once their blocks are written. What is counted of old vertices
 * is the difference from the version whose partitions stay.
 *
 * @param partition of what was added
 * @param vertices vertices of it, mirrors too
 * @param typeEdges edges of it of each stored edge type
 * @param featureEntries features that are not zero, of its masters and of those that changed
 * @param inDegrees change of the number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on
 * @param endBytes bytes of keys at the ends of its edges that are old vertices, by vertex type
 * @param changes what has changed of masters that stay, by vertex type
 * @param patchBytes bytes that each partition that stays takes more in the live tier
 * @param skippedEdges edges left out because an end was unknown
 */
public record DeltaSummary(
    PartitionSummary partition,
    long vertices,
    long[] typeEdges,
    long[] featureEntries,
    long[] inDegrees,
    long[] endBytes,
    List<Changes> changes,
    long[] patchBytes,
    long skippedEdges) {

  /**
   * By how much there are more masters of a type, in each partition that stays.
   *
   * @param labelled masters with a class
   * @param train masters to train on
   * @param valid masters that choose the best epoch
   * @param test masters that measure the result
   */
  public record Changes(long[] labelled, long[] train, long[] valid, long[] test) {
    Changes(int partitions) {
      this(new long[partitions], new long[partitions], new long[partitions], new long[partitions]);
    }

    /** Counts a master once more, or once less. */
    void count(int partition, int label, byte split, int times) {
      labelled[partition] += label >= 0 ? times : 0;
      if (split != Split.NONE) {
        switch (Split.of(split)) {
          case TRAIN -> train[partition] += times;
          case VALID -> valid[partition] += times;
          case TEST -> test[partition] += times;
        }
      }
    }
  }

  /** Edges that were added, those that had been added before among them. */
  public long edges() {
    long sum = 0;
    for (long edges : typeEdges) {
      sum += edges;
    }
    return sum;
  }
}
