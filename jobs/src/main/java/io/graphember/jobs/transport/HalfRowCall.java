// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.GraphError;
import io.graphember.graph.rows.RowRequest;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.kernels.half.HalfRows;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/**
 * Copies rows out on the owner of partitions that are stored in 16 bits.
 *
 * <p>Fields that travel beside those of every call: the requests, and what rows they name. The
 * answer has a {@link HalfAnswer} for each request.
 */
final class HalfRowCall extends StorageCall<int[][]> {
  private static final long serialVersionUID = 1L;

  private final RowKind kind;
  private final RowRequest[] requests;

  HalfRowCall(LiveJob asking, long batch, RowKind kind, RowRequest[] requests) {
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
    return rows * (1 + HalfRows.packed(live.rowDim(kind)));
  }

  @Override
  int[][] answer(LiveJob live) {
    final HalfRows format =
        live.halfRows(kind)
            .orElseThrow(
                () ->
                    new GraphemberException(
                        GraphError.REQUEST_OUT_OF_RANGE,
                        "A request asks for %s in 16 bits that graph %s has in 32."
                            .formatted(kind, live.graph().name())));
    List<float[]> rows = live.rows(kind, List.of(requests));
    int[][] answers = new int[rows.size()][];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = HalfAnswer.of(format, rows.get(i), live.rowDim(kind));
    }
    live.work().served(requestKind(), cost(live) * Integer.BYTES);
    return answers;
  }
}
