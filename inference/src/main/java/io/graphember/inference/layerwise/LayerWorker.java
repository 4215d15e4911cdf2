// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.EdgeCollection;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.spi.model.Operator;
import java.util.Optional;

/**
 * One worker's part of one pass over all masters: batches of {@value #BATCH} go from aggregation to
 * the transform of the next slice while they are in the cache. Used by one thread at a time.
 */
final class LayerWorker {
  /** Vertices of a batch. */
  static final int BATCH = 512;

  /** Edges of a batch, of slices that look at each; more only if one vertex has more. */
  static final int EDGES = 8192;

  private final Optional<Applying> applying; // empty in the pass before layer 0
  private final Optional<Transforming> next; // empty in the last pass
  private final Optional<Storing> stored; // empty where nothing is given or files are not used
  private final NeighborLists lists;
  private final LayerOutput output;
  private final int[] masters = new int[BATCH];
  long readNanos;
  long aggregateNanos;
  long denseNanos;
  long writeNanos;
  long restored;

  /** What computes the slice. */
  record Applying(
      Slice slice,
      SliceRunner runner,
      HiddenRows.SelfReader selves,
      Aggregator aggregation,
      Optional<EdgeCollection> edges,
      SliceBatch batch) {
    Applying(
        LayerPass.Stage stage,
        NeighborLists lists,
        SliceRunner runner,
        Optional<EdgeCollection> edges) {
      this(
          stage.slice(),
          runner,
          stage.rows().selfReader(),
          stage.rows().aggregator(lists),
          edges,
          new SliceBatch(stage.slice()));
    }
  }

  /** What transforms for the next slice. */
  record Transforming(
      Slice slice, HiddenRows rows, SliceRunner runner, RowWriter writer, SliceBatch batch) {
    Transforming(LayerPass.Stage stage, SliceRunner runner) {
      this(
          stage.slice(),
          stage.rows(),
          runner,
          stage.rows().writer(),
          new SliceBatch(stage.slice()));
    }
  }

  /** What stores the rows that leave. */
  record Storing(StoredOutput output, StoredOutput.Writer writer) {
    Storing(StoredOutput output) {
      this(output, output.writer());
    }
  }

  LayerWorker(
      Optional<Applying> applying,
      Optional<Transforming> next,
      Optional<Storing> stored,
      NeighborLists lists,
      LayerOutput output) {
    this.applying = applying;
    this.next = next;
    this.stored = stored;
    this.lists = lists;
    this.output = output;
  }

  /** Computes the slice for the masters at {@code from .. to - 1} of a partition, one grain. */
  void run(int partition, int from, int to) {
    if (isThere(partition, from)) {
      restore(partition, from, to - from);
      return;
    }
    final Applying now = applying.orElseThrow();
    next.ifPresent(transforming -> transforming.writer.begin(partition, from, to - from));
    stored.ifPresent(storing -> storing.writer.begin());
    for (int stage = from; stage < to; ) {
      final long begun = System.nanoTime();
      final int end = now.aggregation.prepare(partition, stage, to);
      aggregateNanos += System.nanoTime() - begun;
      for (int first = stage; first < end; ) {
        final int count = count(now, partition, first, end);
        apply(now, partition, first, count);
        first += count;
      }
      stage = end;
    }
    endGrain(partition, from);
  }

  /** True if a run that was ended early has left all that the slice makes of a grain. */
  private boolean isThere(int partition, int from) {
    return (next.isPresent() || stored.isPresent())
        && next.stream().allMatch(transforming -> transforming.rows.has(partition, from))
        && stored.stream().allMatch(storing -> storing.output.has(partition, from));
  }

  private void restore(int partition, int from, int count) {
    final long begun = System.nanoTime();
    next.ifPresent(transforming -> transforming.rows.restore(partition, from, count));
    stored.ifPresent(storing -> storing.output.give(partition, from, count, output));
    restored += count;
    readNanos += System.nanoTime() - begun;
  }

