// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.Latencies;
import io.graphember.jobs.count.RequestTimes;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Calls whose time is counted until they are answered, or have failed. Costs two readings of the
 * clock a call. Safe for use by several threads.
 */
public final class MeteredCalls implements NodeCalls {
  private final NodeCalls calls;
  private final RequestTimes times;

  /** Counts what other calls take. */
  public MeteredCalls(NodeCalls calls, RequestTimes times) {
    this.calls = calls;
    this.times = times;
  }

  @Override
  public UUID self() {
    return calls.self();
  }

  @Override
  public boolean alive(UUID node) {
    return calls.alive(node);
  }

  @Override
  public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
    final Latencies counted = times.of(call.requestKind());
    final long sent = System.nanoTime();
    return calls
        .send(node, executor, call)
        .whenComplete((answer, failure) -> counted.add(System.nanoTime() - sent));
  }
}
