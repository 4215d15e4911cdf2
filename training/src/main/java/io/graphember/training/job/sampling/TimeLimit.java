// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

import java.util.Arrays;

/** Before which time edges must be that the neighbourhood of a seed may have. */
public sealed interface TimeLimit {
  /** Any edge. */
  TimeLimit NONE = new None();

  /** Edges before the time of the seed. */
  TimeLimit SEED = new OfSeeds();

  /**
   * The limit of each seed.
   *
   * @param seeds how many
   * @param own time of each seed; looked at by {@link #SEED} alone, which needs all
   * @return as many; empty for no limit
   */
  long[] of(int seeds, long[] own);

  /** Any edge. */
  record None() implements TimeLimit {
    @Override
    public long[] of(int seeds, long[] own) {
      return new long[0];
    }
  }

  /**
   * One limit for all seeds.
   *
   * @param time only edges before it are met
   */
  record Before(long time) implements TimeLimit {
    @Override
    public long[] of(int seeds, long[] own) {
      long[] times = new long[seeds];
      Arrays.fill(times, time);
      return times;
    }
  }

  /** A limit for each seed. */
  record OfSeeds() implements TimeLimit {
    @Override
    public long[] of(int seeds, long[] own) {
      if (own.length != seeds) {
        throw new IllegalArgumentException(own.length + " times of " + seeds + " seeds");
      }
      return own;
    }
  }
}
