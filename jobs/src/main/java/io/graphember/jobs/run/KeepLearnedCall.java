// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import jakarta.inject.Inject;

/** Writes the learned rows of a node's partitions to a cache; answers its part of the manifest. */
final class KeepLearnedCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Caches caches;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final String cache;

  KeepLearnedCall(long job, int epoch, String cache) {
    this.job = job;
    this.epoch = epoch;
    this.cache = cache;
  }

  @Override
  public byte[] run() {
    LiveJob live = jobs.get(job, epoch);
    return ManifestFormat.encode(
        new CheckpointManifest(
            0,
            1,
            live.graph().name(),
            live.graph().version(),
            live.tables().writeBest(caches.open(cache))));
  }
}
