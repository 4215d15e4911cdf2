// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.ColumnScales;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are brought to one scale, and what is said of those that are not. */
class NormalizeTest {
  private static final String PEOPLE =
      """
      id,age,income,planet,sex
      1,20,1000,3,F
      2,40,5000,3,M
      3,60,9000,3,F
      """;

  @TempDir Path base;

  @BeforeEach
  void files() {
    write(base, "g/v.csv", PEOPLE);
    write(base, "g/e.csv", "a,b\n1,2\n");
  }

  private static String job(String normalize) {
    return ("{type: csv, data: g, normalize: %s, edges: {file: e.csv}, vertices: {file: v.csv,"
            + " key: id, features: [age, income, planet], oneHot: [sex]}}")
        .formatted(normalize);
  }

  @Test
  void columnsOfNumbersGetMeanZeroAndDeviationOne() {
    Recorder read = Recorder.read(base, job("standardize"));
    final float most = (float) Math.sqrt(1.5); // as scikit-learn's StandardScaler
    assertThat(read.features("1"))
        .containsExactly(new float[] {-most, -most, 0, 1, 0}, within(1e-6f));
    assertThat(read.features("2")).containsExactly(new float[] {0, 0, 0, 0, 1}, within(1e-6f));
    assertThat(read.features("3"))
        .containsExactly(new float[] {most, most, 0, 1, 0}, within(1e-6f));
    ColumnScales scales = read.header.vertexType(0).encoding().scales();
    assertThat(scales.offsets()).containsExactly(40f, 5000f, 3f);
    assertThat(scales.ranges().get(2)).isEqualTo(1f); // of the constant column
  }

  @Test
  void columnsOfNumbersReachFromZeroToOne() {
    Recorder read = Recorder.read(base, job("min-max"));
    assertThat(read.features("1")).containsExactly(0, 0, 0, 1, 0);
    assertThat(read.features("2")).containsExactly(0.5f, 0.5f, 0, 0, 1);
    assertThat(read.features("3")).containsExactly(1, 1, 0, 1, 0);
  }

  @Test
  void whatIsAddedIsScaledAsTheGraphIs() {
    FeatureEncoding kept = Recorder.read(base, job("min-max")).header.vertexType(0).encoding();
    write(base, "g/v.csv", "id,age,income,planet,sex\n4,80,1000,4,M\n5,30,3000,3,F\n");
    SourceSettings settings = Recorder.settings(job("min-max"));
    Map<String, FeatureEncoding> known = Map.of(GraphHeader.VERTEX, kept);
    try (GraphSource source =
        GraphSource.open(
            settings,
            new ImportContext(base, Tables.NONE, known, Cancellation.NEVER),
            ReadProgress.NONE)) {
      assertThat(source.header().vertexType(0).encoding()).isEqualTo(kept);
      source.stream(
          new PieceSink() {
            @Override
            public void vertices(VertexPiece piece) {
              assertThat(piece.features()).containsExactly(1.5f, 0, 1, 0, 1, 0.25f, 0.25f, 0, 1, 0);
            }

            @Override
            public void split(SplitPiece piece) {
              throw new AssertionError();
            }

            @Override
            public void edges(EdgePiece piece) {
              assertThat(piece.rows()).isEqualTo(1);
            }
          },
          Cancellation.NEVER);
    }
  }

  /** Wide rows with few words are sparse on their way, and dense where their zeros are not. */
  @Test
  void sparseRowsThatBecomeDenseStillFitTheirPieces() {
    String words =
        "{type: block-model, normalize: %s, vertices: 3000, words: 900, classes: 3,"
            + " degree: 2, seed: 1}";
    Recorder sparse = Recorder.read(base, words.formatted("none"));
    Recorder dense = Recorder.read(base, words.formatted("min-max"));
    assertThat(dense.pieceBytes).allMatch(bytes -> bytes <= 2 * Piece.TARGET_BYTES);
    assertThat(dense.vertices).hasSameSizeAs(sparse.vertices);
    assertThat(dense.labelNames).isEqualTo(sparse.labelNames);
    float[] row = sparse.features("paper-00007");
    float[] scaled = dense.features("paper-00007");
    for (int c = 0; c < row.length; c++) {
      assertThat(scaled[c] > 0).isEqualTo(row[c] > 0);
    }
  }

