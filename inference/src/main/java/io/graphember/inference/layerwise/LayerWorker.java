// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.EdgeCollection;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.spi.model.Operator;

/**
 * One worker's part of one pass over all masters: batches of {@value #BATCH} go from aggregation to
 * the transform of the next slice while they are in the cache. Used by one thread at a time.
 */
final class LayerWorker {
  /** Vertices of a batch. */
  static final int BATCH = 512;

  /** Edges of a batch, of slices that look at each; more only if one vertex has more. */
  static final int EDGES = 8192;

  private final Slice slice; // null in the pass before layer 0
  private final Slice next; // null in the last pass, and where the input is kept
  private final NeighborLists lists;
  private final HiddenRows kept;
  private final HiddenRows nextKept;
  private final RowWriter writer; // null in the last pass
  private final StoredOutput stored; // null where nothing is given or files are not used
  private final StoredOutput.Writer storedWriter; // null with it
  private final HiddenRows.SelfReader selves;
  private final SliceRunner runner;
  private final SliceRunner nextRunner;
  private final Aggregator aggregation;
  private final EdgeCollection edges; // null if the slice looks at no edges
  private final SliceBatch batch;
  private final SliceBatch nextBatch;
  private final LayerOutput output;
  private final boolean weighted;
  private final int[] masters = new int[BATCH];
  long readNanos;
  long aggregateNanos;
  long denseNanos;
  long writeNanos;
  long restored;

  LayerWorker(
      Slice slice,
      Slice next,
      NeighborLists lists,
      HiddenRows kept,
      HiddenRows nextKept,
      SliceRunner runner,
      SliceRunner nextRunner,
      EdgeCollection edges,
      StoredOutput stored,
      LayerOutput output) {
    this.slice = slice;
    this.next = next;
    this.lists = lists;
    this.kept = kept;
    this.nextKept = nextKept;
    this.runner = runner;
    this.nextRunner = nextRunner;
    this.edges = edges;
    this.stored = stored;
    this.output = output;
    storedWriter = stored == null ? null : stored.writer();
    writer = next == null ? null : nextKept.writer();
    selves = slice == null ? null : kept.selfReader();
    aggregation = slice == null ? null : kept.aggregator(lists);
    batch = slice == null ? null : new SliceBatch(slice);
    nextBatch = next == null ? null : new SliceBatch(next);
    weighted = slice != null && slice.program().uses(Operator.SELF_WEIGHTED);
  }

  /** Computes the slice for the masters at {@code from .. to - 1} of a partition, one grain. */
  void run(int partition, int from, int to) {
    if (isThere(partition, from)) {
      restore(partition, from, to - from);
      return;
    }
    if (next != null) {
      writer.begin(partition, from, to - from);
    }
    if (stored != null) {
      storedWriter.begin();
    }
    for (int stage = from; stage < to; ) {
      final long begun = System.nanoTime();
      final int end = aggregation.prepare(partition, stage, to);
      aggregateNanos += System.nanoTime() - begun;
      for (int first = stage; first < end; ) {
        final int count = count(partition, first, end);
        apply(partition, first, count);
        first += count;
      }
      stage = end;
    }
    endGrain(partition, from);
  }

  /** True if a run that was ended early has left all that the slice makes of a grain. */
  private boolean isThere(int partition, int from) {
    return (next != null || stored != null)
        && (next == null || nextKept.has(partition, from))
        && (stored == null || stored.has(partition, from));
  }

  private void restore(int partition, int from, int count) {
    final long begun = System.nanoTime();
    if (next != null) {
      nextKept.restore(partition, from, count);
    }
    if (stored != null) {
      stored.give(partition, from, count, output);
    }
    restored += count;
    readNanos += System.nanoTime() - begun;
  }

  private void endGrain(int partition, int from) {
    final long begun = System.nanoTime();
    if (next != null) {
      writer.end();
    }
    if (stored != null) {
      storedWriter.end(partition, from);
    }
    writeNanos += System.nanoTime() - begun;
  }

  /** How many masters make a batch; a function of the graph alone. */
  private int count(int partition, int first, int to) {
    final int most = Math.min(BATCH, to - first);
    if (edges == null) {
      return most;
    }
    int count = 0;
    long met = 0;
    while (count < most) {
      met += edges.edges(partition, first + count);
      if (count > 0 && met > EDGES) {
        break;
      }
      count++;
    }
    return count;
  }

  private void apply(int partition, int first, int count) {
    final long begun = System.nanoTime();
    begin(batch, slice, partition, first, count);
    selves.read(partition, first, batch);
    final long read = System.nanoTime();
    aggregation.aggregate(partition, first, batch);
    if (edges != null) {
      edges.collect(partition, first, batch);
    }
    for (int i = 0; weighted && i < count; i++) {
      final float norm = lists.norm(partition, first + i);
      batch.selfWeights[i] = norm * norm;
    }
    final long aggregated = System.nanoTime();
    final float[] rows = runner.apply(batch);
    final int stride = batch.stride(slice.program().operations().size() - 1);
    if (next != null) {
      begin(nextBatch, next, partition, first, count);
      System.arraycopy(rows, 0, nextBatch.room(0), 0, count * stride);
      nextRunner.transform(nextBatch);
    }
    final long computed = System.nanoTime();
    if (next != null) {
      writer.write(partition, first, nextBatch);
    }
    for (int i = 0; i < count; i++) {
      masters[i] = lists.local(partition, first + i);
    }
    output.accept(slice.layer(), partition, masters, count, rows, stride);
    if (stored != null) {
      storedWriter.write(rows, stride, count);
    }
    readNanos += read - begun;
    aggregateNanos += aggregated - read;
    denseNanos += computed - aggregated;
    writeNanos += System.nanoTime() - computed;
  }

  /** Transforms the input for layer 0 for the masters at {@code from .. to - 1} of a partition. */
  void transformInput(InferencePartition partition, int from, int to) {
    if (nextKept.has(partition.number(), from)) {
      nextKept.restore(partition.number(), from, to - from);
      return;
    }
    writer.begin(partition.number(), from, to - from);
    for (int first = from; first < to; first += BATCH) {
      final int count = Math.min(BATCH, to - first);
      final long begun = System.nanoTime();
      begin(nextBatch, next, partition.number(), first, count);
      final float[] rows = nextBatch.room(0);
      for (int i = 0; i < count; i++) {
        partition.input().read(partition.order().local(first + i), rows, i * nextBatch.stride(0));
      }
      nextRunner.transform(nextBatch);
      final long computed = System.nanoTime();
      writer.write(partition.number(), first, nextBatch);
      denseNanos += computed - begun;
      writeNanos += System.nanoTime() - computed;
    }
    writer.end();
  }

  private void begin(SliceBatch begun, Slice of, int partition, int first, int count) {
    begun.begin(count);
    for (int i = 0; of.program().usesVertexTypes() && i < count; i++) {
      begun.vertexTypes[i] = lists.vertexType(partition, first + i);
    }
  }
}
