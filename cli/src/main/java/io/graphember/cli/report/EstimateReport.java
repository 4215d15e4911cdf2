// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.SourceCount;
import io.graphember.cli.job.TrainingRate;
import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.RowStorage;
import io.graphember.partition.load.LoadEstimate;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.partition.Partitioner;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddedGraph;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.loop.TrainerContext;
import java.util.Arrays;
import java.util.Optional;

/** What a graph will take, for people. */
public final class EstimateReport extends Report {
  /** Partitions that a vertex is in, for the estimate: AdaDNE of social graphs stays below. */
  private static final int REPLICAS = 3;

  /** Numberings of vertices that the walks of a trainer keep: two places, starts, negatives. */
  private static final int WALKERS = 4;

  /** A block of a table has two places in its cache. */
  private static final int SLOTS = 2;

  private EstimateReport() {}

  /** What the counted graph of a job takes. */
  public static EstimateReport of(JobSettings job, Partitioner partitioner, SourceCount count) {
    GraphSettings settings = job.graph();
    LoadEstimate estimate =
        LoadEstimate.of(
            count.header(),
            count.size(),
            count.graph().vertexTypes().stream()
                .mapToLong(GraphInfo.Vertices::featureEntries)
                .toArray(),
            settings,
            partitioner,
            RowStorage.HEAP);
    EstimateReport report = new EstimateReport();
    report.add(
        "Graph",
        "%s: %s vertices, %s edges%s"
            .formatted(
                settings.name(),
                Figures.count(Arrays.stream(count.size().vertices()).sum()),
                Figures.count(count.size().edges()),
                settings.symmetrize() ? ", their reverses beside them" : ""));
    report.add(
        "Loading",
        "%s of memory budget on the node that takes the load (%s of columns, %s to cut and place)"
            .formatted(
                Figures.bytes(estimate.loading()),
                Figures.bytes(estimate.staging()),
                Figures.bytes(estimate.building())));
    report.add(
        "Stored",
        "%s in the data regions of all nodes, for each copy (1 + backups)"
            .formatted(Figures.bytes(estimate.stored())));
    report.add(
        "Training",
        "%s of memory budget on all storage nodes together, while a job runs"
            .formatted(Figures.bytes(estimate.live())));
    report.add("Engine", EngineEstimate.lines(job, count));
    report.add("Steps", StepEstimate.lines(job, count, REPLICAS));
    if (job.job() instanceof EmbedJob) {
      report.tables(job, count);
    }
    report.add(
        "Sampling",
        "%s beside it on a node that owns all partitions and runs %s, if a vertex has %d replicas"
            .formatted(
                Figures.bytes(samplingBytes(job, count)),
                Figures.count(job.job().trainers().orElse(1), "trainer"),
                REPLICAS));
    report.add(
        "Settings",
        "GraphemberConfiguration.memoryBudgetBytes, nativeMemoryBudgetBytes, DataRegionConfiguration.maxSize");
    return report;
  }

  /**
   * Adds how long training will take.
   *
   * @param rate what was measured; empty for a job that no generated graph is like
   */
  public void time(Optional<TrainingRate> rate) {
    add(
        "Time",
        rate.map(
                measured ->
                    "about %s for %s of %s, %s each with one trainer on this machine; evaluation and publication come on top"
                        .formatted(
                            Figures.duration(measured.seconds()),
                            Figures.count(measured.epochs(), "epoch"),
                            Figures.count(measured.steps(), "step"),
                            Figures.milliseconds(measured.stepSeconds())))
            .orElse(
                "not measured: only training on classes of vertices by mini-batches is, of a graph with one type whose vertices have features"));
  }

  /** What marks the vertices that a batch has met. */
  private static long samplingBytes(JobSettings job, SourceCount count) {
    return ResidentPartition.stampBytes(
        REPLICAS * Arrays.stream(count.size().vertices()).sum(),
        job.job() instanceof TrainJob train
            ? job.job().trainers().orElse(1) * TrainerContext.samplers(train.training().prefetch())
            : WALKERS * job.job().trainers().orElse(1));
  }

  /** Rows of embeddings with what the optimizer remembers of them. */
  private void tables(JobSettings job, SourceCount count) {
    final long vertices = Arrays.stream(count.size().vertices()).sum();
    EmbeddingParameters parameters =
        EmbeddingParameters.of(
            job.embed().embedding(),
            job.seed(),
            new EmbeddedGraph(
                vertices,
                count.size().edges(),
                count.header().edgeTypes().size(),
                job.graph().partitions()));
    long bytes = 0;
    for (TableSpec table : parameters.tables()) {
      bytes += TablePartition.estimateBytes(table, table.rows().all(vertices));
    }
    add(
        "Tables",
        "%s of memory budget on all storage nodes together for %s of %d floats a vertex, and %s in the data regions for each copy"
            .formatted(
                Figures.bytes(bytes),
                Figures.count(parameters.vertexTables().size(), "row"),
                parameters.dim(),
                Figures.bytes(SLOTS * bytes)));
  }
}
