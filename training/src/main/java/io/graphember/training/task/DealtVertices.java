// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

/**
 * Vertices that are dealt to trainers by where they lie: all of them in ascending order of vid, so
 * partition by partition, are cut into as many runs as there are trainers, which differ by one
 * vertex at most. Equal numbers come first, the place second (DistDGL, section III-A: its two-level
 * split). Which nodes the partitions are on is not looked at, so the runs are the same on any
 * number of nodes.
 *
 * @param own those of one trainer
 * @param total how many all trainers have together
 */
public record DealtVertices(LabeledVertices own, long total) {
  /** None, of anybody. */
  public static final DealtVertices NONE = new DealtVertices(LabeledVertices.NONE, 0);

  /** All vertices, of the only trainer. */
  public static DealtVertices all(LabeledVertices vertices) {
    return new DealtVertices(vertices, vertices.size());
  }

  /**
   * The run of one trainer.
   *
   * @param vertices of all trainers, in ascending order of vid
   */
  public static DealtVertices of(LabeledVertices vertices, int rank, int trainers) {
    return new DealtVertices(
        vertices.range(
            (int) first(vertices.size(), rank, trainers),
            (int) first(vertices.size(), rank + 1, trainers)),
        vertices.size());
  }

  /**
   * Where the run of a trainer begins: {@code total * rank / trainers}.
   *
   * @param rank 0 to {@code trainers}; that of the trainer behind is where a run ends
   */
  public static long first(long total, int rank, int trainers) {
    return total / trainers * rank + total % trainers * rank / trainers;
  }

  /**
   * How many vertices of all trainers are in one step.
   *
   * @param step steps before it
   * @param batchSize most vertices of one trainer in a step
   */
  public long inStep(int step, int batchSize, int trainers) {
    final long each = total / trainers;
    final long more = total % trainers; // so many trainers have one more
    return more * inBatch(each + 1, step, batchSize)
        + (trainers - more) * inBatch(each, step, batchSize);
  }

  private static long inBatch(long vertices, int step, int batchSize) {
    return Math.max(0, Math.min(batchSize, vertices - (long) step * batchSize));
  }
}
