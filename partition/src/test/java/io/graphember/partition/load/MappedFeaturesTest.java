// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Hash2d;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.Partitioner;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition has the same features in mapped files as in the heap. */
class MappedFeaturesTest {
  private static final int PARTITIONS = 3;

  @TempDir Path folder;

  private static void assertSame(@Nullable RowMatrix mapped, @Nullable RowMatrix heap) {
    if (heap == null) {
      assertThat(mapped).isNull();
      return;
    }
    assertThat(mapped).isNotInstanceOf(RowSlab.class);
    assertThat(mapped.rows()).isEqualTo(heap.rows());
    final float[] row = new float[heap.dim()];
    final float[] expected = new float[heap.dim()];
    for (int r = 0; r < heap.rows(); r++) {
      mapped.read(r, row, 0);
      heap.read(r, expected, 0);
      assertThat(row).containsExactly(expected);
    }
  }

  private static long bytes(@Nullable RowMatrix rows) {
    return rows == null ? 0 : RowSlab.estimateBytes(rows.rows(), rows.dim());
  }

  private void assertSame(PartitionedGraph graph) {
    final RowStorage storage = new MappedFolder(folder, () -> {});
    for (int p = 0; p < PARTITIONS; p++) {
      final GraphPartition heap = graph.partition(p);
      final GraphPartition mapped = graph.partition(p, storage);
      long bytes = bytes(heap.edgeData().features());
      for (int t = 0; t < heap.featuresByType().size(); t++) {
        assertSame(mapped.featuresByType().get(t), heap.featuresByType().get(t));
        bytes += bytes(heap.featuresByType().get(t));
      }
      assertSame(mapped.edgeData().features(), heap.edgeData().features());
      assertThat(mapped.edgeData().labels()).isEqualTo(heap.edgeData().labels());
      assertThat(graph.summary().featureBytes()[p]).isEqualTo(bytes).isPositive();
      assertThat(graph.summary().slabBytes()[p]).isGreaterThan(bytes);
    }
  }

  @Test
  void ofVertices() {
    assertSame(
        PartitionedGraph.load(
            SampleGraph.random(60, 600, 8).withFeatures(5), PARTITIONS, "hash-2d"));
  }

  @Test
  void ofEdges() {
    assertSame(
        PartitionedGraph.load(
            ValuedGraph.random(20, 300, 4, 9), PartitionedGraph.settings(PARTITIONS, "hash-2d")));
  }

  private static void assertLoadedAlike(GraphSource source, RowStorage storage) {
    final GraphSettings settings = PartitionedGraph.settings(PARTITIONS, "hash-2d");
    final Partitioner partitioner = new Hash2d();
    final MemoryBudget heap = new MemoryBudget(1L << 30);
    final MemoryBudget mapped = new MemoryBudget(1L << 30);
    final Map<Long, byte[]> blocks =
        PartitionedGraph.load(source, settings, partitioner, heap, RowStorage.HEAP).blocks();
    assertThat(PartitionedGraph.load(source, settings, partitioner, mapped, storage).blocks())
        .containsExactlyEntriesOf(blocks);
    assertThat(mapped.peakBytes()).isLessThan(heap.peakBytes() - (1L << 20));
  }

  /** A load that fits with features in files is not refused before its first piece. */
  @Test
  void leastMemoryOfALoadIsWithoutThem() {
    final GraphHeader header = ValuedGraph.random(20, 300, 4, 9).header();
    final long[] vertices = new long[header.vertexTypes().size()];
    Arrays.fill(vertices, 10);
    final long edges = 1_000_000;
    final int dim =
        header.edgeTypes().stream()
            .mapToInt(type -> type.attributes().featureDim())
            .max()
            .orElse(0);
    final long[] least = new long[2];
    for (int i = 0; i < least.length; i++) {
      least[i] =
          LoadEstimate.of(
                  header,
                  new ExpectedSize(vertices, edges, true),
                  PartitionedGraph.settings(PARTITIONS, "hash-2d"),
                  new Hash2d(),
                  i == 0 ? RowStorage.HEAP : new MappedFolder(folder, () -> {}))
              .least();
    }
    final long rows =
        header.vertexTypes().stream().mapToLong(type -> 4L * 10 * type.rowDim()).sum();
    assertThat(dim).isPositive();
    assertThat(least[0] - least[1]).isEqualTo(4L * dim * edges + rows);
  }

  /** More than one chunk of each: only a chunk is in the heap. */
  @Test
  void whileTheyAreLoaded() {
    final RowStorage storage = new MappedFolder(folder, () -> {});
    assertLoadedAlike(SampleGraph.random(60_000, 600, 8).withFeatures(40).source(777), storage);
    assertLoadedAlike(ValuedGraph.random(2_000, 500_000, 4, 9), storage);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void ofMirrorsBehindThem() {
    final PartitionedGraph graph =
        PartitionedGraph.load(
            SampleGraph.random(60, 600, 8).withFeatures(5), PARTITIONS, "hash-2d");
    final RowStorage storage = new MappedFolder(folder, () -> {});
    for (int p = 0; p < PARTITIONS; p++) {
      final GraphPartition mapped = graph.partition(p, storage);
      assertSame(
          mapped.mirrored(graph.blocks()::get, Cancellation.NEVER).features().orElseThrow(),
          graph
              .partition(p)
              .mirrored(graph.blocks()::get, Cancellation.NEVER)
              .features()
              .orElseThrow());
      assertThat(mapped.estimateMirrorBytes())
          .isEqualTo(
              RowSlab.estimateBytes(mapped.topology().vertices() - mapped.topology().masters(), 5));
    }
  }
}
