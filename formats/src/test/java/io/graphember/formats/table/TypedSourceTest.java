// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.EdgeType;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs with several types, SNAP's text, and keys that are UUIDs. */
class TypedSourceTest {
  private static final String LIBRARY =
      """
      type: csv
      data: g
      vertexTypes:
        - {name: author, file: author.csv, key: id, label: field, split: part}
        - {name: paper, keys: string, file: paper.tsv, key: title, features: ["w*"]}
        - {name: reader, keys: uuid}
      edgeTypes:
        - {name: writes, from: author, to: paper, file: writes.csv, source: who, destination: what}
        - {name: cites, from: paper, to: paper, file: cites.csv}
        - {name: reads, from: reader, to: paper, file: reads.csv}
      """;

  private static final String READER = "123e4567-e89b-12d3-a456-426614174000";

  @TempDir Path base;
  private Path folder;

  @BeforeEach
  void writeGraph() {
    folder = base.resolve("g");
    write(folder, "author.csv", "id,field,part\n1,math,train\n2,,\n");
    write(folder, "paper.tsv", "title\tw1\tw2\n1\t.5\t2\nOn é\t1\t0\n");
    write(folder, "writes.csv", "what,who\n1,1\nOn é,1\nOn é,2\n");
    write(folder, "cites.csv", "from,to\nOn é,1\n");
    write(folder, "reads.csv", "reader,paper\n" + READER.toUpperCase() + ",1\n");
  }

  /** The pieces in the order in which they come, after a way over the wire. */
  private List<Piece> pieces(String yaml) {
    List<Piece> pieces = new ArrayList<>();
    try (GraphSource source = GraphSource.open(Recorder.settings(yaml), base, ReadProgress.NONE)) {
      source.stream(
          new PieceSink() {
            @Override
            public void vertices(VertexPiece piece) {
              pieces.add(Piece.decode(piece.encode(), source.header()));
            }

            @Override
            public void split(SplitPiece piece) {
              pieces.add(Piece.decode(piece.encode(), source.header()));
            }

            @Override
            public void edges(EdgePiece piece) {
              pieces.add(Piece.decode(piece.encode(), source.header()));
            }
          },
          Cancellation.NEVER);
    }
    return pieces;
  }

  @Test
  void everyTypeHasItsFile() {
    try (GraphSource source =
        GraphSource.open(Recorder.settings(LIBRARY), base, ReadProgress.NONE)) {
      assertThat(source.header().vertexTypes())
          .containsExactly(
              new VertexType("author", KeyKind.INT64, 0, true, false),
              new VertexType("paper", KeyKind.STRING, 2, false, false),
              new VertexType("reader", KeyKind.UUID, 0, false, true));
      assertThat(source.header().edgeTypes())
          .containsExactly(
              new EdgeType("writes", 0, 1),
              new EdgeType("cites", 1, 1),
              new EdgeType("reads", 2, 1));
    }
    assertThat(pieces(LIBRARY))
        .containsExactly(
            new VertexPiece(0, KeyColumn.of(1, 2), new int[] {0, -1}, new byte[] {1, 0}, null),
            new VertexPiece(1, KeyColumn.of("1", "On é"), null, null, new float[] {.5f, 2, 1, 0}),
            new EdgePiece(0, KeyColumn.of(1, 1, 2), KeyColumn.of("1", "On é", "On é")),
            new EdgePiece(1, KeyColumn.of("On é"), KeyColumn.of("1")),
            new EdgePiece(2, KeyColumn.of(java.util.UUID.fromString(READER)), KeyColumn.of("1")));
  }

