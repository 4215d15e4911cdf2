// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.tensor.table.RowRead;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rows of tables on the owner of partitions.
 *
 * <p>Fields that travel, by Ignite's marshaller: for each request the name of the table, the
 * partition, the rows and the step.
 */
final class RowsCall extends StorageCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final String[] tables;
  private final int[] partitions;
  private final int[][] rows;
  private final long[] steps;

  RowsCall(LiveJob asking, List<RowRead> reads) {
    super(asking, 0);
    tables = reads.stream().map(RowRead::table).toArray(String[]::new);
    partitions = reads.stream().mapToInt(RowRead::partition).toArray();
    rows = reads.stream().map(RowRead::rows).toArray(int[][]::new);
    steps = reads.stream().mapToLong(RowRead::step).toArray();
  }

  /** Bytes of the rows that are named. */
  static long bytes(List<RowRead> reads) {
    return reads.stream().mapToLong(read -> 4L * read.rows().length).sum();
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.TABLES;
  }

  @Override
  long cost(LiveJob live) {
    long cost = 0;
    for (int[] some : rows) {
      cost += some.length;
    }
    return cost * (1 + live.tables().dim());
  }

  @Override
  float[][] answer(LiveJob live) {
    List<RowRead> reads = new ArrayList<>();
    for (int i = 0; i < tables.length; i++) {
      reads.add(new RowRead(tables[i], partitions[i], rows[i], steps[i]));
    }
    float[][] values = live.tables().host().get(reads).toArray(float[][]::new);
    long bytes = bytes(reads);
    for (float[] some : values) {
      bytes += 4L * some.length;
    }
    live.work().served(requestKind(), bytes);
    return values;
  }
}
