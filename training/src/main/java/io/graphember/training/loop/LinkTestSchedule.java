// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.op.Direction;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.task.TypedEdges;
import java.util.List;

/**
 * The batches of one trainer when all trainers rank test edges once for each end that is asked for.
 * A batch has about as many vertices as one of validation with a negative for each edge. Batch b
 * goes to trainer b modulo the number of trainers.
 */
final class LinkTestSchedule {
  private static final long TAG = 7;
  private static final int VALIDATION_ENDS = 3; // of an edge and its negative

  private final TrainingParameters parameters;
  private final TypedEdges edges;
  private final int rank;
  private final int trainers;
  private final int batchSize;
  private final List<Direction> ends;
  private final int perEnd; // batches of all trainers

  /**
   * A schedule.
   *
   * @param parameters with the negatives of the test
   */
  LinkTestSchedule(TrainingParameters parameters, TypedEdges edges, int rank, int trainers) {
    this.parameters = parameters;
    this.edges = edges;
    this.rank = rank;
    this.trainers = trainers;
    final LinkPlan links = parameters.links().orElseThrow();
    final long ofBatch = (long) VALIDATION_ENDS * parameters.evaluationBatchSize();
    this.batchSize = (int) Math.max(1, ofBatch / (2 + links.rule().perPositive()));
    this.ends = links.replaced().directions();
    this.perEnd = (edges.size() + batchSize - 1) / batchSize;
  }

  /** Steps, the same number for every trainer. */
  int steps() {
    return TrainingParameters.steps(ends.size() * perEnd, 1, trainers);
  }

  /** Place of the first rank of this trainer's batch in a step: those of one end come together. */
  int first(int ofStep) {
    final int batch = batch(ofStep);
    return batch / perEnd * edges.size() + firstEdge(batch);
  }

  /** A batch behind the last one has no edges. */
  private int batch(int ofStep) {
    return (int) Math.min((long) ofStep * trainers + rank, (long) ends.size() * perEnd);
  }

  private int firstEdge(int batch) {
    return batch % perEnd * batchSize;
  }

  /** This trainer's batch in a step. */
  BatchTask task(int ofStep) {
    final int batch = batch(ofStep);
    final boolean any = batch < ends.size() * perEnd;
    final int first = any ? firstEdge(batch) : 0;
    final int end = any ? (int) Math.min(edges.size(), (long) first + batchSize) : 0;
    return new BatchTask(
            new BatchTask.GivenEdges(edges.range(first, end), ends.get(any ? batch / perEnd : 0)),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), TAG, (long) ofStep * trainers + rank),
            1f)
        .inParts();
  }
}
