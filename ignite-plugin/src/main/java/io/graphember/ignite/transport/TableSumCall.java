// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.graph.rows.SumRequest;
import io.graphember.ignite.live.LiveJob;
import java.util.List;

/**
 * Adds rows of a table up on the owner of partitions.
 *
 * <p>Fields that travel, by Ignite's marshaller: name of the table, the step, and the requests.
 */
final class TableSumCall extends StorageCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final long step;
  private final SumRequest[] requests;

  TableSumCall(LiveJob asking, String table, long step, SumRequest[] requests) {
    super(asking, 0);
    this.table = table;
    this.step = step;
    this.requests = requests;
  }

  /** Numbers named stand for rows: those of whole lists are not counted. */
  @Override
  long cost(LiveJob live) {
    return bytes() / Integer.BYTES * (1 + live.settings().embedding().dim());
  }

  private long bytes() {
    long bytes = 0;
    for (SumRequest request : requests) {
      bytes += request.bytes();
    }
    return bytes;
  }

  @Override
  float[][] answer(LiveJob live) {
    float[][] sums = live.tableSums(table, step, List.of(requests)).toArray(float[][]::new);
    long bytes = bytes();
    for (float[] some : sums) {
      bytes += (long) Float.BYTES * some.length;
    }
    live.served(bytes);
    return sums;
  }
}
