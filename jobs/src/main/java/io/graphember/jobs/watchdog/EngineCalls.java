// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import java.util.function.Supplier;

/**
 * The calls of one session of an engine, one after the other. A call costs two writes of a field.
 * Used by the session's thread; {@link EngineWatch} looks at it from another.
 */
final class EngineCalls implements AutoCloseable {
  private static final long NONE = Long.MIN_VALUE;

  private final EngineWatch watch;
  private final WatchedJob job;
  private final String engine;
  private volatile long began = NONE;
  private volatile boolean stalled;

  EngineCalls(EngineWatch watch, WatchedJob job, String engine) {
    this.watch = watch;
    this.job = job;
    this.engine = engine;
  }

  WatchedJob job() {
    return job;
  }

  String engine() {
    return engine;
  }

  /** Makes a call when it is its turn. */
  <T> T call(Supplier<T> call) {
    return job.turns().take(() -> watched(call));
  }

  private <T> T watched(Supplier<T> call) {
    final long now = System.nanoTime();
    began = now == NONE ? now + 1 : now;
    try {
      return call.get();
    } finally {
      began = NONE;
      if (stalled) {
        watch.returned(this);
      }
    }
  }

  /** True the first time that it is seen that a call takes longer. Under the watch's lock. */
  boolean stalls(long nanos) {
    final long since = began;
    if (stalled || since == NONE || System.nanoTime() - since <= nanos) {
      return false;
    }
    stalled = true;
    stalled = began == since; // it may have come back meanwhile, and seen nothing
    return stalled;
  }

  /** True once for each stall: the call has come back. Under the watch's lock. */
  boolean recovers() {
    final boolean recovers = stalled;
    stalled = false;
    return recovers;
  }

  @Override
  public void close() {
    watch.forget(this);
  }
}
