// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowRequest;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.spi.CsrRows;
import java.util.List;

/**
 * Copies rows out on the owner of partitions, without their zeros.
 *
 * <p>Fields that travel beside those of every call: the requests, and what rows they name. The
 * answer has a {@link SparseAnswer} for each request.
 */
final class SparseRowCall extends StorageCall<int[][]> {
  private static final long serialVersionUID = 1L;

  private final RowKind kind;
  private final RowRequest[] requests;

  SparseRowCall(LiveJob asking, long batch, RowKind kind, RowRequest[] requests) {
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
    return rows * live.graph().sparseRowFloats();
  }

  @Override
  int[][] answer(LiveJob live) {
    List<CsrRows> rows = live.sparseRows(kind, List.of(requests));
    int[][] answers = new int[rows.size()][];
    long ints = 0;
    for (int i = 0; i < answers.length; i++) {
      answers[i] = SparseAnswer.of(rows.get(i));
      ints += answers[i].length;
    }
    live.work().served(requestKind(), Integer.BYTES * ints);
    return answers;
  }
}