  private List<String> warnings(String yaml) {
    SourceSettings settings = Recorder.settings(yaml);
    try (FeatureLook look =
        FeatureLook.at(GraphSource.open(settings, base, ReadProgress.NONE), settings.normalize())) {
      look.stream(PieceSink.ofEdges(edges -> {}), Cancellation.NEVER);
      return look.warnings();
    }
  }

  @Test
  void columnsOfNoUseOrAnotherScaleAreNamed() {
    assertThat(warnings(job("none")))
        .containsExactly(
            "Features of vertex: the same for every vertex, best left out: planet; far larger than"
                + " other columns or than 1, set source.normalize: standardize: age, income.");
    assertThat(warnings(job("standardize")))
        .containsExactly("Features of vertex: the same for every vertex, best left out: planet.");
    assertThat(warnings(job("none").replace("age, income, planet", "")))
        .isEmpty(); // categories alone
    write(base, "g/v.csv", "id,a,b\n1,0.5,0.001\n2,1,0.002\n3,0.2,0.0015\n");
    String small = job("none").replace("age, income, planet], oneHot: [sex]", "a, b]");
    assertThat(warnings(small)).singleElement().asString().endsWith("standardize: a.");
    assertThat(warnings(small.replace("none", "row"))).isEmpty();
  }

  @Test
  void aFewColumnsOfManyAreNamed() {
    StringBuilder table = new StringBuilder("id,a,b,c,d,e,f,g\n");
    for (int v = 0; v < 4; v++) {
      table.append(v).append(",1".repeat(7)).append('\n');
    }
    write(base, "g/v.csv", table.toString());
    assertThat(
            warnings(
                "{type: csv, data: g, edges: {file: e.csv}, vertices: {file: v.csv, key: id,"
                    + " features: [a, b, c, d, e, f, g]}}"))
        .singleElement()
        .asString()
        .endsWith("left out: a, b, c, d, e and 2 more.");
  }

  /** Rows of which only what is not 0 is there are those that they are. */
  @Property(tries = 200)
  void sparseRowsHaveTheStatisticsOfDenseOnes(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(max = 3) Integer> values,
      @ForAll @IntRange(max = 30) int dense) {
    ColumnStatistics expected = new ColumnStatistics(2);
    ColumnStatistics columns = new ColumnStatistics(2);
    for (int i = 0; i < values.size(); i++) {
      float[] row = {values.get(i), 2};
      expected.add(row, 2);
      columns.add(
          new VertexPiece(
              0,
              KeyColumn.of((long) i),
              null,
              null,
              i < dense ? row : null,
              i < dense ? null : CsrRows.of(row, 0, 1, 2)));
    }
    for (int c = 0; c < 2; c++) {
      assertThat(columns.mean(c)).isCloseTo(expected.mean(c), within(1e-9));
      assertThat(columns.deviation(c)).isCloseTo(expected.deviation(c), within(1e-6));
      assertThat(columns.least(c)).isEqualTo(expected.least(c));
      assertThat(columns.greatest(c)).isEqualTo(expected.greatest(c));
      assertThat(columns.constant(c)).isEqualTo(expected.constant(c));
    }
  }

  /** Large numbers that differ little keep their digits. */
  @Property(tries = 200)
  void meansAndDeviationsAreThoseOfTheWholeColumn(
      @ForAll @Size(min = 2, max = 50) List<@FloatRange(min = -1e6f, max = 1e6f) Float> values) {
    ColumnStatistics columns = new ColumnStatistics(1);
    for (float value : values) {
      columns.add(new float[] {value}, 1);
    }
    double mean = values.stream().mapToDouble(Float::doubleValue).average().orElseThrow();
    double square =
        values.stream().mapToDouble(v -> (v - mean) * (v - mean)).average().orElseThrow();
    assertThat(columns.mean(0)).isCloseTo(mean, within(1e-6 * (1 + Math.abs(mean))));
    assertThat(columns.deviation(0))
        .isCloseTo(Math.sqrt(square), within(1e-3 + 1e-6 * Math.sqrt(square)));
  }
}
