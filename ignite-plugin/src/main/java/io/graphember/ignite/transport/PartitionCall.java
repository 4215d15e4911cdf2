// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;

/** Asks the owner of partitions what an operator of sampling wants to know of them. */
final class PartitionCall extends NodeCall<PartitionReply[]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final PartitionRequest<?>[] requests;

  PartitionCall(long job, int epoch, PartitionRequest<?>[] requests) {
    this.job = job;
    this.epoch = epoch;
    this.requests = requests;
  }

  @Override
  protected PartitionReply[] run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    PartitionReply[] replies = new PartitionReply[requests.length];
    for (int i = 0; i < requests.length; i++) {
      PartitionRequest<?> request = requests[i];
      replies[i] = request.answer(live.resident(request.partition()));
    }
    return replies;
  }
}
