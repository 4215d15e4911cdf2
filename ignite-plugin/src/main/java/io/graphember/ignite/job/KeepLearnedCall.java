// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;

/** Writes the learned rows of a node's partitions to a cache; answers its part of the manifest. */
final class KeepLearnedCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final String cache;

  KeepLearnedCall(long job, int epoch, String cache) {
    this.job = job;
    this.epoch = epoch;
    this.cache = cache;
  }

  @Override
  protected byte[] run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    return ManifestFormat.encode(
        new CheckpointManifest(
            0,
            1,
            live.graph().name(),
            live.graph().version(),
            live.tables().writeBest(parts.ignite().cache(cache))));
  }
}
