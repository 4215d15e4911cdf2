// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.GraphPartition;
import io.graphember.kernels.half.HalfRows;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowStorage;
import io.graphember.memory.SparseSlab;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Features in 16 bits: what is stored, and what is read of it. */
class HalfFeaturesTest {
  private static final int PARTITIONS = 3;
  private static final int VERTICES = 60;

  @TempDir private Path folder;

  private static GraphSettings settings(FeaturePrecision precision) {
    return PartitionedGraph.settings(PARTITIONS, "hash-2d").with(precision);
  }

  private static float[] rounded(FeaturePrecision precision, float[] row) {
    final HalfRows format = HalfRows.of(precision).orElseThrow();
    final int[] packed = new int[HalfRows.packed(row.length)];
    final float[] widened = new float[row.length];
    format.round(row, 0, row.length, packed, 0);
    format.widen(packed, 0, row.length, widened, 0);
    return widened;
  }

  private static void assertRounded(
      RowMatrix rows,
      PartitionedGraph graph,
      SampleGraph sample,
      int p,
      FeaturePrecision precision) {
    final float[] row = new float[rows.dim()];
    for (int v = 0; v < sample.vertices(); v++) {
      final long vid = graph.vid(sample.keyOf(v));
      if (Vid.partition(vid) == p) {
        rows.read(Vid.local(vid), row, 0);
        assertThat(row).containsExactly(rounded(precision, sample.featuresOf(v)));
      }
    }
  }

  private static long featureBlockBytes(PartitionedGraph graph) {
    long bytes = 0;
    for (int p = 0; p < PARTITIONS; p++) {
      bytes += graph.blocks().get(BlockKey.of(p, Table.FEATURES.number(), 0)).length;
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"FLOAT16, 5", "FLOAT16, 48", "BFLOAT16, 5", "BFLOAT16, 48"})
  void rowsAreRoundedWhereverTheyLie(FeaturePrecision precision, int dim) {
    final SampleGraph sample = SampleGraph.random(VERTICES, 600, 8).withFeatures(dim);
    final PartitionedGraph graph = PartitionedGraph.load(sample.source(100), settings(precision));
    for (int p = 0; p < PARTITIONS; p++) {
      for (RowStorage storage :
          new RowStorage[] {RowStorage.HEAP, new MappedFolder(folder, () -> {})}) {
        final GraphPartition partition = graph.partition(p, storage);
        assertRounded(partition.features().orElseThrow(), graph, sample, p, precision);
        final GraphPartition mirrored = partition.mirrored(graph.blocks()::get, Cancellation.NEVER);
        final RowMatrix rows = mirrored.features().orElseThrow();
        assertRounded(rows, graph, sample, p, precision);
        assertMirrors(rows, graph, p);
      }
    }
  }

  private static void assertMirrors(RowMatrix rows, PartitionedGraph graph, int p) {
    final GraphPartition partition = graph.partition(p);
    final float[] row = new float[rows.dim()];
    final float[] ofOwner = new float[rows.dim()];
    for (int v = partition.topology().masters(); v < partition.topology().vertices(); v++) {
      final long vid = partition.topology().vid(p, v);
      rows.read(v, row, 0);
      graph.partition(Vid.partition(vid)).features().orElseThrow().read(Vid.local(vid), ofOwner, 0);
      assertThat(row).containsExactly(ofOwner);
    }
  }

  @ParameterizedTest
  @EnumSource(value = FeaturePrecision.class, names = "FLOAT32", mode = EnumSource.Mode.EXCLUDE)
  void theyTakeHalfTheBytes(FeaturePrecision precision) {
    final SampleGraph sample = SampleGraph.random(VERTICES, 600, 8).withFeatures(32);
    final PartitionedGraph whole =
        PartitionedGraph.load(sample.source(100), settings(FeaturePrecision.FLOAT32));
    final PartitionedGraph half = PartitionedGraph.load(sample.source(100), settings(precision));
    final long header = 20L * PARTITIONS;
    assertThat(featureBlockBytes(whole)).isEqualTo(4L * 32 * VERTICES + header);
    assertThat(featureBlockBytes(half)).isEqualTo(2L * 32 * VERTICES + header);
    for (int p = 0; p < PARTITIONS; p++) {
      final long bytes = whole.summary().featureBytes()[p];
      assertThat(half.summary().featureBytes()[p]).isEqualTo(bytes / 2);
      assertThat(whole.summary().slabBytes()[p] - half.summary().slabBytes()[p])
          .isEqualTo(bytes / 2);
      assertThat(half.partition(p).estimateMirrorBytes())
          .isEqualTo(
              2L
                  * 32
                  * (half.partition(p).topology().vertices()
                      - half.partition(p).topology().masters()));
    }
  }

