// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.schema.VertexAttributes;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Vertices with their classes, in an order of the caller's.
 *
 * @param vids id of each vertex
 * @param labels class of each vertex
 * @param times time of each vertex, {@link VertexAttributes#UNKNOWN} for none; empty if nobody asks
 */
public record LabeledVertices(long[] vids, int[] labels, long[] times) {
  /** None. */
  public static final LabeledVertices NONE = new LabeledVertices(new long[0], new int[0]);

  /** Checks that there are as many labels, and times if any, as vertices. */
  public LabeledVertices {
    if (vids.length != labels.length || times.length > 0 && vids.length != times.length) {
      throw new IllegalArgumentException(
          "%d vids, %d labels, %d times".formatted(vids.length, labels.length, times.length));
    }
  }

  /** Vertices whose times nobody asks for. */
  public LabeledVertices(long[] vids, int[] labels) {
    this(vids, labels, new long[0]);
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
        Arrays.copyOfRange(vids, from, to),
        Arrays.copyOfRange(labels, from, to),
        times.length == 0 ? times : Arrays.copyOfRange(times, from, to));
  }

  private LabeledVertices select(long[] order, int from, int to) {
    long[] selectedVids = new long[to - from];
    int[] selectedLabels = new int[to - from];
    long[] selectedTimes = new long[times.length == 0 ? 0 : to - from];
    for (int i = from; i < to; i++) {
      selectedVids[i - from] = vids[(int) order[i]];
      selectedLabels[i - from] = labels[(int) order[i]];
    }
    for (int i = 0; i < selectedTimes.length; i++) {
      selectedTimes[i] = times[(int) order[from + i]];
    }
    return new LabeledVertices(selectedVids, selectedLabels, selectedTimes);
  }
}
