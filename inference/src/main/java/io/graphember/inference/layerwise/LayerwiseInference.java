// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a trained model over all vertices of a graph whose partitions lie in this process, layer by
 * layer (GLISP, section III-D): what leaves a layer is kept and read by the next one, so nothing is
 * computed twice. The neighbourhood of a vertex is all of its in-edges.
 *
 * <p>Each pass over the masters applies slice k and transforms for slice k + 1 while the rows are
 * in the cache, so that wide hidden rows are never kept where narrower ones do. Before a pass the
 * rows of mirrors are copied to each partition once. The same bits on any number of threads.
 *
 * <p>O(K (E dim + V dim^2)). Memory: what two adjacent slices keep of every master and mirror, and
 * a few MiB a worker.
 */
public final class LayerwiseInference {
  private static final int FILL = 4096;

  private final ModelSpec spec;
  private final List<Slice> slices;
  private final List<SliceWeights> weights;
  private final List<InferencePartition> partitions;
  private final RunnerFactory runners;
  private final Workers workers;
  private final Cancellation cancellation;

  /** Hears how far it is; called by several threads. */
  @FunctionalInterface
  public interface Progress {
    /** So many more masters are through a layer. */
    void advanced(int layer, int masters);
  }

  /**
   * An engine for one model and graph.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param partitions all partitions of the graph, in order; their input rows are of the model's
   *     input width
   * @param runners what computes the dense parts
   * @param workers threads that are lent
   */
  public LayerwiseInference(
      ModelSpec spec,
      float[] parameters,
      List<InferencePartition> partitions,
      RunnerFactory runners,
      Workers workers,
      Cancellation cancellation) {
    this.spec = spec;
    this.slices = Slice.of(spec);
    this.weights =
        slices.stream().map(slice -> new SliceWeights(slice, spec.layout(), parameters)).toList();
    this.partitions = List.copyOf(partitions);
    this.runners = runners;
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /** Bytes of heap that a run takes at most, beside a few MiB a worker. */
  public long estimateBytes() {
    long most = 0;
    long before = 0;
    for (Slice slice : slices) {
      final boolean input = slice.layer() == 0 && slice.keepsInput();
      final long bytes =
          input
              ? KeptRows.estimateInputBytes(partitions)
              : KeptRows.estimateBytes(slice, partitions);
      most = Math.max(most, before + bytes);
      before = bytes;
    }
    return most + (normalized() ? 4 * vertices() : 0);
  }

  private long vertices() {
    return partitions.stream().mapToLong(p -> p.topology().vertices()).sum();
  }

  private boolean normalized() {
    return slices.stream()
        .anyMatch(
            slice ->
                slice.program().uses(Operator.NEIGHBOR_WEIGHTED_SUM)
                    || slice.program().uses(Operator.SELF_WEIGHTED));
  }

  /**
   * Computes all layers.
   *
   * @param budget what {@link #estimateBytes} is taken from before anything is allocated
   * @param output takes the rows of every layer
   * @return where the time went, a layer each
   * @throws io.graphember.spi.error.GraphemberException if it does not fit the budget, or cancelled
   */
  public List<LayerTimes> run(MemoryBudget budget, LayerOutput output, Progress progress) {
    try (MemoryBudget.Reservation memory =
        budget.take(estimateBytes(), "inference over the whole graph")) {
      NeighborLists lists =
          new NeighborLists(
              partitions.stream()
                  .map(InferencePartition::topology)
                  .toArray(PartitionTopology[]::new),
              normalized());
      List<LayerTimes> times = new ArrayList<>();
      KeptRows kept = input(lists);
      for (int k = 0; k < slices.size(); k++) {
        final boolean last = k == slices.size() - 1;
        KeptRows nextKept = last ? null : KeptRows.of(slices.get(k + 1), partitions);
        times.add(pass(k, lists, kept, nextKept, output, progress));
        kept = nextKept;
      }
      return times;
    }
  }

  /** What the first slice keeps. */
  private KeptRows input(NeighborLists lists) {
    Slice first = slices.get(0);
    if (first.keepsInput()) {
      return KeptRows.ofInput(first, partitions);
    }
    KeptRows kept = KeptRows.of(first, partitions);
    Pass pass = new Pass(null, first, lists, null, kept, (l, p, f, c, rows, stride) -> {});
    try (pass) {
      for (InferencePartition partition : partitions) {
        workers.each(
            partition.topology().masters(),
            LayerWorker.BATCH,
            (worker, from, to) -> {
              cancellation.check();
              pass.worker(worker).transformInput(partition, from, to);
            });
      }
    }
    return kept;
  }

  private LayerTimes pass(
      int layer,
      NeighborLists lists,
      KeptRows kept,
      KeptRows nextKept,
      LayerOutput output,
      Progress progress) {
    final long begun = System.nanoTime();
    Slice next = nextKept == null ? null : slices.get(layer + 1);
    try (Pass pass = new Pass(slices.get(layer), next, lists, kept, nextKept, output)) {
      for (InferencePartition partition : partitions) {
        final int masters = partition.topology().masters();
        workers.each(
            partition.topology().vertices() - masters,
            FILL,
            (worker, from, to) ->
                pass.worker(worker).fill(partition.number(), masters + from, masters + to));
      }
      for (InferencePartition partition : partitions) {
        workers.each(
            partition.topology().masters(),
            LayerWorker.BATCH,
            (worker, from, to) -> {
              for (int first = from; first < to; first += LayerWorker.BATCH) {
                cancellation.check();
                final int end = Math.min(to, first + LayerWorker.BATCH);
                pass.worker(worker).run(partition.number(), first, end);
                progress.advanced(layer, end - first);
              }
            });
      }
      return pass.times(layer, System.nanoTime() - begun);
    }
  }

  /** The workers of one pass. */
  private final class Pass implements AutoCloseable {
    private final List<LayerWorker> all = new ArrayList<>();
    private final List<SliceRunner> opened = new ArrayList<>();

    Pass(
        Slice slice,
        Slice next,
        NeighborLists lists,
        KeptRows kept,
        KeptRows nextKept,
        LayerOutput output) {
      for (int w = 0; w < workers.count(); w++) {
        EdgeCollection edges =
            slice == null || !LayerWorker.looksAtEdges(slice)
                ? null
                : new EdgeCollection(
                    slice, lists, partitions, kept.shared(), spec.kind().selfLoops());
        all.add(
            new LayerWorker(
                slice, next, lists, kept, nextKept, open(slice), open(next), edges, output));
      }
    }

    private SliceRunner open(Slice slice) {
      if (slice == null) {
        return null;
      }
      SliceRunner runner = runners.open(slice, weights.get(slice.layer()));
      opened.add(runner);
      return runner;
    }

    LayerWorker worker(int number) {
      return all.get(number);
    }

    LayerTimes times(int layer, long nanos) {
      long fill = 0;
      long aggregate = 0;
      long dense = 0;
      long write = 0;
      long filled = 0;
      for (LayerWorker worker : all) {
        fill += worker.fillNanos;
        aggregate += worker.aggregateNanos;
        dense += worker.denseNanos;
        write += worker.writeNanos;
        filled += worker.filledRows;
      }
      return new LayerTimes(
          layer, fill / 1e9, aggregate / 1e9, dense / 1e9, write / 1e9, nanos / 1e9, filled);
    }

    @Override
    public void close() {
      opened.forEach(SliceRunner::close);
    }
  }
}
