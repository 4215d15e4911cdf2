// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.inference.predict.FewVertices;
import io.graphember.inference.predict.KnownRows;
import io.graphember.jobs.live.GraphTask;
import io.graphember.memory.MemoryBudget;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A model of a job with the version of its graph that it is asked about. Safe for use by several
 * threads.
 */
final class WarmModel implements AutoCloseable {
  private static final long MOST_ROW_BYTES = 64 << 20;

  private final List<String> texts;
  private final long trainedOn;
  private final GraphInfo graph;
  private final JobSettings settings;
  private final GraphTask task;
  private final FewVertices model;
  private final ReadGraph reads;
  private final MemoryBudget.Reservation memory;
  private final MemoryBudget.Reservation ofRows;
  private final KnownRows known;
  private final MemoryBudget budget;
  private volatile Optional<Placed> placed = Optional.empty();
  private volatile long usedNanos = System.nanoTime();

  /**
   * Where the graph lies, and the passes that read it there.
   *
   * @param reads whose nodes have their partitions in memory
   * @param passes of vertices of the graph
   */
  record Placed(ClusterReads reads, SharedPasses passes) {}

  /**
   * A model.
   *
   * @param texts what the catalog has of the graph and the model, see {@link
   *     io.graphember.jobs.catalog.GraphCatalog#texts}
   * @param trainedOn version of the graph
   * @param graph version that is asked about
   * @param memory that it takes, given back when it is closed
   * @param budget memory of passes
   */
  WarmModel(
      List<String> texts,
      long trainedOn,
      GraphInfo graph,
      JobSettings settings,
      FewVertices model,
      ReadGraph reads,
      MemoryBudget.Reservation memory,
      MemoryBudget budget) {
    this.texts = List.copyOf(texts);
    this.trainedOn = trainedOn;
    this.graph = graph;
    this.settings = settings;
    this.task = GraphTask.of(graph, settings);
    this.model = model;
    this.reads = reads;
    this.memory = memory;
    this.budget = budget;
    this.ofRows = budget.take(0, WarmGraph.what(graph));
    this.known = new KnownRows(MOST_ROW_BYTES, ofRows);
  }

  /** True if the catalog has these texts: then it is the current model and version. */
  boolean isOf(List<String> others) {
    return texts.equals(others);
  }

  long trainedOn() {
    return trainedOn;
  }

  GraphInfo graph() {
    return graph;
  }

  JobSettings settings() {
    return settings;
  }

  GraphTask task() {
    return task;
  }

  FewVertices model() {
    return model;
  }

  ReadGraph reads() {
    return reads;
  }

  /**
   * Where the graph lies; brought into memory there, unless it is.
   *
   * @param owners node of each partition
   * @param open reads of these nodes
   */
  Placed place(UUID[] owners, Function<UUID[], ClusterReads> open) {
    usedNanos = System.nanoTime();
    final Optional<Placed> before = placed;
    if (before.isPresent() && before.get().reads().isOf(owners)) {
      return before.get();
    }
    return warmed(owners, open);
  }

  private synchronized Placed warmed(UUID[] owners, Function<UUID[], ClusterReads> open) {
    if (placed.isPresent() && placed.get().reads().isOf(owners)) {
      return placed.get();
    }
    final ClusterReads there = open.apply(owners);
    there.warm();
    final Placed now =
        new Placed(
            there,
            new SharedPasses(
                there,
                (from, draws, vids) ->
                    model.compute(
                        from,
                        draws,
                        vids,
                        budget,
                        Optional.of(known).filter(rows -> from == there))));
    placed = Optional.of(now);
    return now;
  }

  /** Has the next request bring the graph into memory where it is not any more. */
  void cool() {
    placed = Optional.empty();
  }

  /** Nanoseconds since it was used. */
  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  /** Bytes of heap. */
  long bytes() {
    return memory.bytes() + ofRows.bytes();
  }

  @Override
  public void close() {
    memory.close();
    ofRows.close();
  }
}
