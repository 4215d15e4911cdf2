// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.ChunkCache;
import io.graphember.inference.cache.StaticCache;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.zarr.ZarrArray;
import io.graphember.memory.RowMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Kept in files: masters' rows in Zarr arrays, a chunk for each grain; before the slice what each
 * partition reads is copied to its static cache, and the slice reads that through the dynamic
 * cache.
 */
final class StoredRows implements KeptRows {
  private final Slice slice;
  private final List<InferencePartition> partitions;
  private final StorageSettings settings;
  private final boolean ofInput;
  private final List<ZarrArray> sharedArrays = new ArrayList<>();
  private final List<ZarrArray> ownArrays = new ArrayList<>();
  private final List<StaticCache> files = new ArrayList<>();
  private final StoredMatrix[] shared;
  private ChunkCache cache;

  /**
   * Room for what a slice keeps.
   *
   * @param ofInput true if that is the rows that enter layer 0, which are not stored again
   */
  StoredRows(
      Slice slice, List<InferencePartition> partitions, StorageSettings settings, boolean ofInput) {
    this.slice = slice;
    this.partitions = partitions;
    this.settings = settings;
    this.ofInput = ofInput;
    shared = new StoredMatrix[partitions.size()];
    Path folder = settings.folder().resolve("layer-" + slice.layer());
    for (InferencePartition partition : partitions) {
      PartitionTopology topology = partition.topology();
      Path of = folder.resolve("partition-" + partition.number());
      sharedArrays.add(ofInput ? null : array(of.resolve("shared"), slice.shared(), topology));
      ownArrays.add(slice.own().isEmpty() ? null : array(of.resolve("own"), slice.own(), topology));
      files.add(
          new StaticCache(
              folder.resolve("partition-%d.rows".formatted(partition.number())),
              topology.vertices(),
              ofInput ? partition.input().dim() : slice.shared().columns(),
              settings.cacheRows()));
    }
  }

  private ZarrArray array(Path folder, RowLayout layout, PartitionTopology topology) {
    return ZarrArray.open(
        folder, settings.run(), topology.masters(), layout.columns(), settings.chunkRows());
  }

  @Override
  public int grain() {
    return settings.chunkRows();
  }

  @Override
  public boolean has(int partition, int first) {
    final int chunk = first / grain();
    return (ofInput || sharedArrays.get(partition).has(chunk))
        && (ownArrays.get(partition) == null || ownArrays.get(partition).has(chunk));
  }

  @Override
  public RowWriter writer() {
    return new ChunkWriter();
  }

  /** Collects a grain, which is a chunk of the arrays. */
  private final class ChunkWriter implements RowWriter {
    private final float[] sharedRows = new float[grain() * slice.shared().columns()];
    private final float[] ownRows = new float[grain() * slice.own().columns()];
    private int partition;
    private int begun;

    @Override
    public void begin(int ofPartition, int first, int count) {
      partition = ofPartition;
      begun = first;
    }

    @Override
    public void write(int ofPartition, int first, SliceBatch batch) {
      for (int i = 0; i < batch.rows; i++) {
        final int row = first - begun + i;
        batch.collect(slice.shared(), i, sharedRows, row * slice.shared().columns());
        batch.collect(slice.own(), i, ownRows, row * slice.own().columns());
      }
    }

    @Override
    public void end() {
      sharedArrays.get(partition).write(begun / grain(), sharedRows);
      if (ownArrays.get(partition) != null) {
        ownArrays.get(partition).write(begun / grain(), ownRows);
      }
    }
  }

  @Override
  public int fillFrom(int partition) {
    return 0;
  }

  @Override
  public int fill(int partition, int from, int to) {
    StaticCache file = files.get(partition);
    final float[] rows = new float[(to - from) * file.columns()];
    MasterRows masters = new MasterRows();
    int copied = 0;
    for (int local = from; local < to; local++) {
      final long vid = partitions.get(partition).topology().vid(partition, local);
      masters.read(Vid.partition(vid), Vid.local(vid), rows, (local - from) * file.columns());
      copied += Vid.partition(vid) == partition ? 0 : 1;
    }
    file.fill(from, rows, to - from);
    return copied;
  }

  /** Rows of masters in ascending order: of the input, or of the arrays a chunk at a time. */
  private final class MasterRows {
    private final float[] chunk = new float[ofInput ? 0 : grain() * slice.shared().columns()];
    private int partition = -1;
    private int number = -1;

    void read(int ofPartition, int master, float[] target, int at) {
      if (ofInput) {
        partitions.get(ofPartition).input().read(master, target, at);
        return;
      }
      if (ofPartition != partition || master / grain() != number) {
        partition = ofPartition;
        number = master / grain();
        sharedArrays.get(partition).read(number, chunk);
      }
      final int columns = slice.shared().columns();
      System.arraycopy(chunk, master % grain() * columns, target, at, columns);
    }
  }

  @Override
  public void filled() {
    files.forEach(StaticCache::filled);
    cache = new ChunkCache(files, settings.cacheBytes(), settings.eviction());
    for (int p = 0; p < shared.length; p++) {
      shared[p] = new StoredMatrix(p, files.get(p), cache);
    }
  }

  @Override
  public RowMatrix[] shared() {
    return shared;
  }

  @Override
  public Aggregator aggregator(NeighborLists lists) {
    return !slice.aggregations().isEmpty() && ChunkAggregation.suits(slice)
        ? new ChunkAggregation(slice, lists, files, cache)
        : new NeighborAggregation(slice, lists, shared);
  }

  @Override
  public SelfReader selfReader() {
    return new OwnRows();
  }

  /** Rows of masters in order; those for themselves a chunk of the array at a time. */
  private final class OwnRows implements SelfReader {
    private final float[] chunk = new float[grain() * slice.own().columns()];
    private final float[] rows = new float[LayerWorker.BATCH * slice.shared().columns()];
    private int partition = -1;
    private int number = -1;

    @Override
    public void read(int ofPartition, int first, SliceBatch batch) {
      if (slice.selfOperations().stream().anyMatch(o -> slice.shared().has(slice.selfValue(o)))) {
        shared[ofPartition].readAll(first, batch.rows, rows, slice.shared().columns());
      }
      for (int operation : slice.selfOperations()) {
        final int value = slice.selfValue(operation);
        final float[] target = batch.room(operation);
        final int stride = batch.stride(operation);
        for (int i = 0; i < batch.rows; i++) {
          if (slice.shared().has(value)) {
            final int at = i * slice.shared().columns() + slice.shared().offset(value);
            System.arraycopy(rows, at, target, i * stride, stride);
          } else {
            load(ofPartition, (first + i) / grain());
            final int at = (first + i) % grain() * slice.own().columns();
            System.arraycopy(chunk, at + slice.own().offset(value), target, i * stride, stride);
          }
        }
      }
    }

    private void load(int ofPartition, int ofNumber) {
      if (ofPartition != partition || ofNumber != number) {
        partition = ofPartition;
        number = ofNumber;
        ownArrays.get(partition).read(number, chunk);
      }
    }
  }

  @Override
  public long chunkReads() {
    return cache == null ? 0 : cache.reads();
  }

  @Override
  public long chunkHits() {
    return cache == null ? 0 : cache.hits();
  }

  @Override
  public void close() {
    files.forEach(StaticCache::close);
  }
}
