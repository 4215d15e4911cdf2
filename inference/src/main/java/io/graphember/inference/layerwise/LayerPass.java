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

/** One pass over the masters of this process: a worker for each thread. */
final class LayerPass implements AutoCloseable {
  private final Engine engine;
  private final Slice slice;
  private final HiddenRows kept;
  private final int grain;
  private final List<LayerWorker> all = new ArrayList<>();
  private final List<SliceRunner> opened = new ArrayList<>();

  /** What all passes use. */
  record Engine(SlicedModel model, Workers workers, Cancellation cancellation) {}

  /**
   * A pass that only transforms for layer 0, or is the last one, has no slice or no next one.
   *
   * @param stored where rows are kept that the output wants; null for nowhere
   */
  LayerPass(
      Engine engine,
      Slice slice,
      Slice next,
      NeighborLists lists,
      HiddenRows kept,
      HiddenRows nextKept,
      StoredOutput stored,
      LayerOutput output) {
    this.engine = engine;
    this.slice = slice;
    this.kept = kept;
    grain = nextKept == null ? kept.grain() : nextKept.grain();
    for (int w = 0; w < engine.workers().count(); w++) {
      EdgeCollection edges =
          slice == null || !Foreign.looksAtEdges(slice)
              ? null
              : new EdgeCollection(slice, lists, kept.shared(), engine.model().selfLoops());
      all.add(
          new LayerWorker(
              slice, next, lists, kept, nextKept, open(slice), open(next), edges, stored, output));
    }
  }

  /** The pass before layer 0. */
  LayerPass(
      Engine engine,
      Slice slice,
      Slice next,
      NeighborLists lists,
      HiddenRows kept,
      HiddenRows nextKept) {
    this(
        engine,
        slice,
        next,
        lists,
        kept,
        nextKept,
        null,
        (l, p, masters, count, rows, stride) -> {});
  }

  private SliceRunner open(Slice of) {
    if (of == null) {
      return null;
    }
    SliceRunner runner = engine.model().runners().apply(of);
    opened.add(runner);
    return runner;
  }

  /** Transforms the input of a partition's masters for layer 0. */
  void transformInput(InferencePartition partition) {
    eachGrain(partition, LayerWorker::transformInput);
  }

  /** Computes the slice for a partition's masters. */
  void compute(InferencePartition partition, LayerwiseInference.Progress progress) {
    eachGrain(
        partition,
        (worker, of, from, to) -> {
          worker.run(of.number(), from, to);
          progress.advanced(slice.layer(), to - from);
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
            partition.topology().masters(),
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
        slice.layer(),
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
