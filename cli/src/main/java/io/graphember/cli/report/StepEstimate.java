// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.SourceCount;
import io.graphember.cli.report.text.Figures;
import io.graphember.jobs.live.GraphTask;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.tgar.Activations;
import io.graphember.tgar.PartitionSize;
import io.graphember.tgar.step.PartitionedModel;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.batch.Compute;
import java.util.Arrays;
import java.util.List;

/** What steps take that all partitions compute together, before the graph is cut. */
final class StepEstimate {
  private StepEstimate() {}

  /**
   * A line for a job whose steps partitions can compute; none for another one.
   *
   * @param replicas partitions that a vertex is in
   */
  static List<String> lines(JobSettings job, SourceCount count, int replicas) {
    if (!job.trainsModel()
        || job.graph().add()
        || job.train().training().compute() == Compute.TRAINERS
        || !(job.train().training().batch().view() instanceof BatchView.WholeGraph whole)
        || job.train().notByPartitions().isPresent()
        || GraphTask.of(count.graph(), job).shape().learned()) {
      return List.of();
    }
    final ModelSpec spec = job.ofModel().spec(GraphTask.of(count.graph(), job).shape());
    final int partitions = job.graph().partitions();
    try {
      final long bytes =
          PartitionedModel.estimateBytes(
              spec,
              whole.recompute() ? Activations.RECOMPUTED : Activations.KEPT,
              size(job, count, spec, replicas));
      return List.of(
          "%s of memory budget on all storage nodes together, %s for each of %s, if a vertex has %d replicas"
              .formatted(
                  Figures.bytes(partitions * bytes),
                  Figures.bytes(bytes),
                  Figures.count(partitions, "partition"),
                  replicas));
    } catch (GraphemberException e) {
      if (e.is(SpiError.MODEL_UNSUPPORTED)) { // trainers compute it
        return List.of();
      }
      throw e;
    }
  }

  /** A partition, if all are alike. */
  private static PartitionSize size(
      JobSettings job, SourceCount count, ModelSpec spec, int replicas) {
    final int partitions = job.graph().partitions();
    final long vertices = Arrays.stream(count.size().vertices()).sum();
    final long edges = (job.graph().symmetrize() ? 2 : 1) * count.size().edges();
    final long masters = (vertices + partitions - 1) / partitions;
    return new PartitionSize(
        masters,
        Math.min(vertices, masters * Math.min(replicas, partitions)),
        (edges + partitions - 1) / partitions + (spec.kind().selfLoops() ? masters : 0));
  }
}
