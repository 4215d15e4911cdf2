// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * How long something took, counted in buckets, from half a millisecond to ten seconds. Adding one
 * costs a search among {@value #MOST} bounds and two additions. Safe for use by several threads.
 */
public final class Latencies {
  private static final int MOST = 14;
  private static final long[] BOUNDS = {
    500_000L,
    1_000_000L,
    2_500_000L,
    5_000_000L,
    10_000_000L,
    25_000_000L,
    50_000_000L,
    100_000_000L,
    250_000_000L,
    500_000_000L,
    1_000_000_000L,
    2_500_000_000L,
    5_000_000_000L,
    10_000_000_000L
  };

  private final LongAdder[] buckets =
      IntStream.rangeClosed(0, BOUNDS.length)
          .mapToObj(bucket -> new LongAdder())
          .toArray(LongAdder[]::new);
  private final LongAdder nanos = new LongAdder();

  /** Nothing is counted yet. */
  public Latencies() {}

  /** Bounds of the buckets in nanoseconds, ascending; the last bucket has none. */
  public static long[] bounds() {
    return BOUNDS.clone();
  }

  /**
   * Counts one.
   *
   * @param took in nanoseconds
   */
  public void add(long took) {
    final int found = Arrays.binarySearch(BOUNDS, took);
    buckets[found < 0 ? -found - 1 : found].increment();
    nanos.add(took);
  }

  /**
   * How many took no longer than the bound of a bucket.
   *
   * @param bucket number of the bound; that of all bounds together for every one that was counted
   */
  public long within(int bucket) {
    long count = 0;
    for (int b = 0; b <= bucket; b++) {
      count += buckets[b].sum();
    }
    return count;
  }

  /** How many were counted. */
  public long count() {
    return within(BOUNDS.length);
  }

  /** How long they took together. */
  public double seconds() {
    return 1e-9 * nanos.sum();
  }
}