  private void endGrain(int partition, int from) {
    final long begun = System.nanoTime();
    next.ifPresent(transforming -> transforming.writer.end());
    stored.ifPresent(storing -> storing.writer.end(partition, from));
    writeNanos += System.nanoTime() - begun;
  }

  /** How many masters make a batch; a function of the graph alone. */
  private static int count(Applying now, int partition, int first, int to) {
    final int most = Math.min(BATCH, to - first);
    if (now.edges.isEmpty()) {
      return most;
    }
    int count = 0;
    long met = 0;
    while (count < most) {
      met += now.edges.get().edges(partition, first + count);
      if (count > 0 && met > EDGES) {
        break;
      }
      count++;
    }
    return count;
  }

  private void apply(Applying now, int partition, int first, int count) {
    final long begun = System.nanoTime();
    final SliceBatch batch = now.batch;
    begin(batch, now.slice, partition, first, count);
    name(partition, first, count);
    now.selves.read(partition, first, batch);
    final long read = System.nanoTime();
    now.aggregation.aggregate(partition, first, batch);
    output.aggregated(now.slice.layer(), partition, masters, batch);
    now.edges.ifPresent(edges -> edges.collect(partition, first, batch));
    final boolean weighted = now.slice.program().uses(Operator.SELF_WEIGHTED);
    for (int i = 0; weighted && i < count; i++) {
      final float norm = lists.norm(partition, first + i);
      batch.selfWeights[i] = norm * norm;
    }
    final long aggregated = System.nanoTime();
    final float[] rows = now.runner.apply(batch);
    final int stride = batch.stride(now.slice.program().operations().size() - 1);
    if (next.isPresent()) {
      final Transforming transforming = next.get();
      begin(transforming.batch, transforming.slice, partition, first, count);
      System.arraycopy(rows, 0, transforming.batch.room(0), 0, count * stride);
      transforming.runner.transform(transforming.batch);
      output.transformed(transforming.slice.layer(), partition, masters, transforming.batch);
    }
    final long computed = System.nanoTime();
    next.ifPresent(transforming -> transforming.writer.write(partition, first, transforming.batch));
    output.accept(now.slice.layer(), partition, masters, count, rows, stride);
    stored.ifPresent(storing -> storing.writer.write(rows, stride, count));
    readNanos += read - begun;
    aggregateNanos += aggregated - read;
    denseNanos += computed - aggregated;
    writeNanos += System.nanoTime() - computed;
  }

  /** Transforms the input for layer 0 for the masters at {@code from .. to - 1} of a partition. */
  void transformInput(InferencePartition partition, int from, int to) {
    final Transforming transforming = next.orElseThrow();
    if (transforming.rows.has(partition.number(), from)) {
      transforming.rows.restore(partition.number(), from, to - from);
      return;
    }
    final SliceBatch batch = transforming.batch;
    transforming.writer.begin(partition.number(), from, to - from);
    for (int first = from; first < to; first += BATCH) {
      final int count = Math.min(BATCH, to - first);
      final long begun = System.nanoTime();
      begin(batch, transforming.slice, partition.number(), first, count);
      name(partition.number(), first, count);
      final float[] rows = batch.room(0);
      for (int i = 0; i < count; i++) {
        partition.input().read(masters[i], rows, i * batch.stride(0));
      }
      transforming.runner.transform(batch);
      output.transformed(transforming.slice.layer(), partition.number(), masters, batch);
      final long computed = System.nanoTime();
      transforming.writer.write(partition.number(), first, batch);
      denseNanos += computed - begun;
      writeNanos += System.nanoTime() - computed;
    }
    transforming.writer.end();
  }

  private void name(int partition, int first, int count) {
    for (int i = 0; i < count; i++) {
      masters[i] = lists.local(partition, first + i);
    }
  }

  private void begin(SliceBatch begun, Slice of, int partition, int first, int count) {
    begun.begin(count);
    for (int i = 0; of.program().usesVertexTypes() && i < count; i++) {
      begun.vertexTypes[i] = lists.vertexType(partition, first + i);
    }
  }
}
