// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.util.function.Supplier;

/**
 * Times an engine's copies, each of which goes through here; a reading costs two looks at the
 * clock, for copies of whole tensors. Used by one thread at a time.
 */
public final class CopyClock {
  private long inNanos;
  private long outNanos;

  /** Makes what the engine reads of a caller's buffer. */
  public <T> T in(Supplier<T> copy) {
    final long started = System.nanoTime();
    T made = copy.get();
    inNanos += System.nanoTime() - started;
    return made;
  }

  /** Writes to a caller's buffer. */
  public void out(Runnable copy) {
    final long started = System.nanoTime();
    copy.run();
    outNanos += System.nanoTime() - started;
  }

  /** The sums so far. */
  public CopyTimes times() {
    return new CopyTimes(inNanos, outNanos);
  }
}
