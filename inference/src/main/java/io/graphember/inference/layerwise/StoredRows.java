// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.cache.ChunkCache;
import io.graphember.inference.cache.StaticCache;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.zarr.ZarrArray;
import io.graphember.memory.RowMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Kept in files: masters' rows in Zarr arrays, a chunk for each grain; before the slice what each
 * partition reads is copied to its static cache, and the slice reads that through the dynamic
 * cache.
 */
final class StoredRows implements HiddenRows {
  private final Slice slice;
  private final InferencePartition[] home;
  private final StorageSettings settings;
  private final boolean ofInput;
  private final int columns;
  private final int most; // masters of a grain, at most
  private final ZarrArray[] sharedArrays; // null of other processes' partitions
  private final ZarrArray[] ownArrays;
  private final List<StaticCache> files = new ArrayList<>();
  private final StoredMatrix[] shared;
  private @Nullable ChunkCache cache; // null until rows are there

  /**
   * Room for what a slice keeps.
   *
   * @param home partitions of this process by number; null for others
   * @param foreign rows that are fetched of each other partition
   * @param ofInput true if that is the rows that enter layer 0, which are not stored again
   * @param columns floats of a shared row
   */
  StoredRows(
      Slice slice,
      InferencePartition[] home,
      int[] foreign,
      StorageSettings settings,
      boolean ofInput,
      int columns) {
    this.slice = slice;
    this.home = home;
    this.settings = settings;
    this.ofInput = ofInput;
    this.columns = columns;
    most = settings.mostMasters(Arrays.stream(home).filter(Objects::nonNull).toList());
    shared = new StoredMatrix[home.length];
    sharedArrays = new ZarrArray[home.length];
    ownArrays = new ZarrArray[home.length];
    final String layer = "layer-" + slice.layer();
    final Path folder = settings.folder().resolve(layer);
    for (int p = 0; p < home.length; p++) {
      final Path file = settings.caches().resolve(layer).resolve("partition-%d.rows".formatted(p));
      if (home[p] == null) {
        files.add(new StaticCache(file, foreign[p], columns, settings.cacheRows()));
        continue;
      }
      InferencePartition partition = home[p];
      PartitionTopology topology = partition.topology();
      Path of = folder.resolve("partition-" + p);
      if (!ofInput) {
        sharedArrays[p] = array(of.resolve("shared"), slice.shared(), topology);
      }
      if (!slice.own().isEmpty()) {
        ownArrays[p] = array(of.resolve("own"), slice.own(), topology);
      }
      files.add(
          new StaticCache(
              file,
              topology.vertices(),
              columns,
              settings.cacheRows(),
              ofInput ? topology.masters() : 0,
              (row, target, at) ->
                  partition.input().read(partition.order().local(row), target, at)));
    }
  }

  private ZarrArray array(Path folder, RowLayout layout, PartitionTopology topology) {
    final int rows = Math.max(1, Math.min(settings.chunkRows(), topology.masters()));
    return ZarrArray.open(folder, settings.run(), topology.masters(), layout.columns(), rows);
  }

  @Override
  public int grain() {
    return settings.chunkRows();
  }

  @Override
  public boolean has(int partition, int first) {
    final int chunk = first / grain();
    return (ofInput || sharedArrays[partition].has(chunk))
        && (ownArrays[partition] == null || ownArrays[partition].has(chunk));
  }

  @Override
  public RowWriter writer() {
    return new ChunkWriter();
  }

  /** Collects a grain, which is a chunk of the arrays. */
  private final class ChunkWriter implements RowWriter {
    private final float[] sharedRows = new float[most * slice.shared().columns()];
    private final float[] ownRows = new float[most * slice.own().columns()];
    private int partition;
    private int begun;
    private int count;

    @Override
    public void begin(int ofPartition, int first, int masters) {
      partition = ofPartition;
      begun = first;
      count = masters;
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
      sharedArrays[partition].write(begun / grain(), sharedRows);
      if (ownArrays[partition] != null) {
        ownArrays[partition].write(begun / grain(), ownRows);
      }
      files.get(partition).fill(begun, sharedRows, count);
    }
  }

  @Override
  public void restore(int partition, int first, int count) {
    final float[] rows = new float[count * columns];
    sharedArrays[partition].read(first / grain(), rows);
    files.get(partition).fill(first, rows, count);
  }

  @Override
  public void mastersDone() {
    for (int p = 0; p < home.length; p++) {
      if (home[p] != null) {
        files.get(p).open(home[p].topology().masters());
      }
    }
  }

  @Override
  public void readMaster(int partition, int local, float[] target, int at) {
    files.get(partition).read(home[partition].order().position(local), target, at);
  }

  @Override
  public boolean lacksMirrors(int partition) {
    return true;
  }

  @Override
  public void put(int partition, int first, float[] rows, int count) {
    if (home[partition] == null || home[partition].order().byLocal()) {
      files.get(partition).fill(first, rows, count);
      return;
    }
    final float[] row = new float[columns];
    for (int i = 0; i < count; i++) {
      System.arraycopy(rows, i * columns, row, 0, columns);
      files.get(partition).fill(home[partition].order().position(first + i), row, 1);
    }
  }

  @Override
  public void rowsDone() {
    ChunkCache made = new ChunkCache(files, settings.cacheBytes());
    cache = made;
    for (int p = 0; p < shared.length; p++) {
      shared[p] = new StoredMatrix(p, files.get(p), made);
      if (home[p] != null) {
        files.get(p).openAll();
      }
    }
  }

  private ChunkCache cache() {
    if (cache == null) {
      throw new IllegalStateException("the rows are not all there");
    }
    return cache;
  }

  @Override
  public void sumsDone() {
    for (int p = 0; p < shared.length; p++) {
      if (home[p] == null) {
        files.get(p).openAll();
      }
    }
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public long rows() {
    return files.stream().mapToLong(StaticCache::rows).sum();
  }

  @Override
  public RowMatrix[] shared() {
    return shared;
  }

  @Override
  public Aggregator aggregator(NeighborLists lists) {
    return !slice.aggregations().isEmpty() && ChunkAggregation.suits(slice)
        ? new ChunkAggregation(slice, lists, files, cache())
        : new NeighborAggregation(slice, lists, shared);
  }

  @Override
  public SelfReader selfReader() {
    return new OwnRows();
  }

  /** Rows of masters in order; those for themselves a chunk of the array at a time. */
  private final class OwnRows implements SelfReader {
    private final float[] chunk = new float[most * slice.own().columns()];
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
        ownArrays[partition].read(number, chunk);
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
  public long readNanos() {
    return cache == null ? 0 : cache.readNanos();
  }

  @Override
  public void close() {
    files.forEach(StaticCache::close);
  }
}
