// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.json;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.InputFiles;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.InputError;
import io.graphember.schema.Split;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonSourceTest {
  private static final String EDGES = "edges: {file: e.json, source: from, destination: to}";
  private static final String LINES =
      "{type: json, data: ., keys: string, vertices: {file: v.json, key: id, label: class,"
          + " split: part, features: [x, y]}, "
          + EDGES
          + "}";

  @TempDir Path base;

  @BeforeEach
  void writeEdges() {
    write(base, "e.json", "{\"from\": \"a\", \"to\": \"b\"} {\"to\": \"c\", \"from\": \"b\"}");
  }

  @Test
  void objectsAreRows() {
    write(
        base,
        "v.json.gz",
        """
        {"id": "a", "class": "red", "x": 1.5, "y": -2, "part": "train", "more": {"z": [1, 2]}}
        {"y": 1e2, "x": 0, "part": null,
         "id": "b"}

        {"id": "c", "class": "bl\\u00e5", "x": 3, "y": 4}
        """);
    Recorder graph = Recorder.read(base, LINES.replace("v.json", "v.json.gz"));
    assertThat(graph.vertices.keySet()).containsExactly("a", "b", "c");
    assertThat(graph.labelNames).containsExactly("red", "blå");
    assertThat(graph.label("b")).isNull();
    assertThat(graph.splits).hasSize(1).containsEntry("a", Split.TRAIN);
    assertThat(graph.features("a")).containsExactly(1.5f, -2f);
    assertThat(graph.features("b")).containsExactly(0f, 100f);
    assertThat(graph.edges).containsExactly("a>b", "b>c");
  }

  /** A number that is missing is not known; that of the object before it is not taken. */
  @Test
  void edgesMayHaveNumbersToPredict() {
    write(base, "v.json", "{\"id\": \"a\"} {\"id\": \"b\"}");
    write(
        base,
        "e.json",
        """
        {"from": "a", "to": "b", "stars": 4.5}
        {"from": "b", "to": "a"}
        {"from": "a", "to": "a", "stars": null}
        {"from": "b", "to": "b", "stars": -1}
        """);
    Recorder graph =
        Recorder.read(
            base,
            "{type: json, data: ., keys: string, vertices: {file: v.json, key: id},"
                + " edges: {file: e.json, source: from, destination: to, target: stars}}");
    assertThat(graph.edges).containsExactly("a>b [4.5]", "b>a [NaN]", "a>a [NaN]", "b>b [-1.0]");
  }

  private static String fields(String columns) {
    return "{type: json, data: ., keys: string, vertices: {file: v.json, form: fields, key: key, "
        + columns
        + "}, "
        + EDGES
        + "}";
  }

  /** As social networks of pages are published: keys to lists of indices. */
  @Test
  void anObjectHasAFieldForEachVertex() {
    write(base, "v.json", "{\"a\": [0, 2], \"b\": [], \"c\": [[1], [2, null]]}");
    Recorder graph = Recorder.read(base, fields("indices: {column: value, width: 4}"));
    assertThat(graph.features("a")).containsExactly(1, 0, 1, 0);
    assertThat(graph.features("b")).containsExactly(0, 0, 0, 0);
    assertThat(graph.features("c")).containsExactly(0, 1, 1, 0);
  }

  @Test
  void valuesOfTheOneObjectMayBeObjects() {
    write(base, "v.json", "{\"a\": {\"x\": 1}, \"b\": {\"x\": 2}, \"c\": {\"y\": 1, \"x\": 3}}");
    Recorder graph = Recorder.read(base, fields("features: [x]"));
    assertThat(graph.features("c")).containsExactly(3f);
  }

  @Test
  void whatDoesNotFitIsRefusedWithItsLine() {
    write(base, "v.json", "{\"id\": \"a\", \"x\": 1, \"y\": 2}\n{\"id\": \"b\", \"x\": 1,}\n");
    refused(
        base,
        LINES.replace("label: class, split: part, ", ""),
        InputError.INPUT_DAMAGED,
        "./v.json:2: this is no JSON: Unexpected character ('}' (code 125)): was expecting"
            + " double-quote to start field name.");
    write(base, "v.json", "{\"id\": \"a\", \"x\": {\"z\": 1}, \"y\": 2}\n");
    refused(
        base,
        LINES.replace("label: class, split: part, ", ""),
        InputError.INPUT_COLUMN_UNFIT,
        "./v.json:1: column 2 (x) is an object; columns may be numbers, truth values, text and"
            + " lists of these.");
    write(base, "v.json", "[1]");
    refused(
        base,
        LINES,
        InputError.INPUT_COLUMN_UNFIT,
        "./v.json:1: here stands a list instead of an object; form: fields reads one object with a"
            + " field for each vertex.");
    refused(
        base,
        fields("features: [x]"),
        InputError.INPUT_COLUMN_UNFIT,
        "./v.json:1: the file is no object with a field for each vertex.");
    write(base, "v.json", "{\"a\": 1} {\"b\": 2}");
    refused(
        base,
        fields("features: [value]"),
        InputError.INPUT_COLUMN_UNFIT,
        "./v.json:1: something follows the object; form: lines reads several objects.");
    write(base, "v.json", "{\"id\": \"a\", \"x\": 1, \"x\": 2, \"y\": 1}");
    refused(
        base,
        LINES.replace("label: class, split: part, ", ""),
        InputError.INPUT_COLUMN_AMBIGUOUS,
        "./v.json:1: field x stands in the object twice.");
  }

  @Test
  void limitsHold() {
    write(base, "v.json", "{\"id\": \"a\", \"x\": " + "[".repeat(70) + "]".repeat(70) + "}");
    refused(
        base,
        LINES.replace("label: class, split: part, ", "").replace(", y", ""),
        InputError.INPUT_DAMAGED,
        "./v.json:1: lists and objects lie in more than 64 others.");
    write(base, "v.json", "{\"id\": \"a\", \"x\": \"" + "7".repeat((1 << 26) + (1 << 16)) + "\"}");
    refused(
        base,
        LINES.replace("label: class, split: part, ", "").replace(", y", ""),
        InputError.INPUT_DAMAGED,
        "./v.json:1: an object is longer than 67108864 bytes.");
    write(base, "v.json", new byte[] {'{', '"', (byte) 0xC3, '"', ':', '1', '}'});
    refused(
        base,
        LINES,
        InputError.INPUT_NOT_UTF8,
        "./v.json:1: a byte here is not UTF-8; write the file again in UTF-8.");
  }

  @Test
  void whereAFileIsDamagedIsSaid() throws IOException {
    final String lines = "{\"id\": \"a%d\", \"x\": 1, \"y\": 2}\n";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      text.append(lines.formatted(i));
    }
    final String source = LINES.replace("label: class, split: part, ", "");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(new byte[] {'{', '"', (byte) 0xC3, '"', '}'});
    write(base, "v.json", bytes.toByteArray());
    refused(
        base,
        source,
        InputError.INPUT_NOT_UTF8,
        "./v.json:2001: a byte here is not UTF-8; write the file again in UTF-8.");
    final byte[] whole = InputFiles.gzip(text.toString().getBytes(StandardCharsets.UTF_8));
    write(base, "v.json", Arrays.copyOf(whole, whole.length - 12));
    assertThatThrownBy(() -> Recorder.read(base, source))
        .hasMessageMatching(
            "\\./v\\.json:(1[0-9]{3}|200[01]): the compressed file ends or is damaged in this line\\.");
  }

  @Test
  void halfACharacterIsRefused() {
    for (String key : List.of("x\\ud83d", "\\ude00", "\\ud83da")) {
      write(base, "v.json", "{\"id\": \"" + key + "\", \"x\": 1, \"y\": 2}");
      refused(
          base,
          LINES.replace("label: class, split: part, ", ""),
          InputError.INPUT_NOT_UTF8,
          "./v.json:1: column 1 (id) has half a surrogate pair, as \\ud83d without what follows it;"
              + " write the whole character.");
    }
    write(base, "v.json", "{\"\\ud83d\": [1]}");
    refused(
        base,
        fields("indices: {column: value, width: 4}"),
        InputError.INPUT_NOT_UTF8,
        "./v.json:1: column 1 (key) has half a surrogate pair, as \\ud83d without what follows it;"
            + " write the whole character.");
    write(base, "v.json", "{\"id\": \"\\ud83d\\ude00\", \"x\": 1, \"y\": 2}");
    assertThat(Recorder.read(base, LINES.replace("label: class, split: part, ", "")).vertices)
        .containsKey("\ud83d\ude00");
  }

  @Test
  void aListMayBeSeveralClassesButNotOne() {
    write(base, "v.json", "{\"id\": \"a\", \"class\": [\"red\", \"blue\"], \"x\": 1, \"y\": 2}");
    final String source = LINES.replace("split: part, ", "");
    Recorder graph =
        Recorder.read(base, source.replace("label: class", "label: class, labelSeparator: ';'"));
    assertThat(graph.header.vertexType(0).targets()).containsExactlyInAnyOrder("blue", "red");
    assertThatThrownBy(() -> Recorder.read(base, source))
        .hasMessageContaining(
            "a list is not one class; labelSeparator reads several classes of a vertex");
  }

  @Test
  void aFieldNamedAsTheKeyIsPassedOver() {
    write(base, "v.json", "{\"a\": {\"key\": 7, \"x\": 1}, \"b\": {\"x\": 2}}");
    assertThat(Recorder.read(base, fields("features: [x]")).features("a")).containsExactly(1f);
  }
}
