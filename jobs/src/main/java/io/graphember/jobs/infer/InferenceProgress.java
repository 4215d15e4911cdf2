// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.run.CoordinatorMessages;
import io.graphember.jobs.transport.NodeCalls;
import java.util.concurrent.TimeUnit;

/**
 * Tells the coordinator now and then how far this node's share of inference is. Nobody waits for
 * it. Safe for use by several threads.
 */
final class InferenceProgress implements LayerwiseInference.Progress {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final NodeCalls calls;
  private final LiveJob job;
  private int layer = -1;
  private long masters;
  private long lastSent = System.nanoTime();

  InferenceProgress(NodeCalls calls, LiveJob job) {
    this.calls = calls;
    this.job = job;
  }

  @Override
  public synchronized void advanced(int of, int more) {
    masters = of == layer ? masters + more : more;
    layer = of;
    if (System.nanoTime() - lastSent > EVERY_NANOS) {
      send();
    }
  }

  /** Tells it at the end of a layer. */
  synchronized void send() {
    lastSent = System.nanoTime();
    calls.send(
        job.plan().coordinator(),
        NodeThreads.STORAGE_EXECUTOR,
        new CoordinatorMessages.Inferred(job.plan().job(), calls.self(), layer, masters));
  }
}
