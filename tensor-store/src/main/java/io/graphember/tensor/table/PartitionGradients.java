// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is to be applied to one partition: gradients in the order in which they are added up. */
final class PartitionGradients {
  private final HostedPartition partition;
  private final List<RowGradients> gradients = new ArrayList<>();
  private @Nullable RowSums sums; // null until added up
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
    RowSums added = new RowSums(dim, (int) most);
    for (RowGradients part : gradients) {
      added.add(part.rows(), part.values());
    }
    notFinite = added.firstNotFinite();
    sums = added;
  }

  /**
   * What {@link #sum} has made.
   *
   * @throws GraphemberException with code {@link TensorError#GRADIENT_NOT_FINITE}, caused by {@link
   *     GradientNotFinite}
   * @throws IllegalStateException if nothing was added up
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
    if (sums == null) {
      throw new IllegalStateException("the gradients are not added up yet");
    }
    return sums;
  }
}
