// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** What all jobs may take of a node together. Safe for use by several threads. */
public final class NodeQuota {
  private final QuotaLimits limits;
  private final int engineThreads;
  private final int processors = Runtime.getRuntime().availableProcessors();
  private final List<Share> processor;
  private final List<Share> network;
  private final HeldWork held;
  private final ThreadLocal<Piece> pieces = ThreadLocal.withInitial(Piece::new);

  /**
   * Nothing is taken yet.
   *
   * @param engineThreads threads of an engine for each trainer
   * @param executor goes on with requests that were held
   */
  public NodeQuota(QuotaLimits limits, int engineThreads, Executor executor) {
    this.limits = limits;
    this.engineThreads = engineThreads;
    this.held = new HeldWork(executor);
    this.processor = processor(limits).toList();
    this.network = network(limits).toList();
  }

  private Stream<Share> processor(QuotaLimits of) {
    return of.boundsProcessor()
        ? Stream.of(new Share(of.processors(processors) * 1e9)) // nanoseconds of threads
        : Stream.empty();
  }

  private static Stream<Share> network(QuotaLimits of) {
    return of.boundsNetwork() ? Stream.of(new Share(of.networkBytesPerSecond())) : Stream.empty();
  }

  /** What a job may take within that, of which nothing is taken yet. */
  public JobQuota of(QuotaLimits job) {
    final double most = Math.min(limits.processors(processors), job.processors(processors));
    return new JobQuota(
        this,
        Stream.concat(processor(job), processor.stream()).toList(),
        Stream.concat(network(job), network.stream()).toList(),
        most / processors);
  }

  /** What a load may take, which has no quota of its own. */
  public JobQuota ofLoad() {
    return of(QuotaLimits.NONE);
  }

  /** What this thread has done. */
  Piece piece() {
    return pieces.get();
  }

  int processors() {
    return processors;
  }

  int engineThreads() {
    return engineThreads;
  }

  void hold(long nanos, Runnable work) {
    held.hold(nanos, work);
  }
}
