// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.follow;

/** Why the tables of a graph that follows them were read. */
public enum FollowCause {
  /** The graph was loaded. */
  LOADED,
  /** Rows have changed. */
  ROWS_CHANGED,
  /** A server node has left, and changes may have gone with it. */
  NODE_LEFT,
  /** Another node follows the tables now, and does not know what has changed before. */
  TAKEN_OVER,
  /** A cache was dropped and made anew. */
  CACHE_RENEWED,
  /** The reading before has failed. */
  FAILED_BEFORE
}
