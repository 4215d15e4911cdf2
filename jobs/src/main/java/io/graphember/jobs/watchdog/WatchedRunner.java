// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;

/** What computes slices, its calls looked after. */
final class WatchedRunner implements SliceRunner {
  private final SliceRunner runner;
  private final EngineCalls calls;

  WatchedRunner(SliceRunner runner, EngineCalls calls) {
    this.runner = runner;
    this.calls = calls;
  }

  @Override
  public void transform(SliceBatch batch) {
    calls.call(
        () -> {
          runner.transform(batch);
          return true;
        });
  }

  @Override
  public float[] apply(SliceBatch batch) {
    return calls.call(() -> runner.apply(batch));
  }

  @Override
  public void close() {
    try (calls) {
      runner.close();
    }
  }
}
