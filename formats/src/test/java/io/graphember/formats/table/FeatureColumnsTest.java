// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of text, categories, dates and lists, the same out of files and tables. */
class FeatureColumnsTest {
  private static final String COLUMNS =
      """
      key: id, missing: mean, features: [age, born], oneHot: [gender],
      multiHot: {column: genres}, hash: {column: title, width: 4}, indices: {column: words, width: 6}
      """;

  private static final String CSV =
      """
      id,gender,age,born,genres,title,words
      1,F,20,1970-01-11,drama|comedy,The Cat,0 5
      2,M,,1970-01-01T12:00:00Z,comedy,the cat: THE END,3
      3,,40,,,,
      """;

  @TempDir Path base;

  @BeforeEach
  void edges() {
    write(base, "g/e.csv", "a,b\n1,2\n");
  }

  private static String csv(String columns) {
    return ("{type: csv, data: g, vertices: {file: v.csv, %s}, edges: {file: e.csv}}")
        .formatted(columns.replace("\n", " "));
  }

  private static void expect(Recorder read) {
    assertThat(read.header.vertexType(0).featureDim()).isEqualTo(2 + 2 + 2 + 4 + 6);
    assertThat(read.header.vertexType(0).encoding())
        .isEqualTo(
            new FeatureEncoding(
                List.of(List.of("F", "M"), List.of("comedy", "drama")), List.of(30f, 5.25f)));
    float[] first = read.features("1");
    float[] second = read.features("2");
    assertThat(Arrays.copyOf(first, 6)).containsExactly(20, 10, 1, 0, 1, 1);
    assertThat(Arrays.copyOf(second, 6)).containsExactly(30, 0.5f, 0, 1, 1, 0);
    assertThat(Arrays.copyOf(read.features("3"), 6)).containsExactly(40, 5.25f, 0, 0, 0, 0);
    assertThat(sum(first, 6, 10)).isEqualTo(2); // the, cat
    assertThat(sum(second, 6, 10)).isEqualTo(4); // the, cat, the, end
    for (int j = 6; j < 10; j++) {
      assertThat(second[j]).isGreaterThanOrEqualTo(first[j]); // the same words at the same place
    }
    assertThat(Arrays.copyOfRange(first, 10, 16)).containsExactly(1, 0, 0, 0, 0, 1);
    assertThat(Arrays.copyOfRange(second, 10, 16)).containsExactly(0, 0, 0, 1, 0, 0);
    assertThat(sum(read.features("3"), 6, 16)).isZero();
  }

  private static float sum(float[] row, int from, int to) {
    float sum = 0;
    for (int j = from; j < to; j++) {
      sum += row[j];
    }
    return sum;
  }

  @Test
  void delimitedText() {
    write(base, "g/v.csv", CSV);
    expect(Recorder.read(base, csv(COLUMNS)));
  }

  @Test
  void aTypeOfSeveral() {
    write(base, "g/v.csv", CSV);
    expect(
        Recorder.read(
            base,
            ("{type: csv, data: g, vertexTypes: [{name: a, file: v.csv, %s}],"
                    + " edgeTypes: [{name: e, from: a, to: a, file: e.csv}]}")
                .formatted(COLUMNS.replace("\n", " "))));
  }

