// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;

/** Asks the owner of partitions what an operator of sampling wants to know of them. */
final class PartitionCall extends StorageCall<PartitionReplies> {
  private static final long serialVersionUID = 1L;

  private final PartitionRequest<?>[] requests;

  PartitionCall(LiveJob asking, long batch, PartitionRequest<?>[] requests) {
    super(asking, batch);
    this.requests = requests;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.SAMPLING;
  }

  @Override
  long cost(LiveJob live) {
    return bytes() / Integer.BYTES;
  }

  private long bytes() {
    long bytes = 0;
    for (PartitionRequest<?> request : requests) {
      bytes += request.bytes();
    }
    return bytes;
  }

  @Override
  PartitionReplies answer(LiveJob live) {
    PartitionReply[] replies = new PartitionReply[requests.length];
    long bytes = bytes();
    for (int i = 0; i < requests.length; i++) {
      replies[i] = requests[i].answer(live.resident(requests[i].partition()));
      bytes += replies[i].bytes();
    }
    live.work().served(requestKind(), bytes);
    return new PartitionReplies(replies);
  }
}
