// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

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
  private static final int FILL = 4096; // rows that are copied between two looks at cancellation

  private final SlicedModel model;
  private final List<Slice> slices;
  private final List<InferencePartition> partitions;
  private final Workers workers;
  private final Cancellation cancellation;
  private final Optional<StorageSettings> storage;

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
    this(spec, parameters, partitions, runners, workers, cancellation, Optional.empty());
  }

  /**
   * The same with rows in files between layers.
   *
   * @param storage where; empty for memory
   */
  public LayerwiseInference(
      ModelSpec spec,
      float[] parameters,
      List<InferencePartition> partitions,
      RunnerFactory runners,
      Workers workers,
      Cancellation cancellation,
      Optional<StorageSettings> storage) {
    this(runners.model(spec, parameters), partitions, workers, cancellation, storage);
  }

  /**
   * An engine for a model that is cut already.
   *
   * @param storage where rows are between layers; empty for memory
   */
  public LayerwiseInference(
      SlicedModel model,
      List<InferencePartition> partitions,
      Workers workers,
      Cancellation cancellation,
      Optional<StorageSettings> storage) {
    this.storage = storage;
    this.model = model;
    this.slices = model.slices();
    this.partitions = List.copyOf(partitions);
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /** Bytes of heap that a run takes at most, beside a few MiB a worker. */
  public long estimateBytes() {
    final long norms = normalized() ? 4 * vertices() : 0;
    if (storage.isPresent()) {
      return storage.get().cacheBytes() + norms + workers.count() * workerBytes(storage.get());
    }
    long most = 0;
    long before = 0;
    for (Slice slice : slices) {
      final boolean input = slice.layer() == 0 && slice.keepsInput();
      final long bytes =
          input
              ? MemoryRows.estimateInputBytes(partitions)
              : MemoryRows.estimateBytes(slice, partitions);
      most = Math.max(most, before + bytes);
      before = bytes;
    }
    return most + norms;
  }

  /** Bytes of the chunks and sums that one worker has in hand. */
  private long workerBytes(StorageSettings settings) {
    long most = 0;
    for (Slice slice : slices) {
      final long columns = 3L * slice.shared().columns() + 2L * slice.own().columns();
      most = Math.max(most, 4 * columns * settings.chunkRows());
    }
    return 2 * most + ChunkAggregation.EDGE_BYTES; // of two adjacent slices
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
      KeptRows kept = kept(slices.get(0));
      try {
        transformInput(lists, kept);
        for (int k = 0; k < slices.size(); k++) {
          KeptRows next = k == slices.size() - 1 ? null : kept(slices.get(k + 1));
          try (KeptRows read = kept) {
            kept = next;
            times.add(pass(k, lists, read, next, output, progress));
          }
        }
      } finally {
        if (kept != null) {
          kept.close();
        }
      }
      return times;
    }
  }

  private KeptRows kept(Slice slice) {
    final boolean ofInput = slice.layer() == 0 && slice.keepsInput();
    if (storage.isPresent()) {
      return new StoredRows(slice, partitions, storage.get(), ofInput);
    }
    return ofInput ? MemoryRows.ofInput(slice, partitions) : MemoryRows.of(slice, partitions);
  }

  /** Fills what the first slice keeps. */
  private void transformInput(NeighborLists lists, KeptRows kept) {
    Slice first = slices.get(0);
    if (first.keepsInput()) {
      return;
    }
    try (Pass pass = new Pass(null, first, lists, null, kept, (l, p, f, c, rows, stride) -> {})) {
      for (InferencePartition partition : partitions) {
        eachGrain(
            pass,
            partition,
            kept.grain(),
            0,
            partition.topology().masters(),
            LayerWorker::transformInput);
      }
    }
  }

  /** Work on the local vertices {@code from .. to - 1} of a partition. */
  @FunctionalInterface
  private interface Grain {
    void work(LayerWorker worker, InferencePartition partition, int from, int to);
  }

  /** Deals the local vertices {@code first .. end - 1} of a partition in grains. */
  private void eachGrain(
      Pass pass, InferencePartition partition, int grain, int first, int end, Grain work) {
    workers.each(
        end - first,
        grain,
        (worker, from, to) -> {
          for (int at = first + from; at < first + to; at += grain) {
            cancellation.check();
            work.work(pass.worker(worker), partition, at, Math.min(first + to, at + grain));
          }
        });
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
    final long filled = fill(kept);
    final long fillNanos = System.nanoTime() - begun;
    try (Pass pass = new Pass(slices.get(layer), next, lists, kept, nextKept, output)) {
      final int grain = nextKept == null ? kept.grain() : nextKept.grain();
      for (InferencePartition partition : partitions) {
        eachGrain(
            pass,
            partition,
            grain,
            0,
            partition.topology().masters(),
            (worker, of, from, to) -> {
              worker.run(of.number(), from, to);
              progress.advanced(layer, to - from);
            });
      }
      return pass.times(layer, filled, fillNanos, System.nanoTime() - begun);
    }
  }

  /** Fills in what partitions need of others; how many rows were copied. */
  private long fill(KeptRows kept) {
    LongAdder copied = new LongAdder();
    final int grain = Math.max(FILL, kept.grain());
    for (InferencePartition partition : partitions) {
      final int p = partition.number();
      final int first = kept.fillFrom(p);
      workers.each(
          partition.topology().vertices() - first,
          grain,
          (worker, from, to) -> {
            for (int at = first + from; at < first + to; at += grain) {
              cancellation.check();
              copied.add(kept.fill(p, at, Math.min(first + to, at + grain)));
            }
          });
    }
    kept.filled();
    return copied.sum();
  }

  /** The workers of one pass. */
  private final class Pass implements AutoCloseable {
    private final List<LayerWorker> all = new ArrayList<>();
    private final List<SliceRunner> opened = new ArrayList<>();
    private final KeptRows kept;

    Pass(
        Slice slice,
        Slice next,
        NeighborLists lists,
        KeptRows kept,
        KeptRows nextKept,
        LayerOutput output) {
      this.kept = kept;
      for (int w = 0; w < workers.count(); w++) {
        EdgeCollection edges =
            slice == null || !LayerWorker.looksAtEdges(slice)
                ? null
                : new EdgeCollection(slice, lists, partitions, kept.shared(), model.selfLoops());
        all.add(
            new LayerWorker(
                slice, next, lists, kept, nextKept, open(slice), open(next), edges, output));
      }
    }

    private SliceRunner open(Slice slice) {
      if (slice == null) {
        return null;
      }
      SliceRunner runner = model.runners().apply(slice);
      opened.add(runner);
      return runner;
    }

    LayerWorker worker(int number) {
      return all.get(number);
    }

    LayerTimes times(int layer, long filled, long fillNanos, long nanos) {
      long aggregate = 0;
      long dense = 0;
      long write = 0;
      for (LayerWorker worker : all) {
        aggregate += worker.aggregateNanos;
        dense += worker.denseNanos;
        write += worker.writeNanos;
      }
      return new LayerTimes(
          layer,
          fillNanos / 1e9,
          aggregate / 1e9,
          dense / 1e9,
          write / 1e9,
          nanos / 1e9,
          filled,
          kept.chunkReads(),
          kept.chunkHits());
    }

    @Override
    public void close() {
      opened.forEach(SliceRunner::close);
    }
  }
}
