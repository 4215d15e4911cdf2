// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;

/**
 * What is known of vertices that a job is to learn of.
 *
 * @param labelled vertices with a class, or all of whose targets are known
 * @param train those of them in the train split that came with the graph
 * @param splitWithoutLabel vertices in a split that are not labelled
 * @param notLabels vertices with a target that is not 0 to 1
 * @param withoutTime labelled vertices whose time is not known
 */
public record LabelCounts(
    long labelled, long train, long splitWithoutLabel, long notLabels, long withoutTime) {
  /** What is known of none. */
  public static final LabelCounts NONE = new LabelCounts(0, 0, 0, 0, 0);

  /** Both together. */
  public LabelCounts plus(LabelCounts other) {
    return new LabelCounts(
        labelled + other.labelled,
        train + other.train,
        splitWithoutLabel + other.splitWithoutLabel,
        notLabels + other.notLabels,
        withoutTime + other.withoutTime);
  }

  /** Counts one vertex after the other. */
  static final class Counter {
    private long labelled;
    private long train;
    private long splitWithoutLabel;
    private long notLabels;
    private long withoutTime;

    void label(int label, byte split, long time) {
      count(label >= 0, split, time);
    }

    /** Looks at the numbers of a row from an index on. */
    void target(float[] row, int from, byte split, long time) {
      boolean known = true;
      boolean labels = true;
      for (int i = from; i < row.length; i++) {
        known &= !Float.isNaN(row[i]);
        labels &= !(row[i] < 0 || row[i] > 1);
      }
      notLabels += labels ? 0 : 1;
      count(known, split, time);
    }

    private void count(boolean known, byte split, long time) {
      if (known) {
        labelled++;
        withoutTime += time == VertexAttributes.UNKNOWN ? 1 : 0;
        train += split == Split.TRAIN.code() ? 1 : 0;
      } else if (split != Split.NONE) {
        splitWithoutLabel++;
      }
    }

    LabelCounts counts() {
      return new LabelCounts(labelled, train, splitWithoutLabel, notLabels, withoutTime);
    }
  }
}