  @Test
  void settingsOfTypesGoTogether() {
    assertThatThrownBy(
            () ->
                Recorder.settings(
                    """
                    type: csv
                    data: g
                    split: {train: t}
                    edges: {file: e}
                    vertexTypes:
                      - {name: author, file: a}
                      - {name: author, file: b}
                      - {name: 7up, file: c}
                    edgeTypes:
                      - {name: writes, from: autor, to: author, file: e}
                    """))
        .hasMessage(
            """
            1 setting is wrong:
            job.yaml:8: vertexTypes[2].name = 7up: must be 1 to 64 letters, digits, '-' or '_', starting with a letter""");
    assertThatThrownBy(
            () ->
                Recorder.settings(
                    """
                    type: csv
                    data: g
                    split: {train: t}
                    edges: {file: e}
                    vertexTypes:
                      - {name: author, file: a}
                      - {name: author, file: b}
                    edgeTypes:
                      - {name: writes, from: autor, to: author, file: e}
                    """))
        .hasMessage(
            """
            4 settings are wrong:
            job.yaml:1: vertexTypes[1].name: author is the name of two types
            job.yaml:1: edgeTypes[0].from: autor is no vertex type; did you mean author?
            job.yaml:3: split = {train: ...}: does not go with vertexTypes, which have a column split
            job.yaml:4: edges = {file: ...}: does not go with edgeTypes; name the type there""");
    assertThatThrownBy(
            () -> Recorder.settings("{type: csv, data: g, vertexTypes: [{name: a, file: a}]}"))
        .hasMessage("1 setting is wrong:\njob.yaml:1: edgeTypes: is needed with vertexTypes");
  }

  @Test
  void theErrorNamesTheFileOfTheType() {
    write(folder, "reads.csv", "reader,paper\n123e4567-e89b-12d3-a456-42661417400,1\n");
    refused(
        base,
        LIBRARY,
        InputError.INPUT_KEY_NOT_UUID,
        "g/reads.csv:2: column 1 (reader) is 123e4567-e89b-12d3-a456-42661417400; a key must be a"
            + " UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.");
    for (String wrong :
        List.of("123e4567ee89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400g")) {
      write(folder, "reads.csv", "reader,paper\n" + wrong + ",1\n");
      assertThatThrownBy(() -> pieces(LIBRARY)).hasMessageContaining("a key must be a UUID");
    }
  }

  @Test
  void snapTextIsReadHoweverItIsSpaced() {
    write(
        folder,
        "s.txt.gz",
        "# Directed graph\n# FromNodeId\tToNodeId\n0\t1\n  7 \t  8\t \r\n\n5 6\n#end\n9\t-3");
    Recorder graph = Recorder.read(base, "{type: snap, data: g, edges: {file: s.txt.gz}}");
    assertThat(graph.edges).containsExactly("0>1", "7>8", "5>6", "9>-3");
    assertThat(graph.header.vertexType(0).fromEdges()).isTrue();
    write(folder, "s.txt", "1 2\n3 4 5\n");
    refused(
        base,
        "{type: snap, data: g, edges: {file: s.txt}}",
        InputError.INPUT_RAGGED_ROW,
        "g/s.txt:2: the row has 3 columns instead of 2.");
    write(folder, "s.txt", "1 2\n3 b\n");
    refused(
        base,
        "{type: snap, data: g, edges: {file: s.txt}}",
        InputError.INPUT_NOT_A_NUMBER,
        "g/s.txt:2: column 2 is b; it must be a whole number of 64 bits, or set keys: string for keys that are text.");
    assertThatThrownBy(
            () ->
                Recorder.settings(
                    "{type: snap, data: g, keys: string, edges: {file: s, delimiter: tab}}"))
        .hasMessage(
            """
            2 settings are wrong:
            job.yaml:1: keys = string: does not go with type: snap, but with csv, parquet, json, ignite, triples
            job.yaml:1: edges.delimiter = tab: goes with type: csv only""");
  }

  @Test
  void aSnapFileMayBeLongerThanABuffer() {
    StringBuilder text = new StringBuilder("# many\n");
    for (int i = 0; i < 30_000; i++) {
      text.append(" ".repeat(i % 3)).append(i).append(i % 2 == 0 ? "\t" : "  ").append(i + 1);
      text.append(" ".repeat(i % 5)).append('\n');
    }
    write(folder, "s.txt", text.toString());
    List<String> edges = Recorder.read(base, "{type: snap, data: g, edges: {file: s.txt}}").edges;
    assertThat(edges).hasSize(30_000);
    for (int i = 0; i < edges.size(); i++) {
      assertThat(edges.get(i)).isEqualTo(i + ">" + (i + 1));
    }
  }
}
