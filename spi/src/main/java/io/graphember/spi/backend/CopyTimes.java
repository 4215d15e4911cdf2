// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/**
 * What a session has spent on moving data between the caller's buffers and its engine's memory,
 * over all calls so far.
 *
 * @param inNanos nanoseconds until what calls read was in the engine's hands; next to nothing for
 *     an engine that works on the caller's memory
 * @param outNanos nanoseconds in which results were written to the caller's buffers
 */
public record CopyTimes(long inNanos, long outNanos) {
  /** Of a session that works on the caller's buffers alone. */
  public static final CopyTimes NONE = new CopyTimes(0, 0);

  /** The sum of both. */
  public CopyTimes plus(CopyTimes other) {
    return new CopyTimes(inNanos + other.inNanos, outNanos + other.outNanos);
  }

  /** Of the calls since an earlier reading. */
  public CopyTimes since(CopyTimes earlier) {
    return new CopyTimes(inNanos - earlier.inNanos, outNanos - earlier.outNanos);
  }
}
