// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.graph.store.KeySection;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks the owner of a partition for the user's keys of its masters. */
final class KeysCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int partition;

  KeysCall(long job, int epoch, int partition) {
    this.job = job;
    this.epoch = epoch;
    this.partition = partition;
  }

  @Override
  public byte[] run() {
    return KeySection.encode(jobs.get(job, epoch).partition(partition).keysByType());
  }
}
