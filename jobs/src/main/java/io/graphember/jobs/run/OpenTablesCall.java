// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.tensor.checkpoint.ManifestFormat;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Opens the tables of a job on a node, for the partitions that it has there; answers the number of
 * masters of each partition of the graph, 0 for one that is elsewhere.
 */
final class OpenTablesCall extends NodeCall<long[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Caches caches;
  @Inject private transient LiveStore jobs;
  @Inject private transient NodeThreads threads;

  private final long job;
  private final int epoch;
  private final String cache;
  private final byte[] manifest;

  /**
   * A call.
   *
   * @param cache durable cache of the tables
   * @param manifest checkpoint to go on from; null for untouched rows
   */
  OpenTablesCall(long job, int epoch, String cache, byte[] manifest) {
    this.job = job;
    this.epoch = epoch;
    this.cache = cache;
    this.manifest = manifest;
  }

  @Override
  public long[] run() {
    LiveJob live = jobs.get(job, epoch);
    LiveTables.open(
        live,
        caches.open(cache),
        Optional.ofNullable(manifest).map(ManifestFormat::decode),
        threads.workers());
    long[] masters = new long[live.plan().owners().length];
    for (int p : live.held()) {
      masters[p] = live.partition(p).topology().masters();
    }
    return masters;
  }
}
