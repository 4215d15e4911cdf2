// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scalableminds.bloscjava.Blosc;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written is read back. */
class ResultFormatTest {
  private static final float[][] NUMBERS = {
    {1f / 3, -0f, Float.MIN_VALUE}, {Float.MAX_VALUE, 1e10f, -2.5f}, {0, 1, 2}
  };

  @TempDir Path folder;

  private static List<Object> keys(KeyKind kind) {
    return switch (kind) {
      case INT64 -> List.of(Long.MIN_VALUE, 7L, Long.MAX_VALUE);
      case STRING -> List.of("a,\"b\"", "line\nbreak", "Z\u00fcrich \ud83d\ude80");
      case UUID -> List.of(new UUID(-1, 2), new UUID(3, -4), new UUID(0, 0));
    };
  }

  private void write(ResultFormat format, ResultKind kind, KeyKind keys) throws IOException {
    try (DraftFolder drafts = DraftFolder.open(folder, file -> format.writes(kind, file), false)) {
      try (ExportWriter out =
          format.open(
              new ResultColumns(
                  kind.published(),
                  kind,
                  keys,
                  kind.paired() ? Optional.of(keys) : Optional.empty(),
                  3,
                  PublishedClassNames.unknown(3)),
              drafts)) {
        for (int row = 0; row < NUMBERS.length; row++) {
          out.write(
              new ResultRow(
                  keys(keys).get(row), "other", "class " + row, row, texts(kind), NUMBERS[row]));
        }
      }
      drafts.commit();
    }
    try (var files = Files.list(folder)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("."))).isEmpty();
    }
  }

  private static List<String> texts(ResultKind kind) {
    return kind.texts().stream().map(name -> "a " + name).toList();
  }

  /** Rows as a source of graphs reads them: what was exported may be the features of a graph. */
  private Map<Object, float[]> vertices(KeyKind keys) {
    SourceSettings source =
        SettingsDocument.parse(
                "source",
                """
                type: parquet
                data: '.'
                keys: %s
                vertices: {file: embeddings.parquet, key: key, features: ['e*']}
                edges: {file: embeddings.parquet, source: key, destination: key}
                """
                    .formatted(keys.name().toLowerCase(Locale.ROOT)))
            .bind(SourceSettings.class);
    Map<Object, float[]> rows = new LinkedHashMap<>();
    try (GraphSource graph = GraphSource.open(source, folder, ReadProgress.NONE)) {
      graph.stream(new Vertices(rows), Cancellation.NEVER);
    }
    return rows;
  }

  private record Vertices(Map<Object, float[]> rows) implements PieceSink {
    @Override
    public void vertices(VertexPiece piece) {
      final int width = piece.features().length / piece.keys().size();
      for (int row = 0; row < piece.keys().size(); row++) {
        rows.put(
            piece.keys().keyAt(row),
            Arrays.copyOfRange(piece.features(), row * width, (row + 1) * width));
      }
    }

    @Override
    public void split(SplitPiece piece) {}

    @Override
    public void edges(EdgePiece piece) {}

    @Override
    public void assignment(AssignmentPiece piece) {}
  }

  private static void assertSame(Map<Object, float[]> rows, KeyKind keys) {
    assertThat(rows.keySet()).containsExactlyElementsOf(keys(keys));
    int row = 0;
    for (float[] numbers : rows.values()) {
      assertThat(numbers).containsExactly(NUMBERS[row++]);
    }
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void csvHasAllKeysAndNumbers(KeyKind keys) throws IOException {
    write(ResultFormat.CSV, ResultKind.EMBEDDINGS, keys);
    Map<String, float[]> rows = new LinkedHashMap<>();
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().ofCsvRecord(folder.resolve("embeddings.csv"))) {
      for (CsvRecord line : csv) {
        if (line.getStartingLineNumber() == 1) {
          assertThat(line.getFields()).containsExactly("key", "e0", "e1", "e2");
          continue;
        }
        float[] numbers = new float[3];
        for (int i = 0; i < 3; i++) {
          numbers[i] = Float.parseFloat(line.getField(i + 1));
        }
        rows.put(line.getField(0), numbers);
      }
    }
    assertThat(rows.keySet())
        .containsExactlyElementsOf(keys(keys).stream().map(Object::toString).toList());
    assertThat(rows.values()).containsExactly(NUMBERS);
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void parquetIsASourceAgain(KeyKind keys) throws IOException {
    write(ResultFormat.PARQUET, ResultKind.EMBEDDINGS, keys);
    assertSame(vertices(keys), keys);
  }

  @Test
  void predictionsHaveLabelAndClass() throws IOException {
    write(ResultFormat.CSV, ResultKind.PREDICTIONS, KeyKind.INT64);
    assertThat(Files.readString(folder.resolve("predictions.csv")))
        .startsWith(
            "key,label,class,p0,p1,p2\n-9223372036854775808,class 0,0,0.33333334,-0.0,1.4E-45\n")
        .endsWith("\n9223372036854775807,class 2,2,0.0,1.0,2.0\n");
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void arraysAreAsNumpyWritesThem(KeyKind keys) throws IOException {
    write(ResultFormat.NPY, ResultKind.VALUES, keys);
    ByteBuffer matrix = array("values.npy", "<f4", "(3, 3)");
    for (float[] row : NUMBERS) {
      for (float number : row) {
        assertThat(matrix.getFloat()).isEqualTo(number);
      }
    }
    assertThat(matrix.hasRemaining()).isFalse();
    if (keys == KeyKind.INT64) {
      ByteBuffer integers = array("values-keys.npy", "<i8", "(3,)");
      for (Object key : keys(keys)) {
        assertThat(integers.getLong()).isEqualTo(key);
      }
      return;
    }
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().ofCsvRecord(folder.resolve("values-keys.csv"))) {
      assertThat(csv.stream().skip(1).map(line -> line.getField(0)))
          .containsExactlyElementsOf(keys(keys).stream().map(Object::toString).toList());
    }
  }

  @Test
  void namesOfClassesLieBesideTheArray() throws IOException {
    write(ResultFormat.NPY, ResultKind.PREDICTIONS, KeyKind.INT64);
    assertThat(Files.readString(folder.resolve("predictions-classes.json")))
        .isEqualToIgnoringWhitespace("[\"class 0\", \"class 1\", \"class 2\"]");
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void zarrHasRowsAndKeys(KeyKind keys) throws IOException {
    write(ResultFormat.ZARR, ResultKind.SCORES, KeyKind.STRING);
    write(ResultFormat.ZARR, ResultKind.EMBEDDINGS, keys);
    assertThat(names("scores.zarr.zip")).contains("rows/0.0", "keys/0", "others/0");
    assertThat(names("embeddings.zarr.zip"))
        .containsExactly(".zgroup", "rows/0.0", "rows/.zarray", "keys/0", "keys/.zarray");
    try (ZipFile zip = new ZipFile(folder.resolve("embeddings.zarr.zip").toFile())) {
      ByteBuffer matrix = chunk(zip, "rows/0.0");
      for (float[] row : NUMBERS) {
        for (float number : row) {
          assertThat(matrix.getFloat()).isEqualTo(number);
        }
      }
      ByteBuffer stored = chunk(zip, "keys/0");
      stored.position(keys == KeyKind.INT64 ? 0 : Integer.BYTES);
      for (Object key : keys(keys)) {
        assertThat(keys == KeyKind.INT64 ? stored.getLong() : text(stored))
            .isEqualTo(keys == KeyKind.INT64 ? key : key.toString());
      }
    }
  }

  private static String text(ByteBuffer stored) {
    byte[] bytes = new byte[stored.getInt()];
    stored.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<String> names(String file) throws IOException {
    try (ZipFile zip = new ZipFile(folder.resolve(file).toFile())) {
      return zip.stream().map(entry -> entry.getName()).toList();
    }
  }

  private static ByteBuffer chunk(ZipFile zip, String name) throws IOException {
    byte[] stored = zip.getInputStream(zip.getEntry(name)).readAllBytes();
    return ByteBuffer.wrap(Blosc.decompress(stored)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Each format, read back: Parquet as the weighted edges of a graph. */
  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void candidatesArePairs(KeyKind kind) throws IOException {
    List<Object> keys = keys(kind);
    for (ResultFormat format : ResultFormat.values()) {
      try (DraftFolder drafts =
          DraftFolder.open(folder, file -> format.writes(ResultKind.CANDIDATES, file), false)) {
        ResultColumns columns =
            new ResultColumns(
                "candidates",
                ResultKind.CANDIDATES,
                kind,
                Optional.of(kind),
                1,
                PublishedClassNames.unknown(1));
        try (ExportWriter out = format.open(columns, drafts)) {
          out.write(ResultRow.of(keys.get(0), keys.get(2), 1.5f));
          out.write(ResultRow.of(keys.get(1), keys.get(0), 0.25f));
        }
        drafts.commit();
      }
    }
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().ofCsvRecord(folder.resolve("candidates.csv"))) {
      assertThat(csv.stream().map(CsvRecord::getFields))
          .containsExactly(
              List.of("key", "candidate", "s0"),
              List.of(keys.get(0).toString(), keys.get(2).toString(), "1.5"),
              List.of(keys.get(1).toString(), keys.get(0).toString(), "0.25"));
    }
    assertThat(array("candidates.npy", "<f4", "(2, 1)").getFloat()).isEqualTo(1.5f);
    if (kind == KeyKind.INT64) {
      assertThat(array("candidates-others.npy", "<i8", "(2,)").getLong()).isEqualTo(keys.get(2));
    } else {
      assertThat(folder.resolve("candidates-others.csv")).isNotEmptyFile();
    }
    List<Object> ends = new ArrayList<>();
    try (GraphSource graph = GraphSource.open(edges(kind), folder, ReadProgress.NONE)) {
      graph.stream(new Ends(ends), Cancellation.NEVER);
    }
    assertThat(ends)
        .containsExactly(keys.get(0), keys.get(2), 1.5f, keys.get(1), keys.get(0), 0.25f);
  }

  /** As where papers are candidates for authors. */
  @ParameterizedTest
  @CsvSource({"INT64, STRING", "STRING, INT64", "UUID, STRING"})
  void theEndsOfPairsHaveKeysOfTheirOwn(KeyKind kind, KeyKind others) throws IOException {
    for (ResultFormat format : ResultFormat.values()) {
      try (DraftFolder drafts =
          DraftFolder.open(folder, file -> format.writes(ResultKind.SCORES, file), false)) {
        try (ExportWriter out =
            format.open(
                new ResultColumns(
                    "scores",
                    ResultKind.SCORES,
                    kind,
                    Optional.of(others),
                    1,
                    PublishedClassNames.unknown(1)),
                drafts)) {
          out.write(ResultRow.of(keys(kind).get(0), keys(others).get(2), 1.5f));
        }
        drafts.commit();
      }
    }
    assertThat(folder.resolve(kind == KeyKind.INT64 ? "scores-keys.npy" : "scores-keys.csv"))
        .isNotEmptyFile();
    assertThat(folder.resolve(others == KeyKind.INT64 ? "scores-others.npy" : "scores-others.csv"))
        .isNotEmptyFile();
    try (ParquetFileReader parquet =
        ParquetFileReader.open(new LocalInputFile(folder.resolve("scores.parquet")))) {
      assertThat(parquet.getFileMetaData().getSchema().getColumns())
          .map(column -> column.getPrimitiveType().getPrimitiveTypeName())
          .containsExactly(stored(kind), stored(others), PrimitiveTypeName.FLOAT);
    }
    try (ZipFile zip = new ZipFile(folder.resolve("scores.zarr.zip").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName)).anyMatch(name -> name.startsWith("others/"));
    }
  }

  private static PrimitiveTypeName stored(KeyKind keys) {
    return switch (keys) {
      case INT64 -> PrimitiveTypeName.INT64;
      case STRING -> PrimitiveTypeName.BINARY;
      case UUID -> PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    };
  }

  private static SourceSettings edges(KeyKind keys) {
    return SettingsDocument.parse(
            "source",
            """
            type: parquet
            data: '.'
            keys: %s
            edges: {file: candidates.parquet, source: key, destination: candidate, weight: s0}
            """
                .formatted(keys.name().toLowerCase(Locale.ROOT)))
        .bind(SourceSettings.class);
  }

  private record Ends(List<Object> ends) implements PieceSink {
    @Override
    public void vertices(VertexPiece piece) {}

    @Override
    public void split(SplitPiece piece) {}

    @Override
    public void edges(EdgePiece piece) {
      for (int edge = 0; edge < piece.sources().size(); edge++) {
        ends.add(piece.sources().keyAt(edge));
        ends.add(piece.destinations().keyAt(edge));
        ends.add(piece.weights()[edge]);
      }
    }

    @Override
    public void assignment(AssignmentPiece piece) {}
  }

  private ByteBuffer array(String file, String type, String shape) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file)));
    byte[] head = new byte[128];
    bytes.get(head);
    String text = new String(head, StandardCharsets.ISO_8859_1);
    assertThat(text).startsWith("\u0093NUMPY\u0001\u0000v\u0000{'descr': '" + type + "'");
    assertThat(text).contains("'fortran_order': False, 'shape': " + shape + ", }").endsWith(" \n");
    return bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** More rows than one buffer or page holds. */
  @Test
  void manyRows() throws IOException {
    final int count = 20_000;
    try (DraftFolder drafts = DraftFolder.open(folder, file -> false, false)) {
      for (ResultFormat format : new ResultFormat[] {ResultFormat.NPY, ResultFormat.PARQUET}) {
        ResultColumns columns =
            new ResultColumns(
                "embeddings",
                ResultKind.EMBEDDINGS,
                KeyKind.INT64,
                Optional.empty(),
                3,
                PublishedClassNames.unknown(3));
        try (ExportWriter out = format.open(columns, drafts)) {
          for (long key = 0; key < count; key++) {
            out.write(ResultRow.of(key, new float[] {key, key + 1, -key}));
          }
        }
      }
      drafts.commit();
    }
    ByteBuffer matrix = array("embeddings.npy", "<f4", "(20000, 3)");
    Map<Object, float[]> rows = vertices(KeyKind.INT64);
    assertThat(rows).hasSize(count);
    for (long key = 0; key < count; key++) {
      assertThat(matrix.getFloat()).isEqualTo(key);
      matrix.getLong();
      assertThat(rows.get(key)).containsExactly(key, key + 1, -key);
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whatIsNotCommittedLeavesNothing(boolean made) throws IOException {
    Path here = made ? folder.resolve("new") : Files.createDirectory(folder.resolve("old"));
    try (DraftFolder drafts = DraftFolder.open(here, "a"::equals, false)) {
      Files.writeString(drafts.draft("a"), "half");
      assertThat(here.resolve("a")).doesNotExist();
    }
    if (made) {
      assertThat(here).doesNotExist();
    } else {
      assertThat(here).isEmptyDirectory();
    }
  }

  @Test
  void replacesFilesOnlyIfAsked() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    assertThatThrownBy(() -> DraftFolder.open(folder, "a"::equals, false))
        .isInstanceOf(GraphemberException.class)
        .hasMessage(
            file + ": is there already; say --overwrite to replace it, or name another folder.");
    try (DraftFolder drafts = DraftFolder.open(folder, "a"::equals, true)) {
      Files.writeString(drafts.draft("a"), "new");
      drafts.commit();
    }
    assertThat(file).hasContent("new");
  }

  /** Which vertex types have results is not known when a folder is looked at. */
  @Test
  void filesOfEveryVertexTypeAreLookedFor() throws IOException {
    assertThat(
            List.of("embeddings.npy", "embeddings.author.npy", "embeddings.author-keys.csv")
                .stream()
                .allMatch(file -> ResultFormat.NPY.writes(ResultKind.EMBEDDINGS, file)))
        .isTrue();
    assertThat(
            List.of("embeddings.csv", "embeddings.npy.bak", "my-embeddings.npy", "embeddings..npy")
                .stream()
                .anyMatch(file -> ResultFormat.NPY.writes(ResultKind.EMBEDDINGS, file)))
        .isFalse();
    try (DraftFolder drafts = DraftFolder.open(folder, file -> false, false)) {
      drafts.draft("embeddings.x-keys.npy");
      assertThatThrownBy(() -> drafts.draft("embeddings.x-keys.npy"))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
  }
}
