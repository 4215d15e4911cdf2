// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.testkit.data.RealData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriplesSourceTest {
  private static final String PLAIN = "{type: triples, data: ., train: t.txt}";
  private static final String SPLIT =
      "{type: triples, data: ., train: t.txt.gz, valid: v.txt, test: s.txt}";
  private static final String ACTOR = "/tv/tv_program/regular_cast./tv/regular_tv_appearance/actor";

  @TempDir Path base;

  @Test
  void everyRelationIsAnEdgeTypeInTheOrderInWhichItComes() {
    write(base, "t.txt.gz", "a\tknows\tb\nb\t" + ACTOR + "\tc\na\tknows\tc\n");
    write(base, "v.txt", "c\tis a kind of\td\n");
    write(base, "s.txt", "d\tknows\ta\ne\tgrößeräls\ta\n");
    Recorder graph = Recorder.read(base, SPLIT);
    assertThat(graph.header.vertexTypes())
        .containsExactly(new VertexType("entity", KeyKind.STRING, 0, false, true));
    assertThat(graph.header.edgeTypes())
        .containsExactly(
            new EdgeType("knows", 0, 0),
            new EdgeType(ACTOR, 0, 0),
            new EdgeType("is a kind of", 0, 0),
            new EdgeType("größeräls", 0, 0));
    assertThat(graph.triples)
        .containsExactly("a knows b", "a knows c", "b " + ACTOR + " c"); // by type
    assertThat(graph.heldOut)
        .containsExactly("VALID c is a kind of d", "TEST d knows a", "TEST e größeräls a");
    assertThat(graph.vertices).isEmpty();
  }

  @Test
  void trainingAloneIsAGraph() {
    write(base, "t.txt", "a\tr\tb\n");
    Recorder graph = Recorder.read(base, PLAIN);
    assertThat(graph.triples).containsExactly("a r b");
    assertThat(graph.heldOut).isEmpty();
  }

  @Test
  void columnsDelimitersAndKeysAreThoseOfTheSettings() {
    write(base, "t.csv", "# made today\nkind,to,from,note\nr,2,1,x\ns,3,1,\n");
    Recorder graph =
        Recorder.read(
            base,
            "{type: triples, data: ., train: t.csv, keys: int64, head: from, relation: kind,"
                + " tail: '2', header: true, comment: '#'}");
    assertThat(graph.header.vertexType(0).keyKind()).isEqualTo(KeyKind.INT64);
    assertThat(graph.triples).containsExactly("1 r 2", "1 s 3");

    write(base, "latin", "é;r;b\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(
            Recorder.read(
                    base,
                    "{type: triples, data: ., train: latin, delimiter: ';', encoding: latin1}")
                .triples)
        .containsExactly("é r b");

    final String id = "00000000-0000-0001-8000-0000000000ff";
    write(base, "t.txt", id + "\tr\t" + id + "\n");
    assertThat(Recorder.read(base, "{type: triples, data: ., train: t.txt, keys: uuid}").triples)
        .containsExactly(id + " r " + id);
  }

  @Test
  void messagesNameTheLine() {
    write(base, "t.txt", "a\tr\tb\na\tr\n");
    refused(
        base, PLAIN, InputError.INPUT_RAGGED_ROW, "./t.txt:2: the row has 2 columns instead of 3.");
    write(base, "t.txt", "a\tr\tb\na\t\tb\n");
    refused(
        base,
        PLAIN,
        InputError.INPUT_RELATION_UNFIT,
        "./t.txt:2: column 2 is empty; a relation must be 1 to 255 characters, none a control"
            + " character or a line break, with no blank at its ends.");
    write(base, "t.txt", "a\tr\tb\na\tr \tb\n");
    refused(
        base,
        PLAIN,
        InputError.INPUT_RELATION_UNFIT,
        "./t.txt:2: column 2 is r ; a relation must be 1 to 255 characters, none a control"
            + " character or a line break, with no blank at its ends.");
    write(base, "t.txt", "a\tr\tb\n\tr\tb\n");
    refused(
        base,
        PLAIN,
        InputError.INPUT_KEY_EMPTY,
        "./t.txt:2: column 1 is empty; a key must not be empty.");
    write(base, "t.txt", "a r b\n");
    refused(
        base,
        PLAIN,
        InputError.INPUT_COLUMN_MISSING,
        "./t.txt:1: there is no column 2; columns are numbered 1 to 1; the delimiter that was"
            + " taken is tab, but ' ' fits: set delimiter: ' '.");
    write(base, "t.txt", "");
    refused(
        base,
        PLAIN,
        InputError.INPUT_COLUMN_MISSING,
        "./t.txt:1: there is no column 1; the file is empty.");
    write(base, "h.txt", "head\trelation\ttail\n");
    refused(
        base,
        "{type: triples, data: ., train: h.txt, header: true}",
        InputError.INPUT_RELATION_UNFIT,
        "./h.txt: there is no triple, so there is no relation.");
    refused(
        base,
        "{type: triples, data: ., train: h.txt, valid: v.txt}",
        InputError.INPUT_MISSING,
        "./v.txt: there is no such file, the nearest name is h.txt.");
  }

  @Test
  void aGraphHasSoManyRelations() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= GraphHeader.MAX_EDGE_TYPES; i++) {
      text.append("a\tr").append(i).append("\tb\n");
    }
    write(base, "t.txt", text.toString());
    refused(
        base,
        PLAIN,
        InputError.INPUT_TOO_MANY_RELATIONS,
        "./t.txt:32769: column 2 is r32768; a graph has up to 32768 relations, and this is one"
            + " more.");
    final int last = text.lastIndexOf("a\t");
    write(base, "t.txt", text.substring(0, last));
    assertThat(Recorder.read(base, PLAIN).header.edgeTypes()).hasSize(GraphHeader.MAX_EDGE_TYPES);
  }

  @Test
  void aRelationThatComesAfterwardsIsRefused() {
    write(base, "t.txt", "a\tr\tb\n");
    try (ImportedGraph graph =
        ImportedGraph.open(Recorder.settings(PLAIN), ImportContext.of(base))) {
      write(base, "t.txt", "a\tr\tb\na\tnew\tb\n");
      assertThatThrownBy(
              () ->
                  graph.read(graph.splits().get(0), PieceSink.of(piece -> {}), ReadMeter.silent()))
          .hasMessage(
              "./t.txt:2: column 2 is new; there was no such relation when the source was opened;"
                  + " leave its files alone while they are read.");
    }
  }

  @Test
  void relationsThatAreKnownAreNotReadAgain() {
    write(base, "t.txt", "a\tr\tb\n");
    GraphHeader known =
        new GraphHeader(
            List.of(new VertexType("entity", KeyKind.STRING, 0, false, true)),
            List.of(new EdgeType("s", 0, 0), new EdgeType("r", 0, 0)));
    ImportContext context =
        new ImportContext(base, Tables.NONE, Map.of(), Optional.of(known), Cancellation.NEVER);
    try (ImportedGraph graph = ImportedGraph.open(Recorder.settings(PLAIN), context)) {
      assertThat(graph.header()).isEqualTo(known);
      graph.read(
          graph.splits().get(0),
          PieceSink.of(piece -> assertThat(piece.type()).isEqualTo(1)),
          ReadMeter.silent());
    }
  }

  @Test
  void openingEndsWhenItIsCancelled() {
    write(base, "t.txt", "a\tr\tb\n".repeat(100_000));
    ImportContext cancelled = new ImportContext(base, Tables.NONE, Map.of(), () -> true);
    assertThatThrownBy(
            () -> GraphSource.open(Recorder.settings(PLAIN), cancelled, ReadProgress.NONE))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }

  @Test
  void theSizeIsGuessedFromTheTriplesToTrainOn() {
    write(base, "t.txt.gz", "a\tr\tb\n".repeat(10));
    write(base, "v.txt", "a\tr\tb\n".repeat(1000));
    write(base, "s.txt", "a\tr\tb\n");
    try (ImportedGraph graph =
        ImportedGraph.open(Recorder.settings(SPLIT), ImportContext.of(base))) {
      assertThat(graph.expected().edges()).isLessThan(100);
      assertThat(graph.givesTrainSplit()).isFalse();
      assertThat(graph.numbers(0)).isEmpty();
    }
  }

  /** Toutanova and Chen's FB15k-237 has as many of each as its paper says. */
  @Test
  void freebase() {
    Recorder graph =
        Recorder.read(
            RealData.folder("fb15k-237"),
            "{type: triples, data: ., train: train.txt.gz, valid: valid.txt.gz, test: test.txt.gz}");
    assertThat(graph.header.edgeTypes()).hasSize(237);
    assertThat(graph.triples).hasSize(272_115).doesNotHaveDuplicates();
    assertThat(graph.heldOut).hasSize(17_535 + 20_466);
    Predicate<String> validates = triple -> triple.startsWith("VALID ");
    assertThat(graph.heldOut.stream().filter(validates)).hasSize(17_535);
    Set<String> entities = new HashSet<>();
    graph.triples.forEach(triple -> addEnds(entities, triple.split(" ")));
    graph.heldOut.forEach(
        triple -> addEnds(entities, triple.substring(triple.indexOf(' ') + 1).split(" ")));
    assertThat(entities).hasSize(14_541);
  }

  private static void addEnds(Set<String> entities, String[] triple) {
    entities.add(triple[0]);
    entities.add(triple[2]);
  }
}
