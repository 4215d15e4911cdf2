// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import java.util.ArrayList;
import java.util.List;

/** What is to be applied to one partition: gradients in the order in which they are added up. */
final class PartitionGradients {
  private final HostedPartition partition;
  private final List<RowGradients> gradients = new ArrayList<>();
  private RowSums sums;
  private int notFinite;

  PartitionGradients(HostedPartition partition) {
    this.partition = partition;
  }

  void add(RowGradients more) {
    gradients.add(more);
  }

  HostedPartition partition() {
    return partition;
  }

  /** Adds them up by row and looks for sums that are not finite. */
  void sum() {
    long named = 0;
    for (RowGradients part : gradients) {
      named += part.rows().length;
    }
    final int dim = partition.rows().spec().dim();
    final long most = Math.min(named, partition.rows().rows());
    TableRequests.requireSize(most * dim);
    sums = new RowSums(dim, (int) most);
    for (RowGradients part : gradients) {
      sums.add(part.rows(), part.values());
    }
    notFinite = sums.firstNotFinite();
  }

  /**
   * What {@link #sum} has made.
   *
   * @throws GraphemberException with code {@link TensorError#GRADIENT_NOT_FINITE}, caused by {@link
   *     GradientNotFinite}
   */
  RowSums finiteSums() {
    if (notFinite >= 0) {
      TablePartition rows = partition.rows();
      throw new GraphemberException(
          TensorError.GRADIENT_NOT_FINITE,
          "The gradient of row %d in partition %d of table '%s' is infinite or not a number."
              .formatted(notFinite, rows.partition(), rows.spec().name()),
          new GradientNotFinite(rows.partition(), notFinite));
    }
    return sums;
  }
}
