// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.SumRequest;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import java.util.List;

/** Adds feature rows up on the owner of partitions. */
final class SumCall extends StorageCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final SumRequest[] requests;

  SumCall(LiveJob asking, long batch, SumRequest[] requests) {
    super(asking, batch);
    this.requests = requests;
  }

  /** Numbers named stand for rows: those of whole lists are not counted. */
  @Override
  public RequestKind requestKind() {
    return RequestKind.SUMS;
  }

  @Override
  long cost(LiveJob live) {
    long named = 0;
    for (SumRequest request : requests) {
      named += request.bytes() / Integer.BYTES;
    }
    return named * (1 + live.graph().featureDim());
  }

  @Override
  float[][] answer(LiveJob live) {
    float[][] sums = live.sums(List.of(requests)).toArray(float[][]::new);
    long bytes = 0;
    for (int i = 0; i < requests.length; i++) {
      bytes += requests[i].bytes() + (long) Float.BYTES * sums[i].length;
    }
    live.work().served(requestKind(), bytes);
    return sums;
  }
}
