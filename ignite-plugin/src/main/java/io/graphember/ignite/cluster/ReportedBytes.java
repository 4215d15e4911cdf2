// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import java.util.function.LongConsumer;

/** Adds up bytes and tells the sum now and then, since telling costs a transaction. One thread. */
public final class ReportedBytes {
  private static final long BETWEEN = 64L << 20;

  private final LongConsumer listener;
  private long sum;
  private long told;

  /** No bytes. */
  public ReportedBytes(LongConsumer listener) {
    this.listener = listener;
  }

  /** Adds bytes. */
  public void add(long bytes) {
    sum += bytes;
    if (sum - told >= BETWEEN) {
      told = sum;
      listener.accept(sum);
    }
  }
}
