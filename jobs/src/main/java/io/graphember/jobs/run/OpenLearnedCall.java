// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.KeptRows;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.training.loop.LearnedRows;
import jakarta.inject.Inject;
import java.util.Optional;

/** Opens the tables of rows that a job learns with its model, for the partitions of a node. */
final class OpenLearnedCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Caches caches;
  @Inject private transient LiveStore jobs;
  @Inject private transient NodeThreads threads;

  private final long job;
  private final int epoch;
  private final long stepsPerEpoch;
  private final String cache;
  private final byte[] manifest;
  private final KeptRows start;

  /**
   * A call.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   * @param cache durable cache of the job's checkpoints; null if it has none
   * @param manifest checkpoint to go on from; null to begin
   * @param start rows to begin with; null for random ones
   */
  OpenLearnedCall(
      long job, int epoch, long stepsPerEpoch, String cache, byte[] manifest, KeptRows start) {
    this.job = job;
    this.epoch = epoch;
    this.stepsPerEpoch = stepsPerEpoch;
    this.cache = cache;
    this.manifest = manifest;
    this.start = start;
  }

  @Override
  public Boolean run() {
    LiveJob live = jobs.get(job, epoch);
    LiveTables.openLearned(
        live,
        LearnedRows.tables(live.settings(), live.task().shape(), stepsPerEpoch),
        Optional.ofNullable(cache).map(name -> caches.open(name)),
        Optional.ofNullable(manifest).map(ManifestFormat::decode),
        Optional.ofNullable(start).map(rows -> rows.reader(caches, live)),
        threads.workers());
    return true;
  }
}
