// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timeType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.uuidType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files are written by Parquet's own writer. */
class ParquetSourceTest {
  private static final String GRAPH =
      """
      type: parquet
      data: g
      vertices: {file: v.parquet, key: id, label: class, split: part, features: ["w*"]}
      edges: {file: e.parquet, source: src, destination: dst}
      """;

  private static final MessageType EDGES =
      Types.buildMessage().required(INT64).named("src").required(INT32).named("dst").named("e");

  @TempDir Path base;
  private Path folder;

  private void parquet(String file, MessageType schema, List<Map<String, Object>> rows) {
    parquet(file, schema, CompressionCodecName.SNAPPY, rows);
  }

  private void parquet(
      String file, MessageType schema, CompressionCodecName codec, List<Map<String, Object>> rows) {
    try {
      Files.createDirectories(folder);
      Path path = folder.resolve(file);
      Files.deleteIfExists(path);
      ExampleParquetWriter.Builder builder =
          ExampleParquetWriter.builder(new LocalOutputFile(path))
              .withConf(new PlainParquetConfiguration())
              .withType(schema)
              .withCompressionCodec(codec)
              .withRowGroupSize(1L << 18);
      if (codec == CompressionCodecName.GZIP) {
        builder = builder.withCodecFactory(new GzipWriting()); // the library would ask for Hadoop
      }
      try (ParquetWriter<Group> writer = builder.build()) {
        for (Map<String, Object> row : rows) {
          Group group = new SimpleGroup(schema);
          row.forEach((name, value) -> add(group, name, value));
          writer.write(group);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class GzipWriting implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
          return BytesInput.from(InputFiles.gzip(bytes.toInputStream().readAllBytes()));
        }

        @Override
        public CompressionCodecName getCodecName() {
          return CompressionCodecName.GZIP;
        }

        @Override
        public void release() {
          // Holds nothing.
        }
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("nothing is read");
    }

    @Override
    public void release() {
      // Holds nothing.
    }
  }

  private static void add(Group group, String name, Object value) {
    if (value instanceof Long number) {
      group.add(name, number);
    } else if (value instanceof Integer number) {
      group.add(name, number);
    } else if (value instanceof Float number) {
      group.add(name, number);
    } else if (value instanceof Double number) {
      group.add(name, number);
    } else if (value instanceof byte[] bytes) {
      group.add(name, Binary.fromConstantByteArray(bytes));
    } else {
      group.add(name, value.toString());
    }
  }

  private static MessageType vertices() {
    return Types.buildMessage()
        .required(INT64)
        .named("id")
        .optional(BINARY)
        .as(stringType())
        .named("class")
        .optional(FLOAT)
        .named("w1")
        .optional(BINARY)
        .as(stringType())
        .named("part")
        .optional(DOUBLE)
        .named("w2")
        .named("v");
  }

  @Test
  void edgesMayHaveNumbersToPredict() {
    MessageType rated =
        Types.buildMessage()
            .required(INT64)
            .named("src")
            .required(INT32)
            .named("dst")
            .optional(DOUBLE)
            .named("stars")
            .named("e");
    parquet(
        "e.parquet",
        rated,
        List.of(Map.of("src", 7L, "dst", 8, "stars", 4.5), Map.of("src", 8L, "dst", -9)));
    assertThat(Recorder.read(base, GRAPH.replace("dst}", "dst, target: stars}")).edges)
        .containsExactly("7>8 [4.5]", "8>-9 [NaN]");
  }

  @BeforeEach
  void writeGraph() {
    folder = base.resolve("g");
    parquet(
        "v.parquet",
        vertices(),
        List.of(
            Map.of("id", 7L, "class", "rot", "w1", 1f, "part", "train", "w2", .5),
            Map.of("id", 8L, "w1", 0f, "w2", 2.0),
            Map.of("id", -9L, "class", "blå", "w1", 3f, "part", "test", "w2", 1e1)));
    parquet("e.parquet", EDGES, List.of(Map.of("src", 7L, "dst", 8), Map.of("src", 8L, "dst", -9)));
  }

  @Test
  void columnsAreReadAsFromText() {
    Recorder graph = Recorder.read(base, GRAPH);
    assertThat(graph.header).isEqualTo(new GraphHeader(KeyKind.INT64, 2, true));
    assertThat(graph.vertices.keySet()).containsExactly("7", "8", "-9");
    assertThat(graph.labelNames).containsExactly("rot", "blå");
    assertThat(graph.label("8")).isNull();
    assertThat(graph.splits).hasSize(2).containsEntry("7", Split.TRAIN);
    assertThat(graph.features("7")).containsExactly(1f, .5f);
    assertThat(graph.features("-9")).containsExactly(3f, 10f);
    assertThat(graph.edges).containsExactly("7>8", "8>-9");
  }

  @Test
  void keysMayBeTextAndUuids() {
    UUID first = new UUID(0x0123456789ABCDEFL, -2);
    UUID second = new UUID(-1, 5);
    MessageType uuids =
        Types.buildMessage()
            .required(FIXED_LEN_BYTE_ARRAY)
            .length(16)
            .as(uuidType())
            .named("src")
            .required(BINARY)
            .as(stringType())
            .named("dst")
            .named("e");
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(first.getMostSignificantBits())
            .putLong(first.getLeastSignificantBits())
            .array();
    parquet(
        "e.parquet", uuids, List.of(Map.of("src", bytes, "dst", second.toString().toUpperCase())));
    for (String kind : List.of("uuid", "string")) {
      Recorder graph =
          Recorder.read(
              base, "{type: parquet, data: g, keys: %s, edges: {file: e.parquet}}".formatted(kind));
      String to = kind.equals("uuid") ? second.toString() : second.toString().toUpperCase();
      assertThat(graph.edges).containsExactly(first + ">" + to);
    }
  }

  @Test
  void typesWorkAsWithText() {
    Recorder graph =
        Recorder.read(
            base,
            """
            type: parquet
            data: g
            vertexTypes: [{name: a, file: v.parquet, key: id, features: [w2]}, {name: b}]
            edgeTypes: [{name: to, from: a, to: b, file: e.parquet}]
            """);
    assertThat(graph.header.vertexTypes())
        .extracting(VertexType::fromEdges)
        .containsExactly(false, true);
    assertThat(graph.edges).containsExactly("7>8", "8>-9");
  }

  @Test
  void manyRowsInManyGroupsAreReadToTheEnd() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      rows.add(Map.of("src", CounterRandom.mix(i), "dst", i));
    }
    parquet("e.parquet", EDGES, rows);
    Recorder graph = Recorder.read(base, "{type: parquet, data: g, edges: {file: e.parquet}}");
    assertThat(graph.edges).hasSize(200_000);
    assertThat(graph.edges.get(199_999)).isEqualTo(CounterRandom.mix(199_999) + ">199999");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void everyUsualCompressionIsRead(CompressionCodecName codec) {
    parquet("e.parquet", EDGES, codec, List.of(Map.of("src", 7L, "dst", 8)));
    assertThat(Recorder.read(base, "{type: parquet, data: g, edges: {file: e.parquet}}").edges)
        .containsExactly("7>8");
  }

