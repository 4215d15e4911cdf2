// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredTable;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Writes what has changed in a node's tables; answers its part of the manifest. */
final class CheckpointCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final byte[] last;
  private final long step;
  private final long version;

  /**
   * A call.
   *
   * @param last manifest of the last complete checkpoint; null if there is none
   * @param step steps that are done
   * @param version number of the checkpoint
   */
  CheckpointCall(long job, int epoch, byte[] last, long step, long version) {
    this.job = job;
    this.epoch = epoch;
    this.last = last;
    this.step = step;
    this.version = version;
  }

  /** What several nodes have answered: the tables that each has written. */
  static List<StoredTable> tables(List<byte[]> answers) {
    return answers.stream().flatMap(part -> ManifestFormat.decode(part).tables().stream()).toList();
  }

  @Override
  public byte[] run() {
    LiveJob live = jobs.get(job, epoch);
    return ManifestFormat.encode(
        new CheckpointManifest(
            step,
            version,
            live.graph().name(),
            live.graph().version(),
            live.tables().write(Optional.ofNullable(last).map(ManifestFormat::decode), version)));
  }
}
