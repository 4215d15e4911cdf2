// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowRequest;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import java.util.List;

/**
 * Copies rows out on the owner of partitions.
 *
 * <p>Fields that travel beside those of every call: the requests, and what rows they name.
 */
final class RowCall extends StorageCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final RowKind kind;
  private final RowRequest[] requests;

  RowCall(LiveJob asking, long batch, RowKind kind, RowRequest[] requests) {
    super(asking, batch);
    this.kind = kind;
    this.requests = requests;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.ROWS;
  }

  @Override
  long cost(LiveJob live) {
    long rows = 0;
    for (RowRequest request : requests) {
      rows += request.rows().length;
    }
    return rows * (1 + live.rowDim(kind));
  }

  @Override
  float[][] answer(LiveJob live) {
    float[][] rows = live.rows(kind, List.of(requests)).toArray(float[][]::new);
    live.work().served(requestKind(), cost(live) * Float.BYTES);
    return rows;
  }
}
