// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.cli.view.LoadView;
import io.graphember.cli.view.ProgressView;
import io.graphember.formats.csv.AssignedSource;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.load.PartitionTrial;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.Partitioner;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Reads an edge list, cuts it, measures the cut, writes it. */
public final class PartitionRun {
  /** Share of the heap that may be planned with; the rest is for reading. */
  private static final double PLANNED_SHARE = 0.8;

  private final EdgeFile edges;
  private final int partitions;
  private final NamedPartitioner named;
  private final int threads;
  private final Cancellation cancellation;

  /**
   * A run that has not begun.
   *
   * @param partitions P
   * @param named the partitioner
   * @param threads threads that cut
   */
  public PartitionRun(
      EdgeFile edges,
      int partitions,
      NamedPartitioner named,
      int threads,
      Cancellation cancellation) {
    this.edges = edges;
    this.partitions = partitions;
    this.named = named;
    this.threads = threads;
    this.cancellation = cancellation;
  }

  /**
   * Runs.
   *
   * @param graphOut folder for the cut, which exists; null for none
   * @throws io.graphember.spi.error.GraphemberException if an input or an option is wrong, or the
   *     heap is too small
   */
  public PartitionOutcome execute(ProgressView progress, @Nullable Path graphOut) {
    Partitioner partitioner = named.find(partitions);
    GraphSettings settings =
        new GraphSettings(
            "partition",
            partitions,
            named.name(),
            named.options(),
            0,
            false,
            true,
            true,
            StoreLayout.COMPACT,
            UnknownVertices.CREATE,
            false,
            null);
    MemoryBudget budget =
        new MemoryBudget((long) (PLANNED_SHARE * Runtime.getRuntime().maxMemory()));
    LoadView view = new LoadView(progress);
    view.begin();
    PhaseWatch watch = new PhaseWatch(view);
    ForkJoinPool pool = new ForkJoinPool(threads);
    try (view;
        GraphSource source = open(watch);
        GraphStaging staging = new GraphStaging(settings, source.header(), budget)) {
      source.stream(staging, cancellation);
      PartitionTrial trial =
          PartitionTrial.run(
              staging, settings, partitioner, new Workers(pool, threads), watch, cancellation);
      PartitionTrial.Summary summary = trial.summary();
      if (graphOut != null) {
        watch.at("write", 0, 1);
        new CutFiles(graphOut).write(trial, summary, cancellation);
      }
      return new PartitionOutcome(named, threads, summary, watch.end(), budget.peakBytes());
    } finally {
      pool.shutdown();
    }
  }

  private GraphSource open(PhaseWatch watch) {
    GraphSource graph = edges.open(watch);
    return named.name().equals(AssignmentFiles.PARTITIONER)
        ? new AssignedSource(graph, AssignmentFiles.of(named.options()), Path.of(""), watch)
        : graph;
  }
}
