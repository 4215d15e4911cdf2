// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import io.graphember.spi.backend.CopyTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Seconds of calls of an engine, and of their copies. */
public final class TimedCalls {
  private final Supplier<CopyTimes> copies;
  private final List<Double> in = new ArrayList<>();
  private final List<Double> work = new ArrayList<>();
  private final List<Double> out = new ArrayList<>();

  /**
   * No calls yet.
   *
   * @param copies what the engine's copies took so far
   */
  public TimedCalls(Supplier<CopyTimes> copies) {
    this.copies = copies;
  }

  /** Makes a call, which may be one to warm up. */
  public void call(Stopwatch.Work call, boolean counts) throws Exception {
    final CopyTimes before = copies.get();
    final double seconds = Stopwatch.seconds(call);
    final CopyTimes during = copies.get().since(before);
    if (counts) {
      in.add(during.inNanos() / 1e9);
      out.add(during.outNanos() / 1e9);
      work.add(seconds - (during.inNanos() + during.outNanos()) / 1e9);
    }
  }

  /** Of each call, until its input was in the engine's hands. */
  public List<Double> in() {
    return in;
  }

  /** Of each call, without copies. */
  public List<Double> work() {
    return work;
  }

  /** Of each call, in which results were written. */
  public List<Double> out() {
    return out;
  }

  /** Of one call, in all. */
  public double whole(int call) {
    return in.get(call) + work.get(call) + out.get(call);
  }
}
