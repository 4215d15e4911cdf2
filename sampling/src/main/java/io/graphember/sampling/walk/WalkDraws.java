// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.spi.CounterRandom;

/**
 * The random decisions of walks. A number is drawn by walk, step and attempt, so that a walk is the
 * same whoever takes its steps, and in whatever order those of several walks are taken.
 *
 * <p>node2vec keeps a step with a probability in proportion to its bias, without tables: those that
 * are refused are tried again.
 *
 * <p>Immutable.
 */
final class WalkDraws {
  /** What becomes of a step that was tried. */
  enum Verdict {
    /** It is taken. */
    KEPT,
    /** It is tried again. */
    REFUSED,
    /** Whether it leads to a neighbour of the vertex before decides, see {@link #nearKept}. */
    OPEN
  }

  private static final int RESTART = -1; // as an attempt: the draw that decides a restart
  private static final long ATTEMPT_STRIDE = 0xD1B54A32D192ED03L;

  private final double restart;
  private final double back; // bias of a step back
  private final double least; // of a step to another vertex
  private final double less; // of a step to another vertex, the most
  private final double most; // of any step
  private final boolean nearKept;
  private final long[] streams;

  /**
   * The decisions of a group of walks.
   *
   * @param key key of all walks
   * @param first number of the group's first walk
   * @param walks walks of the group
   */
  WalkDraws(WalkRule rule, long key, int first, int walks) {
    final double away = 1 / rule.away();
    restart = rule.restart();
    back = 1 / rule.returning();
    least = Math.min(1, away);
    less = Math.max(1, away);
    most = Math.max(less, back);
    nearKept = away <= 1;
    streams = new long[walks];
    for (int w = 0; w < walks; w++) {
      streams[w] = CounterRandom.child(key, first + w);
    }
  }

  /** The random bits of an attempt of a step of a walk of the group. */
  long bits(int walk, int step, int attempt) {
    return CounterRandom.mix(
        streams[walk] + (step + 1) * CounterRandom.GOLDEN + attempt * ATTEMPT_STRIDE);
  }

  /** True if a step leads back to the start. */
  boolean restarts(int walk, int step) {
    return restart > 0 && CounterRandom.unitDouble(bits(walk, step, RESTART)) < restart;
  }

  /**
   * Whether an attempt of a walk of node2vec is kept.
   *
   * @param bits of the attempt
   * @param backwards true if it leads to the vertex before
   */
  Verdict judge(long bits, boolean backwards) {
    final double draw = most * CounterRandom.unitDouble(CounterRandom.mix(bits));
    if (backwards) {
      return draw < back ? Verdict.KEPT : Verdict.REFUSED;
    }
    if (draw < least) {
      return Verdict.KEPT;
    }
    return draw < less ? Verdict.OPEN : Verdict.REFUSED;
  }

  /** True if open steps to neighbours of the vertex before are kept, false if the others are. */
  boolean nearKept() {
    return nearKept;
  }
}