  @Test
  void parquetWithListsAndMoments() {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            """
            message v {
              required int64 id; optional binary gender (STRING); optional int32 age;
              optional int64 born (TIMESTAMP(MICROS,true));
              optional group genres (LIST) { repeated group list { optional binary element (STRING); } }
              optional binary title (STRING);
              repeated int32 words;
            }""");
    parquet(
        schema,
        List.of(
            row(
                schema,
                1,
                "F",
                20,
                10 * 86_400_000_000L,
                "The Cat",
                List.of("drama", "comedy"),
                0,
                5),
            row(schema, 2, "M", null, 43_200_000_000L, "the cat: THE END", List.of("comedy"), 3),
            row(schema, 3, null, 40, null, null, List.of())));
    expect(
        Recorder.read(
            base,
            ("{type: parquet, data: g, vertices: {file: v.parquet, %s}, edges: {file: e.parquet}}")
                .formatted(COLUMNS.replace("\n", " "))));
  }

  private static Group row(
      MessageType schema,
      long id,
      String gender,
      Integer age,
      Long born,
      String title,
      List<String> genres,
      int... words) {
    Group group = new SimpleGroup(schema);
    group.add("id", id);
    if (gender != null) {
      group.add("gender", gender);
    }
    if (age != null) {
      group.add("age", age);
    }
    if (born != null) {
      group.add("born", born);
    }
    if (title != null) {
      group.add("title", title);
    }
    if (!genres.isEmpty()) {
      Group list = group.addGroup("genres");
      genres.forEach(genre -> list.addGroup("list").add("element", genre));
    }
    for (int word : words) {
      group.add("words", word);
    }
    return group;
  }

  private void parquet(MessageType schema, List<Group> rows) {
    MessageType edges =
        MessageTypeParser.parseMessageType("message e { required int64 a; required int64 b; }");
    Group edge = new SimpleGroup(edges);
    edge.add("a", 1L);
    edge.add("b", 2L);
    parquetFile("v.parquet", schema, rows);
    parquetFile("e.parquet", edges, List.of(edge));
  }

  private void parquetFile(String file, MessageType schema, List<Group> rows) {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(
                new LocalOutputFile(Files.createDirectories(base.resolve("g")).resolve(file)))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tablesOfTheCluster() {
    List<Object[]> rows =
        List.of(
            new Object[] {
              1,
              "F",
              20,
              Date.valueOf("1970-01-11"),
              List.of("drama", "comedy"),
              "The Cat",
              new int[] {0, 5}
            },
            new Object[] {
              2,
              "M",
              null,
              new Timestamp(43_200_000),
              new String[] {"comedy"},
              "the cat: THE END",
              List.of(3)
            },
            new Object[] {3, null, 40.0, null, null, null, null});
    expect(
        Recorder.read(
            base,
            tables(rows),
            "{type: ignite, vertices: {query: V, %s}, edges: {query: E}}"
                .formatted(COLUMNS.replace("\n", " "))));
  }

  private static Tables tables(List<Object[]> vertices) {
    return new Tables() {
      @Override
      public Rows query(String sql) {
        return sql.equals("V")
            ? rows(List.of("ID", "GENDER", "AGE", "BORN", "GENRES", "TITLE", "WORDS"), vertices)
            : rows(List.of("A", "B"), List.<Object[]>of(new Object[] {1, 2}));
      }

      @Override
      public Rows cache(String name) {
        return query(name);
      }

      @Override
      public Rows table(String name) {
        return cache(name);
      }
    };
  }

  private static Tables.Rows rows(List<String> names, List<Object[]> rows) {
    Iterator<Object[]> left = rows.iterator();
    return new Tables.Rows() {
      private Object[] row;

      @Override
      public List<String> columns() {
        return names;
      }

      @Override
      public boolean next() {
        row = left.hasNext() ? left.next() : null;
        return row != null;
      }

      @Override
      public Object value(int column) {
        return row[column];
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  /** Columns of words and categories make wide rows, of which only what is there is sent. */
  @Test
  void wideRowsOfWordsAreSentSparse() {
    StringBuilder rows = new StringBuilder("id,words,title\n");
    for (int v = 0; v < 500; v++) {
      rows.append("%d,%d %d,title %d\n".formatted(v, v, 4000 + v, v));
    }
    write(base, "g/v.csv", rows.toString());
    Recorder read =
        Recorder.read(
            base,
            csv(
                "key: id, indices: {column: words, width: 4700}, hash: {column: title, width: 256}"));
    float[] row = read.features("7");
    assertThat(row).hasSize(4700 + 256);
    float sum = 0;
    for (float value : row) {
      sum += value;
    }
    assertThat(sum).isEqualTo(4); // two words, and two of the title
    assertThat(row[256 + 7]).isEqualTo(1);
    assertThat(row[256 + 4007]).isEqualTo(1);
    assertThat(read.pieceBytes.get(0)).isLessThan(500 * (8 + 4 + 4 * 8) + 100);
  }

  @Test
  void whatIsAddedIsEncodedAsTheGraphIs() {
    write(base, "g/v.csv", "id,gender,age\n7,X,\n8,M,1\n");
    FeatureEncoding kept = new FeatureEncoding(List.of(List.of("F", "M")), List.of(30f));
    String settings = csv("key: id, missing: mean, features: [age], oneHot: [gender]");
    List<float[]> rows = new ArrayList<>();
    try (GraphSource source =
        GraphSource.open(
            Recorder.settings(settings),
            new ImportContext(
                base, Tables.NONE, Map.of(GraphHeader.VERTEX, kept), Cancellation.NEVER),
            ReadProgress.NONE)) {
      assertThat(source.header().vertexType(0).encoding()).isEqualTo(kept);
      source.stream(
          new PieceSink() {
            @Override
            public void vertices(VertexPiece piece) {
              rows.add(piece.dense().features());
            }

            @Override
            public void split(SplitPiece piece) {
              // There are none.
            }

            @Override
            public void edges(EdgePiece piece) {
              // Passed over.
            }
          },
          Cancellation.NEVER);
    }
    assertThat(rows.get(0)).containsExactly(30, 0, 0, 1, 0, 1); // X is unknown: all zeros
  }

  @ParameterizedTest
  @CsvSource({
    "zero, 0", "mean, 2",
  })
  void missingValues(String rule, float value) {
    write(base, "g/v.csv", "id,a\n1,1\n2,NaN\n3,3\n4, n/a\n5,null\n6,\n");
    Recorder read = Recorder.read(base, csv("missing: " + rule + ", features: [a]"));
    for (String key : List.of("2", "4", "5", "6")) {
      assertThat(read.features(key)).containsExactly(value);
    }
  }

  @Test
  void aColumnWithoutAnyValueHasMean0() {
    write(base, "g/v.csv", "id,a\n1,\n");
    assertThat(Recorder.read(base, csv("missing: mean, features: [a]")).features("1"))
        .containsExactly(0);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-31, 19753",
    "2024-01-31T06:00:00Z, 19753.25",
    "2024-01-31 06:00:00, 19753.25",
    "2024-01-31T06:00, 19753.25",
    "2024-01-31T06:00:00+06:00, 19753",
    "1969-12-31, -1",
  })
  void datesAreDaysAndOfEdgesMilliseconds(String text, double days) {
    write(base, "g/v.csv", "id,at\n1," + text + "\n2,0\n");
    write(base, "g/e.csv", "a,b,t\n1,2," + text + "\n");
    Recorder read =
        Recorder.read(
            base,
            "{type: csv, data: g, vertices: {file: v.csv, features: [at]},"
                + " edges: {file: e.csv, time: t}}");
    assertThat((double) read.features("1")[0]).isCloseTo(days, within(0.001));
    assertThat(read.edges).containsExactly("1>2 t" + Math.round(days * 86_400_000));
  }

  @Test
  void valuesOfJavaTimeAreMoments() {
    assertThat(Moments.text(LocalDate.of(2024, 1, 31))).hasValue("2024-01-31");
    assertThat(Moments.text(LocalDateTime.of(2024, 1, 31, 6, 0))).hasValue("2024-01-31T06:00");
    assertThat(Moments.text(Instant.ofEpochMilli(1))).hasValue("1970-01-01T00:00:00.001Z");
    assertThat(Moments.text("2024")).isEmpty();
  }

  @Test
  void errorsNameTheRuleAndTheRemedy() {
    write(base, "g/v.csv", "id,a,b,c\n1,,9,2024-13-01\n");
    refused(
        base,
        csv("features: [a]"),
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.csv:2: column 2 (a) is empty; it must be a finite number; set missing: zero or mean to"
            + " allow gaps.");
    refused(
        base,
        csv("indices: {column: b, width: 9}"),
        InputError.INPUT_INDEX_OUT_OF_RANGE,
        "g/v.csv:2: column 3 (b) is 9; an index is a whole number from 0 to 8; see width and"
            + " separator.");
    refused(
        base,
        csv("features: [c]"),
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.csv:2: column 4 (c) is 2024-13-01; it must be a date such as 2024-01-31 or a time such"
            + " as 2024-01-31T10:00:00Z.");
    write(base, "g/v.csv", "id,a\n1," + "x".repeat(1025) + "\n");
    refused(
        base,
        csv("oneHot: [a]"),
        InputError.INPUT_TOO_MANY_CATEGORIES,
        "g/v.csv:2: column 2 (a) is "
            + "x".repeat(40)
            + "...; a category has up to 1024 characters;"
            + " set hash for text.");
    StringBuilder many = new StringBuilder("id,a\n");
    for (int i = 0; i <= FeatureEncoding.MAX_CATEGORIES; i++) {
      many.append(i).append(",c").append(i).append('\n');
    }
    write(base, "g/v.csv", many.toString());
    refused(
        base,
        csv("oneHot: [a]"),
        InputError.INPUT_TOO_MANY_CATEGORIES,
        "g/v.csv:65538: column 2 (a) is c65536; oneHot and multiHot may have 65536 categories; set"
            + " hash for columns of more.");
  }

  @Test
  void anEncodingKeepsItsLimits() {
    assertThatThrownBy(() -> new FeatureEncoding(List.of(List.of("x".repeat(1025))), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FeatureEncoding(List.of(), List.of(Float.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new VertexType(
                    "v",
                    KeyKind.INT64,
                    1,
                    List.of(),
                    false,
                    false,
                    new FeatureEncoding(List.of(List.of("a", "b")), List.of()),
                    VertexAttributes.NONE))
        .hasMessageContaining("wider");
  }
}
