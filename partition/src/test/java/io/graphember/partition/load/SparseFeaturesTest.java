// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.memory.SparseSlab;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows that are mostly zeros, from pieces to partitions. */
class SparseFeaturesTest {
  @Property(tries = 60)
  void rowsAreThoseThatCame(
      @ForAll @IntRange(min = 1, max = 90) int vertices,
      @ForAll @IntRange(min = 40, max = 300) int dim,
      @ForAll @IntRange(min = 1, max = 4) int partitions,
      @ForAll long key) {
    SampleGraph sample = SampleGraph.random(vertices, 3 * vertices, key).withFeatures(dim);
    PartitionedGraph graph = PartitionedGraph.load(sample, partitions, "hash-2d");
    long entries = 0;
    for (int v = 0; v < vertices; v++) {
      final float[] expected = sample.featuresOf(v);
      entries += CsrRows.count(expected, 0, dim);
      final long vid = graph.vid(sample.keyOf(v));
      RowMatrix rows = graph.partition(Vid.partition(vid)).inputRows(dim);
      float[] row = new float[dim];
      rows.read(Vid.local(vid), row, 0);
      assertThat(row).isEqualTo(expected);
      CsrRows.Builder appended = new CsrRows.Builder(dim, 0, 0);
      rows.append(Vid.local(vid), appended);
      assertThat(appended.build()).isEqualTo(CsrRows.of(expected, 0, 1, dim));
    }
    final boolean sparse = CsrRows.pays(entries, vertices, dim);
    assertThat(sparse).isEqualTo(dim >= SampleGraph.WIDE && entries * 8 <= (long) vertices * dim);
    assertThat(graph.summary().vertexTypes().get(0).featureEntries())
        .isEqualTo(sparse ? entries : 0);
    for (int p = 0; p < partitions; p++) {
      GraphPartition partition = graph.partition(p);
      if (partition.topology().masters() > 0) {
        assertThat(partition.features().orElseThrow())
            .isInstanceOf(sparse ? SparseSlab.class : RowSlab.class);
      }
    }
  }

  @Test
  void sparseRowsTakeLittleOnTheirWayAndInTheStore() {
    SampleGraph sample = SampleGraph.random(2000, 4000, 1).withFeatures(1024);
    PartitionedGraph graph = PartitionedGraph.load(sample, 2, "hash-1d");
    final long dense = 4L * 2000 * 1024;
    final long stored = graph.blocks().values().stream().mapToLong(block -> block.length).sum();
    assertThat(stored).isLessThan(dense / 6);
    assertThat(graph.summary().slabBytes()[0] + graph.summary().slabBytes()[1])
        .isLessThan(dense / 6);
  }

  @Test
  void additionsKeepThem() {
    SampleGraph sample = SampleGraph.random(50, 150, 3).withFeatures(200);
    PartitionedGraph first = PartitionedGraph.load(sample, 3, "hash-1d");
    SampleGraph grown = SampleGraph.random(70, 10, 3).withFeatures(200);
    PartitionedGraph second =
        first.add(
            grown.source(100), PartitionedGraph.settings(3, "hash-1d"), new MemoryBudget(1 << 28));
    assertThat(second.summary().vertexTypes().get(0).featureEntries())
        .isGreaterThan(first.summary().vertexTypes().get(0).featureEntries());
    for (int v = 0; v < 70; v++) {
      final long vid = second.vid(sample.keyOf(v));
      float[] row = new float[200];
      second.partition(Vid.partition(vid)).features().orElseThrow().read(Vid.local(vid), row, 0);
      assertThat(row).isEqualTo((v < 70 ? grown : sample).featuresOf(v));
    }
  }

  /** Sums of sparse rows are those of dense ones. */
  @Property(tries = 200)
  void sumsAreThoseOfDenseRows(
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 1, max = 40) int dim,
      @ForAll boolean weighted,
      @ForAll long key) {
    float[] dense = new float[rows * dim];
    for (int i = 0; i < dense.length; i++) {
      final long bits = CounterRandom.bits(key, i);
      dense[i] = bits % 4 == 0 ? CounterRandom.unitFloat(bits) - .5f : 0;
    }
    SparseSlab sparse = new SparseSlab(CsrRows.of(dense, 0, rows, dim));
    RowSlab slab = new RowSlab(rows, dim);
    int[] names = new int[2 * rows];
    float[] weights = new float[names.length];
    for (int i = 0; i < names.length; i++) {
      slab.write(i % rows, dense, i % rows * dim);
      names[i] = CounterRandom.bounded(CounterRandom.bits(key + 1, i), rows);
      weights[i] = CounterRandom.unitFloat(CounterRandom.bits(key + 2, i));
    }
    float[] expected = new float[dim + 1];
    float[] actual = new float[dim + 1];
    slab.sum(names, weighted ? weights : null, 0, names.length, expected, 1);
    sparse.sum(names, weighted ? weights : null, 0, names.length, actual, 1);
    for (int j = 0; j <= dim; j++) {
      assertThat(actual[j] + 0f).isEqualTo(expected[j] + 0f);
    }
  }
}
