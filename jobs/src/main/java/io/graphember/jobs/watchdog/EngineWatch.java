// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import io.graphember.inference.slice.SliceRunner;
import io.graphember.spi.backend.Backend;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Looks after calls of engines on a node. A native call cannot be interrupted: one that takes
 * longer than it may is reported, so that its job ends though the thread does not. Safe for use by
 * several threads.
 */
public final class EngineWatch {
  private final long mostMillis;
  private final StallListener listener;
  private final Set<EngineCalls> open = ConcurrentHashMap.newKeySet();
  private int stalled; // guarded by this

  /**
   * A watch that sees nothing before {@link #look}.
   *
   * @param mostMillis longest time of a call
   */
  public EngineWatch(long mostMillis, StallListener listener) {
    this.mostMillis = mostMillis;
    this.listener = listener;
  }

  /** A backend for a job: the calls of its sessions are looked after. */
  public Backend watch(Backend backend, WatchedJob job) {
    return new WatchedBackend(backend, () -> calls(job, backend.engineVersion()));
  }

  /** The same for what computes slices. */
  public SliceRunner watch(SliceRunner runner, String engine, WatchedJob job) {
    return new WatchedRunner(runner, calls(job, engine));
  }

  private EngineCalls calls(WatchedJob job, String engine) {
    EngineCalls calls = new EngineCalls(this, job, engine);
    open.add(calls);
    return calls;
  }

  /** Looks at all calls; done again and again, at least four times in the longest time of one. */
  public synchronized void look() {
    for (EngineCalls calls : open) {
      if (calls.stalls(TimeUnit.MILLISECONDS.toNanos(mostMillis))) {
        stalled++;
        listener.stalled(new Stall(calls.job(), calls.engine(), mostMillis));
      }
    }
  }

  synchronized void returned(EngineCalls calls) {
    if (calls.recovers() && --stalled == 0) {
      listener.recovered();
    }
  }

  void forget(EngineCalls calls) {
    open.remove(calls);
  }
}
