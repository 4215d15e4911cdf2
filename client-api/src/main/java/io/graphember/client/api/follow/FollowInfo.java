// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.follow;

import io.graphember.client.api.ErrorInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph that follows its tables.
 *
 * @param graph its name
 * @param caches caches whose rows it is made of
 * @param seconds least seconds from one version to the next
 * @param node consistent id of the node that sees the changes
 * @param version its current version
 * @param readAtMillis when the last reading of the tables began: every change that was made before
 *     is in the current version
 * @param readMillis how long that took, until its version was current
 * @param readings how many times the tables were read, the load among them
 * @param changes changes of rows that were seen before the current version
 * @param added what was added since the last reading
 * @param cause why they were read last
 * @param error why there is no newer version; null if the last reading was well
 */
public record FollowInfo(
    String graph,
    List<String> caches,
    int seconds,
    String node,
    long version,
    long readAtMillis,
    long readMillis,
    long readings,
    long changes,
    Added added,
    FollowCause cause,
    @Nullable ErrorInfo error) {
  /**
   * Rows that were inserted and added without a reading.
   *
   * @param rows how many, since the last reading
   * @param lastRows how many of them the current version has more than the one before
   * @param takenAtMillis when these were taken: what has come to the node by then is among them; 0
   *     for never
   * @param millis how long that took, until their version was current
   */
  public record Added(long rows, long lastRows, long takenAtMillis, long millis) {
    /** Nothing. */
    public static final Added NONE = new Added(0, 0, 0, 0);
  }

  /** Copies the names. */
  public FollowInfo {
    caches = List.copyOf(caches);
  }

  /** The same, seen by another node. */
  public FollowInfo by(String other) {
    return new FollowInfo(
        graph,
        caches,
        seconds,
        other,
        version,
        readAtMillis,
        readMillis,
        readings,
        changes,
        added,
        cause,
        error);
  }

  /**
   * The same after rows were added.
   *
   * @param next the version that has them
   * @param news changes that were seen since the version before
   * @param rows how many were added
   * @param taken when they were taken, in ms since 1970
   * @param now in ms since 1970
   */
  public FollowInfo added(long next, long news, long rows, long taken, long now) {
    return new FollowInfo(
        graph,
        caches,
        seconds,
        node,
        next,
        readAtMillis,
        readMillis,
        readings,
        changes + news,
        new Added(added.rows + rows, rows, taken, now - taken),
        cause,
        null);
  }

  /** The same after a reading that has failed. */
  public FollowInfo failed(ErrorInfo why) {
    return new FollowInfo(
        graph,
        caches,
        seconds,
        node,
        version,
        readAtMillis,
        readMillis,
        readings,
        changes,
        added,
        cause,
        why);
  }
}
