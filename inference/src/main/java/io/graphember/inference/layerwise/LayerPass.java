// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.EdgeCollection;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pass over masters of this process, all or those that the lists are of: a worker for each
 * thread. Used by one thread.
 */
public final class LayerPass implements AutoCloseable {
  private final Engine engine;
  private final Optional<Stage> stage;
  private final int grain;
  private final NeighborLists lists;
  private final List<LayerWorker> all = new ArrayList<>();
  private final List<SliceRunner> opened = new ArrayList<>();

  /** What all passes use. */
  public record Engine(SlicedModel model, Workers workers, Cancellation cancellation) {}

  /** A slice and the rows that it reads. */
  public record Stage(Slice slice, HiddenRows rows) {}

  /**
   * A pass.
   *
   * @param stage what is computed; empty if the pass only transforms for layer 0
   * @param next what is transformed for; empty in the last pass
   * @param stored where rows are kept that the output wants; empty for nowhere
   */
  public LayerPass(
      Engine engine,
      Optional<Stage> stage,
      Optional<Stage> next,
      NeighborLists lists,
      Optional<StoredOutput> stored,
      LayerOutput output) {
    this.engine = engine;
    this.stage = stage;
    this.lists = lists;
    grain = next.or(() -> stage).orElseThrow().rows().grain();
    for (int w = 0; w < engine.workers().count(); w++) {
      all.add(
          new LayerWorker(
              stage.map(of -> new LayerWorker.Applying(of, lists, open(of), edges(of, lists))),
              next.map(of -> new LayerWorker.Transforming(of, open(of))),
              stored.map(LayerWorker.Storing::new),
              lists,
              output));
    }
  }

  /** The pass before layer 0. */
  public static LayerPass beforeFirst(
      Engine engine, Stage first, NeighborLists lists, LayerOutput output) {
    return new LayerPass(
        engine, Optional.empty(), Optional.of(first), lists, Optional.empty(), output);
  }

  private Optional<EdgeCollection> edges(Stage of, NeighborLists lists) {
    return Foreign.looksAtEdges(of.slice())
        ? Optional.of(
            new EdgeCollection(
                of.slice(),
                lists,
                of.rows().shared(),
                engine.model().selfLoops(),
                engine.model().slices().stream().anyMatch(s -> s.program().usesEdgeTypes())))
        : Optional.empty();
  }

  private SliceRunner open(Stage of) {
    SliceRunner runner = engine.model().runners().apply(of.slice());
    opened.add(runner);
    return runner;
  }

  /** Transforms the input of a partition's masters for layer 0. */
  public void transformInput(InferencePartition partition) {
    eachGrain(partition, LayerWorker::transformInput);
  }

  /** Computes the slice for a partition's masters. */
  public void compute(InferencePartition partition, LayerwiseInference.Progress progress) {
    final int layer = stage.orElseThrow().slice().layer();
    eachGrain(
        partition,
        (worker, of, from, to) -> {
          worker.run(of.number(), from, to);
          progress.advanced(layer, to - from);
        });
  }

  /** Work on the masters at the positions {@code from .. to - 1} of a partition. */
  @FunctionalInterface
  private interface Grain {
    void work(LayerWorker worker, InferencePartition partition, int from, int to);
  }

  private void eachGrain(InferencePartition partition, Grain work) {
    engine
        .workers()
        .each(
            lists.masters(partition.number()),
            grain,
            (worker, from, to) -> {
              for (int at = from; at < to; at += grain) {
                engine.cancellation().check();
                work.work(all.get(worker), partition, at, Math.min(to, at + grain));
              }
            });
  }

  /**
   * Where the time went.
   *
   * @param fill seconds before the pass
   * @param filledRows rows that came in them
   * @param wall seconds of all
   */
  LayerTimes times(double fill, long filledRows, double wall) {
    final HiddenRows kept = stage.orElseThrow().rows();
    long read = kept.readNanos();
    long aggregate = -kept.readNanos(); // chunks are read while it is aggregated
    long dense = 0;
    long write = 0;
    long restored = 0;
    for (LayerWorker worker : all) {
      read += worker.readNanos;
      aggregate += worker.aggregateNanos;
      dense += worker.denseNanos;
      write += worker.writeNanos;
      restored += worker.restored;
    }
    return new LayerTimes(
        stage.orElseThrow().slice().layer(),
        fill,
        read / 1e9,
        Math.max(0, aggregate) / 1e9,
        dense / 1e9,
        write / 1e9,
        wall,
        restored,
        filledRows,
        kept.rows(),
        kept.chunkReads(),
        kept.chunkHits());
  }

  @Override
  public void close() {
    opened.forEach(SliceRunner::close);
  }
}
