// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Random walks over partitions. Those of a group go on together, so that cache misses and messages
 * of one walk do not wait for those of another. A number is drawn by walk and step, so a walk does
 * not depend on the others, nor on where the partitions lie.
 *
 * <p>A walk that has no edge to follow ends there; the rest of its row is {@link #END}.
 *
 * <p>Keeps scratch between calls; used by one thread at a time.
 */
public final class RandomWalks implements AutoCloseable {
  /** Stands behind the last vertex of a walk that ended early. */
  public static final long END = -1;

  private final WalkRule rule;
  private final Steps steps;

  /** A way to take the steps of a group of walks. */
  interface Steps {
    /** Walks of a group, if there are so many. */
    int group(int walks);

    /**
     * Walks.
     *
     * @param from id of each walk's start
     * @param first number of the first walk
     * @param key key of the random streams of all walks
     * @param walks receives the walks at their places: ids, the start first, {@link #END} behind
     *     the last
     */
    void walk(long[] from, int first, long key, long[] walks);

    /** Gives its memory back. */
    void close();
  }

  /** Walks over the partitions that a client reaches. */
  public RandomWalks(PartitionClient client, Replies replies, WalkRule rule) {
    this.rule = rule;
    this.steps =
        JoinedWalks.of(client, replies, rule)
            .orElseGet(
                () ->
                    ResidentWalks.possible(client, rule)
                        ? new ResidentWalks(client, replies, rule)
                        : new RoutedWalks(client, replies, rule));
  }

  /**
   * Walks from some vertices.
   *
   * @param from id of each walk's start; a vertex may be there several times
   * @param key key of the walks' random streams
   * @return {@code long[walks * (length + 1)]}: the start and the vertex after each step of walk 0,
   *     then of walk 1, and so on
   * @throws GraphemberException cancelled, with code {@link SamplingError#VERTEX_ID_UNKNOWN},
   *     {@link SamplingError#EDGE_TYPE_UNKNOWN} or {@link SamplingError#EDGE_COLUMN_MISSING}, or
   *     what a storage node failed with
   */
  public long[] walk(long[] from, long key) {
    long[] walks = new long[Math.multiplyExact(from.length, rule.length() + 1)];
    final int group = steps.group(from.length);
    for (int first = 0; first < from.length; first += group) {
      long[] starts = Arrays.copyOfRange(from, first, Math.min(from.length, first + group));
      steps.walk(starts, first, key, walks);
    }
    return walks;
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    steps.close();
  }
}
