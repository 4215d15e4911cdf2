// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Vertices with their classes, in an order of the caller's.
 *
 * @param vids id of each vertex
 * @param labels class of each vertex
 */
public record LabeledVertices(long[] vids, int[] labels) {
  /** None. */
  public static final LabeledVertices NONE = new LabeledVertices(new long[0], new int[0]);

  /** Checks that there are as many labels as vertices. */
  public LabeledVertices {
    if (vids.length != labels.length) {
      throw new IllegalArgumentException(vids.length + " vids, " + labels.length + " labels");
    }
  }

  /** How many. */
  public int size() {
    return vids.length;
  }

  /** The vertices in an order drawn by a key. */
  public LabeledVertices shuffled(long key) {
    long[] order = new long[vids.length];
    Arrays.setAll(order, i -> i);
    CounterRandom.shuffle(order, key);
    return select(order, 0, order.length);
  }

  /** A run of them. */
  public LabeledVertices range(int from, int to) {
    return new LabeledVertices(
        Arrays.copyOfRange(vids, from, to), Arrays.copyOfRange(labels, from, to));
  }

  private LabeledVertices select(long[] order, int from, int to) {
    long[] selectedVids = new long[to - from];
    int[] selectedLabels = new int[to - from];
    for (int i = from; i < to; i++) {
      selectedVids[i - from] = vids[(int) order[i]];
      selectedLabels[i - from] = labels[(int) order[i]];
    }
    return new LabeledVertices(selectedVids, selectedLabels);
  }
}
