// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/** Writes the learned rows of a node's partitions to a cache; answers its part of the manifest. */
final class KeepLearnedCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient Ignite ignite;
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
  protected byte[] run() {
    LiveJob live = jobs.get(job, epoch);
    return ManifestFormat.encode(
        new CheckpointManifest(
            0,
            1,
            live.graph().name(),
            live.graph().version(),
            live.tables().writeBest(ignite.cache(cache))));
  }
}
