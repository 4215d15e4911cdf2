// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;

/** What must hold of a request before anything of it is believed: it may come off the wire. */
final class TableRequests {
  /** Most values that one request reads, or that one step sums up for a partition: 1 GiB. */
  static final long MAX_VALUES = 1L << 28;

  private TableRequests() {}

  static void requireTrainer(int trainer, int trainers) {
    if (trainer < 0 || trainer >= trainers) {
      throw unfit("trainer %d, the job has %d".formatted(trainer, trainers));
    }
  }

  static void requireRows(int[] rows, TablePartition partition) {
    for (int row : rows) {
      if (row < 0 || row >= partition.rows()) {
        throw unfit(
            "row %d, partition %d of table '%s' has %d rows"
                .formatted(row, partition.partition(), partition.spec().name(), partition.rows()));
      }
    }
  }

  static void requireValues(RowGradients gradients, TablePartition partition) {
    if (gradients.values().length != (long) gradients.rows().length * partition.spec().dim()) {
      throw unfit(
          "%d values for %d rows of %d in table '%s'"
              .formatted(
                  gradients.values().length,
                  gradients.rows().length,
                  partition.spec().dim(),
                  gradients.table()));
    }
  }

  static void requireSize(long values) {
    if (values > MAX_VALUES) {
      throw unfit("%d values at once, at most %d".formatted(values, MAX_VALUES));
    }
  }

  static void requireStep(long step) {
    if (step > TableHost.MAX_STEP) {
      throw unfit("step %d, the last one is %d".formatted(step, TableHost.MAX_STEP));
    }
  }

  static void requireFinite(float scalar) {
    if (!Float.isFinite(scalar)) {
      throw unfit("scalar %s is not finite".formatted(scalar));
    }
  }

  static void requireSameShape(TablePartition target, TablePartition source) {
    if (target.rows() != source.rows() || target.spec().dim() != source.spec().dim()) {
      throw unfit(
          "partition %d of table '%s' has %d x %d values, that of '%s' has %d x %d"
              .formatted(
                  target.partition(),
                  target.spec().name(),
                  target.rows(),
                  target.spec().dim(),
                  source.spec().name(),
                  source.rows(),
                  source.spec().dim()));
    }
  }

  static GraphemberException noPartition(String table, int partition) {
    return unfit("partition %d of table '%s' is not here".formatted(partition, table));
  }

  static GraphemberException unfit(String what) {
    return new GraphemberException(
        TensorError.TABLE_REQUEST_UNFIT,
        "A request for rows does not fit its table: %s.".formatted(what));
  }
}
