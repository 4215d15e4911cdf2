// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSourceTest {
  private static final String EDGES_ONLY = "{type: csv, data: g, edges: {file: edges.csv}}";
  private static final String STRINGS =
      "{type: csv, data: g, keys: string, edges: {file: edges.csv}}";
  private static final String VERTICES =
      """
      type: csv
      data: g
      vertices: {file: v.csv, key: id, label: class, split: part, features: ["w*"]}
      edges: {file: edges.csv, source: src, destination: dst}
      """;

  @TempDir Path base;
  private Path folder;

  @BeforeEach
  void writeGraph() {
    folder = base.resolve("g");
    write(folder, "v.csv", "id,class,w1,part,w2\n7,red,1,train,.5\n8,,0,,2\n-9,blue,3,test,1e1\n");
    write(folder, "edges.csv", "weight,src,dst\n1,7,8\n2,8,-9\n");
  }

  private static String vertices(String part) {
    return "{type: csv, data: g, edges: {file: edges.csv, source: src, destination: dst},"
        + " vertices: {file: v.csv, "
        + part
        + "}}";
  }

  @Test
  void columnsAreFoundByName() {
    Recorder graph = Recorder.read(base, VERTICES);
    assertThat(graph.header).isEqualTo(new GraphHeader(KeyKind.INT64, 2, true));
    assertThat(graph.vertices.keySet()).containsExactly("7", "8", "-9");
    assertThat(graph.labelNames).containsExactly("red", "blue");
    assertThat(graph.label("8")).isNull();
    assertThat(graph.label("-9")).isEqualTo("blue");
    assertThat(graph.splits).hasSize(2).containsEntry("7", Split.TRAIN);
    assertThat(graph.splits).containsEntry("-9", Split.TEST);
    assertThat(graph.features("7")).containsExactly(1f, .5f);
    assertThat(graph.features("-9")).containsExactly(3f, 10f);
    assertThat(graph.edges).containsExactly("7>8", "8>-9");
  }

  /** Beside features, which leave these columns out. */
  @Test
  void timesAndClustersAreNumbersOfVertices() {
    write(folder, "v.csv", "id,at,group,w1\n7,1970-01-01T00:00:01Z,3,1\n8,,,2\n-9,-5,0,3\n");
    Recorder graph =
        Recorder.read(base, vertices("key: id, time: at, cluster: group, features: ['*']"));
    assertThat(graph.header.vertexType(0).attributes()).isEqualTo(new VertexAttributes(true, true));
    assertThat(graph.features("8")).containsExactly(2f);
    final long none = VertexAttributes.UNKNOWN;
    assertThat(graph.numbers.get("7")).containsExactly(1000, 3);
    assertThat(graph.numbers.get("8")).containsExactly(none, none);
    assertThat(graph.numbers.get("-9")).containsExactly(-5, 0);
    Recorder clusters = Recorder.read(base, vertices("key: id, cluster: group"));
    assertThat(clusters.numbers.get("7")).containsExactly(3);
    write(folder, "v.csv", "id,group\n7,-3\n");
    assertThatThrownBy(() -> Recorder.read(base, vertices("key: id, cluster: group")))
        .hasMessageContaining("the number of a cluster must be 0 or more, or nothing");
  }

  @Test
  void columnsAreFoundByNumberPatternAndRange() {
    assertThat(Recorder.read(base, vertices("features: [5, 3]")).features("7"))
        .containsExactly(.5f, 1f);
    assertThat(Recorder.read(base, vertices("features: ['w?']")).features("8"))
        .containsExactly(0f, 2f);
    assertThat(
            Recorder.read(base, vertices("label: class, split: 4, features: ['*']")).features("8"))
        .containsExactly(0f, 2f);
    write(folder, "v.csv", "7,1,2,3\n8,4,5,6\n");
    assertThat(Recorder.read(base, vertices("header: false, features: [3..4, 2]")).features("8"))
        .containsExactly(5f, 6f, 4f);
  }

  @Test
  void targetsStandBehindTheFeatures() {
    write(folder, "v.csv", "id,price,w1,size\n7,9.5,3,-1\n8, ,1,2\n-9,nan,0,4e1\n");
    Recorder graph =
        Recorder.read(
            base,
            vertices("targets: [price, size], features: ['*'], key: id")
                .replace("data: g", "data: g, normalize: row"));
    assertThat(graph.header.vertexType(0).targets()).containsExactly("price", "size");
    assertThat(graph.header.vertexType(0).featureDim()).isEqualTo(1);
    assertThat(graph.features("7")).containsExactly(1, 9.5f, -1);
    assertThat(graph.features("8")).containsExactly(1, Float.NaN, 2);
    assertThat(graph.features("-9")).containsExactly(0, Float.NaN, 40);
  }

  @Test
  void severalClassesStandInOneColumn() {
    write(folder, "v.csv", "id,sells\n7,tea|milk\n8,\n-9, milk | rum \n10,nan\n11,|rum|\n");
    Recorder graph = Recorder.read(base, vertices("label: sells, labelSeparator: '|'"));
    assertThat(graph.header.vertexType(0).targets()).containsExactly("tea", "milk", "rum");
    assertThat(graph.header.vertexType(0).labels()).isFalse();
    assertThat(graph.labelNames).isEmpty();
    assertThat(graph.features("7")).containsExactly(1, 1, 0);
    assertThat(graph.features("8")).containsExactly(Float.NaN, Float.NaN, Float.NaN);
    assertThat(graph.features("-9")).containsExactly(0, 1, 1);
    assertThat(graph.features("10")).containsExactly(Float.NaN, Float.NaN, Float.NaN);
    assertThat(graph.features("11")).containsExactly(0, 0, 1);
  }

  /** The number of the class, from 1 on, stands before the features. */
  @Test
  void edgesMayHaveClasses() {
    write(folder, "edges.csv", "src,dst,kind,fee\n1,2,buys,.5\n2,1,,2\n2,3,sells,0\n3,1,buys,1\n");
    String yaml = "{type: csv, data: g, edges: {file: edges.csv, label: kind, features: [fee]}}";
    Recorder graph = Recorder.read(base, yaml);
    EdgeType type = graph.header.edgeType(0);
    assertThat(type.label().classNames()).containsExactly("buys", "sells");
    assertThat(type.featureDim()).isEqualTo(1);
    assertThat(type.attributes().featureDim()).isEqualTo(2);
    assertThat(graph.edges)
        .containsExactly("1>2 [1.0, 0.5]", "2>1 [0.0, 2.0]", "2>3 [2.0, 0.0]", "3>1 [1.0, 1.0]");
    write(folder, "edges.csv", "src,dst,kind\n1,2,\n2,1,nan\n");
    EdgeType none =
        Recorder.read(base, "{type: csv, data: g, edges: {file: edges.csv, label: kind}}")
            .header
            .edgeType(0);
    assertThat(none).isEqualTo(new EdgeType(GraphHeader.EDGE, 0, 0));
  }

  /** What is to be predicted stands before the features. */
  @Test
  void edgesMayHaveNumbersToPredict() {
    write(folder, "edges.csv", "src,dst,stars,fee\n1,2,-4.5,.5\n2,1,,2\n2,3,0,0\n");
    Recorder graph =
        Recorder.read(
            base, "{type: csv, data: g, edges: {file: edges.csv, target: stars, features: [fee]}}");
    EdgeType type = graph.header.edgeType(0);
    assertThat(type.label()).isEqualTo(new EdgeLabel.Target());
    assertThat(type.featureDim()).isEqualTo(1);
    assertThat(graph.edges).containsExactly("1>2 [-4.5, 0.5]", "2>1 [NaN, 2.0]", "2>3 [0.0, 0.0]");
  }

  @Test
  void verticesMayBeAbsent() {
    write(folder, "edges.csv", "a,b\n1,2\n");
    Recorder graph = Recorder.read(base, EDGES_ONLY);
    assertThat(graph.header)
        .isEqualTo(
            new GraphHeader(new VertexType(GraphHeader.VERTEX, KeyKind.INT64, 0, false, true)));
    assertThat(graph.vertices).isEmpty();
    assertThat(graph.edges).containsExactly("1>2");
  }

  @Test
  void splitsMayStandInFilesOfTheirOwn() {
    write(folder, "s/train.csv.gz", "7\n8\n");
    write(folder, "s/test.csv", "-9");
    Recorder graph =
        Recorder.read(
            base,
            "{type: csv, data: g, edges: {file: edges.csv, source: 2, destination: 3},"
                + " split: {train: s/train.csv.gz, test: s/test.csv}}");
    assertThat(graph.splits)
        .containsOnlyKeys("7", "8", "-9")
        .containsEntry("8", Split.TRAIN)
        .containsEntry("-9", Split.TEST);
    assertThat(graph.order).containsExactly("SplitPiece", "EdgePiece");
  }

  @Test
  void filesAreWrittenInManyWays() {
    String text =
        "\uFEFF# about\nsrc\tdst\r\n\"a\"\tb\r\n\r\n# more\n\"c\"\"\td\"\t\"é漢\uD83D\uDE00\"";
    for (String name : List.of("e.tsv", "e.txt", "e.tsv.gz", "odd.gz")) {
      write(folder, name, text);
      Recorder graph =
          Recorder.read(
              base,
              "type: csv\ndata: g\nkeys: string\nedges:\n  file: "
                  + name
                  + "\n  comment: '#'\n"
                  + (name.equals("odd.gz") ? "  delimiter: tab\n" : ""));
      assertThat(graph.edges).containsExactly("a>b", "c\"\td>é漢\uD83D\uDE00");
    }
  }

  @Test
  void gzipIsKnownByItsBytesNotItsName() throws IOException {
    byte[] text = "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8);
    write(folder, "edges.csv", InputFiles.gzip(text));
    assertThat(Recorder.read(base, EDGES_ONLY).edges).containsExactly("1>2");
    Files.write(folder.resolve("plain.csv.gz"), text);
    assertThat(Recorder.read(base, "{type: csv, data: g, edges: {file: plain.csv.gz}}").edges)
        .containsExactly("1>2");
    byte[] twice = Arrays.copyOf(InputFiles.gzip(text), 2 * InputFiles.gzip(text).length);
    byte[] more = InputFiles.gzip("3,4\n".getBytes(StandardCharsets.UTF_8));
    System.arraycopy(more, 0, twice, InputFiles.gzip(text).length, more.length);
    write(folder, "edges.csv", Arrays.copyOf(twice, InputFiles.gzip(text).length + more.length));
    assertThat(Recorder.read(base, EDGES_ONLY).edges).containsExactly("1>2", "3>4");
  }

  @Test
  void piecesAreCutBeforeTheyAreTooLarge() {
    StringBuilder edges = new StringBuilder("src,dst\n");
    StringBuilder keys = new StringBuilder("id,class,part,w1\n");
    for (int i = 0; i < 200_000; i++) {
      edges.append(i).append(',').append(i + 1).append('\n');
      keys.append(i).append(",c,,").append(i % 7).append('\n');
    }
    write(folder, "edges.csv", edges.toString());
    write(folder, "v.csv", keys.toString());
    for (String kind : List.of("int64", "string")) {
      Recorder graph = Recorder.read(base, VERTICES + "keys: " + kind + "\n");
      assertThat(graph.edges).hasSize(200_000).endsWith("199999>200000");
      assertThat(graph.vertices).hasSize(200_000);
      assertThat(graph.features("13")).containsExactly(6f);
      assertThat(graph.pieceBytes).hasSizeGreaterThan(4).allMatch(b -> b <= Piece.TARGET_BYTES);
      // An integer key is counted with 8 bytes and travels with 4 if all of a piece fit them.
      int fullest = kind.equals("string") ? Piece.TARGET_BYTES : Piece.TARGET_BYTES * 3 / 4;
      assertThat(graph.pieceBytes.get(0)).isGreaterThan(fullest - 100);
    }
  }

  @Test
  void oneLongRowMayBeAPieceAlone() {
    write(folder, "v.csv", "1" + ",0.25".repeat(300_000) + "\n2" + ",1".repeat(300_000) + "\n");
    Recorder graph = Recorder.read(base, vertices("header: false, features: [2..300001]"));
    assertThat(graph.features("1")).hasSize(300_000).contains(0.25f);
    assertThat(graph.pieceBytes).first().isEqualTo(16 + 4 + 5 + 1_200_000);
    write(folder, "v.csv", "1" + ",1".repeat(1_048_577) + "\n");
    refused(
        base,
        vertices("header: false, features: [2..1048578]"),
        InputError.INPUT_TOO_MANY_FEATURES,
        "g/v.csv:1: a vertex has 1048577 features, more than the limit of 1048576.");
  }

  @Test
  void progressCountsStoredBytes() {
    write(folder, "edges.csv", ("src,dst\n" + "1,2\n".repeat(100_000)));
    List<String> heard = new ArrayList<>();
    try (GraphSource source =
        GraphSource.open(
            Recorder.settings(EDGES_ONLY),
            base,
            (file, done, total) -> heard.add(file + " " + done + " " + total))) {
      source.stream(PieceSink.ofEdges(piece -> {}), Cancellation.NEVER);
    }
    assertThat(heard).hasSizeGreaterThan(5).first().isEqualTo("g/edges.csv 65536 400008");
    assertThat(heard).last().isEqualTo("g/edges.csv 400008 400008");
  }

  @Test
  void readingStopsWhenAskedTo() {
    write(folder, "edges.csv", "src,dst\n" + "1,2\n".repeat(1_000_000));
    AtomicInteger pieces = new AtomicInteger();
    PieceSink sink = PieceSink.ofEdges(piece -> pieces.incrementAndGet());
    try (GraphSource source =
        GraphSource.open(Recorder.settings(EDGES_ONLY), base, ReadProgress.NONE)) {
      assertThatThrownBy(() -> source.stream(sink, () -> pieces.get() > 0))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    }
    assertThat(pieces).hasValue(1);
  }

  @Test
  void whatTheSinkThrowsEndsTheStream() {
    PieceSink broken =
        PieceSink.ofEdges(
            piece -> {
              throw new IllegalStateException("the receiver is gone");
            });
    try (GraphSource source =
        GraphSource.open(Recorder.settings(VERTICES), base, ReadProgress.NONE)) {
      assertThatThrownBy(() -> source.stream(broken, Cancellation.NEVER))
          .hasMessage("the receiver is gone");
    }
  }

  @Test
  void missingColumnsAreNamedWithThoseThatArePresent() {
    refused(
        base,
        vertices("key: ide"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column ide, the nearest is id; the columns are id, class, w1, part,"
            + " w2.");
    refused(
        base,
        vertices("features: [x*]"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column x*; the columns are id, class, w1, part," + " w2.");
    refused(
        base,
        vertices("key: 6"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column 6; the columns are id, class, w1, part, w2.");
    refused(
        base,
        vertices("features: [3..9]"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column 3..9; the columns are id, class, w1, part, w2.");
    refused(
        base,
        vertices("header: false, features: [5..3]"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column 5..3; columns are numbered 1 to 5.");
    refused(
        base,
        vertices("header: false, label: class"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column class; columns are numbered 1 to 5.");
    refused(
        base,
        vertices("features: [w1, 3]"),
        InputError.INPUT_COLUMN_AMBIGUOUS,
        "g/v.csv:1: column 3 names column 3 a second time.");
    write(folder, "v.csv", "id,id\n1,2\n");
    refused(
        base,
        vertices("key: id"),
        InputError.INPUT_COLUMN_AMBIGUOUS,
        "g/v.csv:1: column id stands in the header twice; give the column by its number.");
    write(folder, "v.csv", "id" + ",w".repeat(30) + "\n");
    refused(
        base,
        vertices("key: key"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column key; the columns are id"
            + ", w".repeat(19)
            + " and 11 more.");
    write(folder, "v.csv", "");
    refused(
        base,
        vertices("key: id"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no header, the file is empty.");
    refused(
        base,
        vertices("header: false"),
        InputError.INPUT_COLUMN_MISSING,
        "g/v.csv:1: there is no column 1; the file is empty.");
  }

  @Test
  void theDelimiterThatFitsIsNamed() {
    write(folder, "edges.csv", "src;dst\n1;2\n");
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_COLUMN_MISSING,
        "g/edges.csv:1: there is no column 2; the columns are src;dst; the delimiter that was taken"
            + " is ',', but ';' fits: set delimiter: ';'.");
    write(folder, "edges.txt", "# few\n1 2\n");
    refused(
        base,
        "{type: csv, data: g, edges: {file: edges.txt, header: false, comment: '#'}}",
        InputError.INPUT_COLUMN_MISSING,
        "g/edges.txt:1: there is no column 2; columns are numbered 1 to 1; the delimiter that was"
            + " taken is tab, but ' ' fits: set delimiter: ' '.");
    write(folder, "edges.csv", "1\t2\n");
    refused(
        base,
        "{type: csv, data: g, edges: {file: edges.csv, header: false}}",
        InputError.INPUT_COLUMN_MISSING,
        "g/edges.csv:1: there is no column 2; columns are numbered 1 to 1; the delimiter that was"
            + " taken is ',', but tab fits: set delimiter: tab.");
    write(folder, "edges.csv", "1;2\n".repeat(1 << 16)); // longer than what is looked at
    refused(
        base,
        "{type: csv, data: g, edges: {file: edges.csv, header: false}}",
        InputError.INPUT_COLUMN_MISSING,
        "g/edges.csv:1: there is no column 2; columns are numbered 1 to 1; the delimiter that was"
            + " taken is ',', but ';' fits: set delimiter: ';'.");
    write(folder, "snap.txt", "1,2\n");
    refused(
        base,
        "{type: snap, data: g, edges: {file: snap.txt}}",
        InputError.INPUT_COLUMN_MISSING,
        "g/snap.txt:1: there is no column 2; columns are numbered 1 to 1; type: snap separates by"
            + " blanks and tabs, but ',' fits: use type: csv with delimiter: ','.");
  }

  @Test
  void valuesThatBreakARuleAreNamed() {
    write(folder, "v.csv", "id,class,w1,part,w2\n7,red,1,train,x\n");
    refused(
        base,
        VERTICES,
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.csv:2: column 5 (w2) is x; it must be a finite number.");
    refused(
        base,
        vertices("targets: [w2]"),
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.csv:2: column 5 (w2) is x; it must be a finite number.");
    write(folder, "v.csv", "id,class,w1,part,w2\n7,red,1,trian,0\n");
    refused(
        base,
        VERTICES,
        InputError.INPUT_SPLIT_UNKNOWN,
        "g/v.csv:2: column 4 (part) is trian; it must be train, valid, test or empty.");
    write(folder, "v.csv", "id,class,w1,part,w2\n\n7.5,red,1,,0\n");
    refused(
        base,
        VERTICES,
        InputError.INPUT_NOT_A_NUMBER,
        "g/v.csv:3: column 1 (id) is 7.5; it must be a whole number of 64 bits, or set keys: string"
            + " for keys that are text.");
    write(folder, "v.csv", "id,class,w1,part,w2\n,red,1,,0\n");
    refused(
        base,
        VERTICES,
        InputError.INPUT_KEY_EMPTY,
        "g/v.csv:2: column 1 (id) is empty; a key must not be empty.");
    write(folder, "edges.csv", "src,dst\n" + "é".repeat(32_768) + ",b\n");
    refused(
        base,
        STRINGS,
        InputError.INPUT_KEY_TOO_LONG,
        "g/edges.csv:2: column 1 (src) is "
            + "é".repeat(40)
            + "...; a key must not be longer than 65535 bytes of UTF-8.");
    StringBuilder classes = new StringBuilder("id,class\n");
    for (int i = 0; i <= LabelIndex.MAX_CLASSES; i++) {
      classes.append(i).append(",c").append(i).append('\n');
    }
    write(folder, "v.csv", classes.toString());
    refused(
        base,
        "{type: csv, data: g, edges: {file: edges.csv}, vertices: {file: v.csv, label: class}}",
        InputError.INPUT_TOO_MANY_CLASSES,
        "g/v.csv:65538: column 2 (class) is c65536; there are more than 65536 classes, so this is"
            + " no column of classes.");
  }

  @Test
  void rowsMustBeRows() {
    write(folder, "edges.csv", "src,dst\n1,2\n3\n");
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_RAGGED_ROW,
        "g/edges.csv:3: the row has 1 column instead of 2.");
    write(folder, "edges.csv", "src,dst\n1,2\n3,4,5\n");
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_RAGGED_ROW,
        "g/edges.csv:3: the row has 3 columns instead of 2.");
    write(folder, "edges.csv", "src,dst\n1,\"2\n3,4\n");
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_QUOTING,
        "g/edges.csv:2: a quote is opened and never closed.");
    write(folder, "edges.csv", "src,dst\n1,2\n\"3\"x,4\n");
    refused(
        base, EDGES_ONLY, InputError.INPUT_QUOTING, "g/edges.csv:3: text follows a closing quote.");
    write(folder, "edges.csv", "src,dst\n1,\"" + "2".repeat(17_000_000) + "\n");
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_QUOTING,
        "g/edges.csv:2: a value is longer than 16777216 characters, perhaps because a quote is"
            + " not closed.");
    write(folder, "train.csv", "1\n\n2\n\n");
    refused(
        base,
        "{type: csv, data: g, edges: {file: v.csv}, split: {train: train.csv}}",
        InputError.INPUT_RAGGED_ROW,
        "g/train.csv:2: the line is empty; empty lines may stand at the end only.");
  }

  @Test
  void damagedFilesAreNamedWithTheLineReached() throws IOException {
    StringBuilder edges = new StringBuilder("src,dst\n");
    for (int i = 0; i < 50_000; i++) {
      edges.append(i).append(',').append(31L * i % 50_000).append('\n');
    }
    byte[] text = edges.toString().getBytes(StandardCharsets.UTF_8);
    byte[] gzip = InputFiles.gzip(text);
    write(folder, "edges.csv", Arrays.copyOf(gzip, gzip.length / 2));
    assertThatThrownBy(() -> Recorder.read(base, EDGES_ONLY))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(InputError.INPUT_DAMAGED)).isTrue())
        .hasMessageMatching(
            "g/edges.csv:2\\d{4}: the compressed file ends or is damaged in this line.");
    write(folder, "edges.csv", Arrays.copyOf(gzip, gzip.length - 3));
    assertThatThrownBy(() -> Recorder.read(base, EDGES_ONLY)).hasMessageContaining(":50002: ");
    gzip[gzip.length - 6] ^= 1;
    write(folder, "edges.csv", gzip);
    assertThatThrownBy(() -> Recorder.read(base, EDGES_ONLY)).hasMessageContaining("is damaged");
    write(folder, "edges.csv", new byte[] {0x1F, (byte) 0x8B, 8});
    refused(
        base,
        EDGES_ONLY,
        InputError.INPUT_DAMAGED,
        "g/edges.csv:1: the compressed file ends or is damaged in this line.");
    write(folder, "edges.csv", "src,dst\n1,2\nä,3\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(
        base,
        STRINGS,
        InputError.INPUT_NOT_UTF8,
        "g/edges.csv:3: a byte here is not utf-8; set encoding to that of the file, for example"
            + " latin1 (type: csv), or convert it with iconv.");
    for (String encoding : new String[] {"latin1", "windows-1252"}) {
      assertThat(
              Recorder.read(base, STRINGS.replace("{type", "{encoding: " + encoding + ", type"))
                  .edges)
          .contains("\u00e4>3");
    }
    write(folder, "edges.csv", new byte[] {'a', ',', 'b', '\n', 'c', ',', (byte) 0x81});
    assertThatThrownBy(
            () -> Recorder.read(base, STRINGS.replace("{type", "{encoding: windows-1252, type")))
        .hasMessageStartingWith("g/edges.csv:2: a byte here is not windows-1252; ");
    write(folder, "edges.csv", new byte[] {'a', ',', 'b', '\n', 'c', ',', (byte) 0xC3});
    assertThatThrownBy(() -> Recorder.read(base, STRINGS))
        .hasMessageStartingWith("g/edges.csv:2: a byte here is not utf-8; ");
  }

  @Test
  void aFileThatGoesAwayIsNamed() throws IOException {
    try (GraphSource source =
        GraphSource.open(Recorder.settings(VERTICES), base, ReadProgress.NONE)) {
      Files.delete(folder.resolve("edges.csv"));
      assertThatThrownBy(() -> source.stream(PieceSink.ofEdges(piece -> {}), Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(InputError.INPUT_UNREADABLE)).isTrue())
          .hasMessage("g/edges.csv: cannot be read (NoSuchFileException).");
    }
  }

  @Test
  void noBeginningOfACompressedFileIsTakenForTheWhole() throws IOException {
    byte[] gzip = InputFiles.gzip("src,dst\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_8));
    for (int length = 0; length < gzip.length; length++) {
      write(folder, "edges.csv", Arrays.copyOf(gzip, length));
      assertThatThrownBy(() -> Recorder.read(base, STRINGS))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).startsWith("INPUT_"));
    }
  }

  @Test
  void nothingOutsideTheFolderIsRead() throws IOException {
    write(base, "outside.csv", "src,dst\n1,2\n");
    for (String file : List.of("../outside.csv", "x/../../outside.csv", base + "/outside.csv")) {
      refused(
          base,
          "{type: csv, data: g, edges: {file: '" + file + "'}}",
          InputError.INPUT_OUTSIDE_FOLDER,
          file + ": leads out of the data folder g.");
    }
    Files.createSymbolicLink(folder.resolve("link.csv"), base.resolve("outside.csv"));
    refused(
        base,
        "{type: csv, data: g, edges: {file: link.csv}}",
        InputError.INPUT_OUTSIDE_FOLDER,
        "link.csv: leads out of the data folder g.");
    Files.createSymbolicLink(folder.resolve("inside.csv"), folder.resolve("edges.csv"));
    assertThat(
            Recorder.read(base, "{type: csv, data: g, edges: {file: inside.csv, source: 2}}").edges)
        .hasSize(2);
    refused(
        base,
        "{type: csv, data: g, edges: {file: \"a\\0b\"}}",
        InputError.INPUT_MISSING,
        "A path cannot be used: Nul character not allowed.");
    Files.createDirectory(folder.resolve("folder.csv"));
    refused(
        base,
        "{type: csv, data: g, edges: {file: folder.csv}}",
        InputError.INPUT_MISSING,
        "g/folder.csv: this is no regular file.");
  }

  /** Any text at all is read or refused with an error of ours. */
  @Property(tries = 300)
  void anyFileIsReadOrRefused(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 13) Integer> letters)
      throws IOException {
    String alphabet = "ab12,\"\n\r#\t é,\n";
    StringBuilder text = new StringBuilder();
    letters.forEach(i -> text.append(alphabet.charAt(i)));
    Path temporary = Files.createTempDirectory("csv");
    write(temporary, "g/edges.csv", text.toString());
    try {
      Recorder.read(temporary, STRINGS.replace("edges.csv", "edges.csv, header: false"));
    } catch (GraphemberException e) {
      assertThat(e.code()).startsWith("INPUT_");
    } finally {
      Files.delete(temporary.resolve("g/edges.csv"));
      Files.delete(temporary.resolve("g"));
      Files.delete(temporary);
    }
  }
}
