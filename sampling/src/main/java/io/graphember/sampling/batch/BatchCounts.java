// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import java.util.concurrent.atomic.LongAdder;

/** What assembling batches has cost and spared. Safe for use by several threads. */
public final class BatchCounts {
  private final LongAdder batches = new LongAdder();
  private final LongAdder pushedDown = new LongAdder();
  private final LongAdder bytesSpared = new LongAdder();

  void fetched() {
    batches.increment();
  }

  /**
   * Counts a batch whose first layer was added up where the rows are.
   *
   * @param bytesSpared bytes that its rows would have taken on their way, less what the sums took
   */
  void pushedDown(long bytesSpared) {
    batches.increment();
    pushedDown.increment();
    this.bytesSpared.add(bytesSpared);
  }

  /** Batches assembled. */
  public long batches() {
    return batches.sum();
  }

  /** Of these, batches whose first layer was added up where the rows are. */
  public long pushedDown() {
    return pushedDown.sum();
  }

  /** Bytes between processes that this spared; negative if it took more. */
  public long bytesSpared() {
    return bytesSpared.sum();
  }
}
