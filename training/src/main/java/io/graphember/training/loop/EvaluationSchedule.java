// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.training.task.LabeledVertices;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The batches of one trainer when all trainers evaluate some vertices once. */
final class EvaluationSchedule implements Iterator<BatchTask> {
  private final BatchSchedule schedule;
  private final LabeledVertices vertices;
  private final int steps;
  private int step;

  EvaluationSchedule(BatchSchedule schedule, LabeledVertices vertices, int steps) {
    this.schedule = schedule;
    this.vertices = vertices;
    this.steps = steps;
  }

  @Override
  public boolean hasNext() {
    return step < steps;
  }

  @Override
  public BatchTask next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return schedule.evaluationTask(vertices, step++);
  }
}
