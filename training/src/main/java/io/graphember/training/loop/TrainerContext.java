// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.batch.Aggregation;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.sync.Collective;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a trainer is lent.
 *
 * @param storage ways to the topology and to the feature rows
 * @param collective way to the other trainers
 * @param replies how replies are waited for
 * @param executor runs sampling tasks of this trainer, a few at a time
 * @param counts hears of every batch
 */
public record TrainerContext(
    StorageAccess storage,
    Collective collective,
    Replies replies,
    Executor executor,
    BatchCounts counts) {

  Cancellation cancellation() {
    return replies.cancellation();
  }

  /** Samplers of a trainer: one for each batch ahead, and one whose batch is with the model. */
  public static int samplers(int prefetch) {
    return prefetch + 1;
  }

  /**
   * Starts to sample.
   *
   * @param parameters how far ahead, and whether neighbours may be added up where their rows are
   * @param training true if rows that enter layer 0 pass input dropout
   */
  BatchScheduler<BatchTask, PreparedBatch> pipeline(
      ModelSpec spec, TrainingParameters parameters, boolean training, Iterator<BatchTask> tasks) {
    Aggregation aggregation = aggregation(spec);
    Program first = training ? spec.program(0) : spec.program(0).inEvaluation();
    boolean pushDown =
        parameters.pushDown() && first.aggregator().equals(Optional.of(aggregation.operator()));
    final int hops = parameters.rules().size();
    List<PreparedBatch> work = new ArrayList<>();
    for (int i = 0; i < samplers(parameters.prefetch()); i++) {
      AtomicLong number = new AtomicLong();
      PartitionClient partitions = storage.partitions(number::get);
      RowSource rows = storage.rows(number::get);
      work.add(
          new PreparedBatch(
              hops,
              number,
              HopSampler.of(
                  partitions,
                  replies,
                  parameters.rules(),
                  pushDown && rows.mirrored(),
                  aggregation == Aggregation.GCN_NORM),
              assembler(spec, rows, partitions.partitions(), aggregation, pushDown)));
    }
    return new BatchScheduler<>(
        PreparedBatch.shape(hops),
        tasks,
        work,
        parameters.scheduling().settings(parameters.prefetch()),
        executor,
        cancellation());
  }

  private BatchAssembler assembler(
      ModelSpec spec, RowSource rows, int partitions, Aggregation aggregation, boolean pushDown) {
    BatchAssembler assembler =
        new BatchAssembler(rows, partitions, aggregation, replies, pushDown, counts);
    return spec.kind().selfLoops() ? assembler.withSelfLoops() : assembler;
  }

  /** The coefficients that the layers look at; without any, how the first layer adds up. */
  private static Aggregation aggregation(ModelSpec spec) {
    for (Program program : spec.programs()) {
      if (program.uses(Operator.NEIGHBOR_WEIGHTED_SUM)) {
        return Aggregation.GCN_NORM;
      }
    }
    return spec.program(0).uses(Operator.NEIGHBOR_SUM) ? Aggregation.SUM : Aggregation.MEAN;
  }
}
