// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import java.util.Comparator;

/** Which of several ready tasks runs first. */
public enum TaskOrder {
  /**
   * Those of the batch that was launched first; of one batch, the cheapest (ByteGNN, section 3.2,
   * fine-grained scheduling).
   */
  BATCH_AND_COST(
      Comparator.comparingLong(TaskQueue.Ready::batch)
          .thenComparingLong(TaskQueue.Ready::cost)
          .thenComparingLong(TaskQueue.Ready::arrival)),
  /** In the order in which they became ready. */
  ARRIVAL(Comparator.comparingLong(TaskQueue.Ready::arrival));

  final Comparator<TaskQueue.Ready> comparator;

  TaskOrder(Comparator<TaskQueue.Ready> comparator) {
    this.comparator = comparator;
  }
}