  @Test
  void whatIsWrongIsSaidWithTheRow() {
    parquet(
        "v.parquet",
        vertices(),
        List.of(
            Map.of("id", 7L, "w1", 1f, "w2", .5), Map.of("id", 8L, "w1", Float.NaN, "w2", 2.0)));
    refused(
        base,
        GRAPH,
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.parquet:2: column 3 (w1) is NaN; it must be a finite number; set missing: zero or mean to"
            + " allow gaps.");
    parquet("v.parquet", vertices(), List.of(Map.of("id", 7L, "w2", .5)));
    refused(
        base,
        GRAPH,
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.parquet:1: column 3 (w1) is empty; it must be a finite number; set missing: zero or mean to"
            + " allow gaps.");
    refused(
        base,
        "{type: parquet, data: g, edges: {file: e.parquet, source: srx}}",
        InputError.INPUT_COLUMN_MISSING,
        "g/e.parquet:1: there is no column srx, the nearest is src; the columns are src, dst.");
  }

  @Test
  void columnsOfOtherTypesAreRefused() {
    MessageType odd =
        Types.buildMessage()
            .required(INT32)
            .as(timeType(true, TimeUnit.MILLIS))
            .named("day")
            .required(INT64)
            .named("id")
            .addField(
                Types.requiredGroup()
                    .required(FLOAT)
                    .named("a")
                    .required(FLOAT)
                    .named("b")
                    .named("w"))
            .required(BOOLEAN)
            .named("flag")
            .named("e");
    parquet("e.parquet", odd, List.of());
    String source =
        "{type: parquet, data: g, edges: {file: e.parquet, source: %s, destination: id}}";
    refused(
        base,
        source.formatted("day"),
        InputError.INPUT_COLUMN_UNFIT,
        "g/e.parquet: column 1 (day) is required int32 day (TIME(MILLIS,true)); columns may be numbers, truth"
            + " values, text, UUIDs, dates, times and lists of these.");
    refused(
        base,
        source.formatted("w"),
        InputError.INPUT_COLUMN_UNFIT,
        "g/e.parquet: column 3 (w) is nested; columns may be numbers, truth values, text, UUIDs,"
            + " dates, times and lists of these.");
  }

  @Test
  void damagedBytesGiveOneKindOfError() throws IOException {
    byte[] good = Files.readAllBytes(folder.resolve("e.parquet"));
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
      long key = CounterRandom.child(3, i);
      byte[] bytes = good.clone();
      int at = CounterRandom.bounded(CounterRandom.bits(key, 0), bytes.length);
      if (i % 3 == 0) {
        bytes = Arrays.copyOf(bytes, at);
      } else {
        bytes[at] ^= (byte) (1 << (CounterRandom.bits(key, 1) & 7));
      }
      write(folder, "e.parquet", bytes);
      try {
        Recorder.read(base, "{type: parquet, data: g, edges: {file: e.parquet}}");
      } catch (GraphemberException e) {
        assertThat(e.code()).startsWith("INPUT_");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
    write(folder, "e.parquet", "a,b\n1,2\n");
    refused(
        base,
        "{type: parquet, data: g, edges: {file: e.parquet}}",
        InputError.INPUT_DAMAGED,
        "g/e.parquet: this is no Parquet file, or it is damaged or compressed in an unusual way.");
  }
}