  @Test
  void sparseRowsStayAsTheyAre() {
    final SampleGraph sample = SampleGraph.random(VERTICES, 600, 8).withFeatures(1024);
    final PartitionedGraph graph =
        PartitionedGraph.load(sample.source(100), settings(FeaturePrecision.FLOAT16));
    assertThat(graph.blocks())
        .containsExactlyEntriesOf(
            PartitionedGraph.load(sample.source(100), settings(FeaturePrecision.FLOAT32)).blocks());
    assertThat(graph.partition(0).features().orElseThrow()).isInstanceOf(SparseSlab.class);
  }

  /** What was rounded once is rounded to itself. */
  @Test
  void additionsKeepTheRowsThatAreThere() {
    final SampleGraph sample = SampleGraph.random(VERTICES, 600, 8).withFeatures(7);
    final GraphSettings settings =
        PartitionedGraph.settings(PARTITIONS, "hash-1d").with(FeaturePrecision.FLOAT16);
    final PartitionedGraph first = PartitionedGraph.load(sample.source(100), settings);
    final PartitionedGraph second =
        first.add(SampleGraph.random(10, 10, 8).withFeatures(7).source(100), settings);
    for (int p = 0; p < PARTITIONS; p++) {
      assertRounded(
          second.partition(p).features().orElseThrow(),
          second,
          sample,
          p,
          FeaturePrecision.FLOAT16);
    }
  }

  /** Two vertices, of which the second has a row of its own. */
  private static GraphSource withRow(float... row) {
    return GraphSource.of(
        new GraphHeader(KeyKind.INT64, row.length, false),
        feed -> {
          feed.vertex(1, new float[row.length]);
          feed.vertex(2, row);
          feed.edge(1, 2);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT16, 65504, ''",
    "FLOAT16, -65505, bfloat16",
    "FLOAT16, 3e38, bfloat16",
    "BFLOAT16, 3.3895314E38, ''",
    "BFLOAT16, -3.4e38, float32",
    "FLOAT32, 3.4e38, ''"
  })
  void whatIsTooLargeIsRefused(FeaturePrecision precision, float value, String remedy) {
    final GraphSettings settings = PartitionedGraph.settings(1, "hash-2d").with(precision);
    if (remedy.isEmpty()) {
      final float[] row = new float[3];
      PartitionedGraph.load(withRow(0, 0, value), settings)
          .partition(0)
          .features()
          .orElseThrow()
          .read(1, row, 0);
      assertThat(row).containsExactly(0, 0, value);
    } else {
      assertThatThrownBy(() -> PartitionedGraph.load(withRow(0, 0, value), settings))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(GraphError.FEATURE_TOO_LARGE)).isTrue())
          .hasMessage(
              "Feature 2 of vertex 2 is %s, graph.featurePrecision %s stores no more than %s; set it to %s, or scale the features."
                  .formatted(
                      value,
                      precision == FeaturePrecision.FLOAT16 ? "float16" : "bfloat16",
                      precision.largest(),
                      remedy));
    }
  }

  /** A type that is kept sparse is not rounded. */
  @Test
  void sparseRowsMayBeLarge() {
    final float[] row = new float[SampleGraph.WIDE];
    row[5] = 1e9f;
    final GraphSettings settings =
        PartitionedGraph.settings(1, "hash-2d").with(FeaturePrecision.FLOAT16);
    final float[] read = new float[row.length];
    PartitionedGraph.load(withRow(row), settings)
        .partition(0)
        .features()
        .orElseThrow()
        .read(1, read, 0);
    assertThat(CsrRows.pays(1, 2, row.length)).isTrue();
    assertThat(Arrays.equals(read, row)).isTrue();
  }
}
