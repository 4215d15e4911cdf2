// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.ogb;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.Piece;
import io.graphember.testkit.data.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OgbSourceTest {
  private static final String YAML = "{type: ogb, data: g}";

  @TempDir Path base;
  private Path folder;

  @BeforeEach
  void writeGraph() {
    folder = base.resolve("g");
    write(folder, "raw/num-node-list.csv.gz", "3\n");
    write(folder, "raw/num-edge-list.csv.gz", "2\n");
    write(folder, "raw/edge.csv.gz", "0,1\n2,0\n");
    write(folder, "raw/node-feat.csv.gz", "1,0.5\n0,0\n3,-1\n");
    write(folder, "raw/node-label.csv.gz", "4\nnan\n2\n");
    write(folder, "split/public/train.csv.gz", "0\n");
    write(folder, "split/public/valid.csv.gz", "2\n");
    write(folder, "split/public/test.csv.gz", "");
  }

  @Test
  void aWholeGraphIsRead() {
    Recorder graph = Recorder.read(base, YAML);
    assertThat(graph.header).isEqualTo(new GraphHeader(KeyKind.INT64, 2, true));
    assertThat(graph.vertices.keySet()).containsExactly("0", "1", "2");
    assertThat(graph.features("0")).containsExactly(1f, 0.5f);
    assertThat(graph.features("2")).containsExactly(3f, -1f);
    assertThat(graph.labelNames).containsExactly("4", "2");
    assertThat(graph.label("0")).isEqualTo("4");
    assertThat(graph.label("1")).isNull();
    assertThat(graph.splits).hasSize(2).containsEntry("0", Split.TRAIN);
    assertThat(graph.edges).containsExactly("0>1", "2>0");
    assertThat(graph.order).containsExactly("VertexPiece", "SplitPiece", "EdgePiece");
  }

  @Test
  void featuresLabelsAndSplitsMayBeAbsentAndFilesUncompressed() throws IOException {
    for (String file : new String[] {"raw/node-feat.csv.gz", "raw/node-label.csv.gz"}) {
      Files.delete(folder.resolve(file));
    }
    for (String split : new String[] {"train", "valid", "test"}) {
      Files.delete(folder.resolve("split/public/" + split + ".csv.gz"));
    }
    Files.delete(folder.resolve("split/public"));
    Files.delete(folder.resolve("raw/edge.csv.gz"));
    write(folder, "raw/edge.csv", "0,1\r\n2,0\r\n\r\n");
    Recorder graph = Recorder.read(base, YAML);
    assertThat(graph.header).isEqualTo(new GraphHeader(KeyKind.INT64, 0, false));
    assertThat(graph.vertices).hasSize(3);
    assertThat(graph.edges).containsExactly("0>1", "2>0");
    assertThat(graph.labelNames).isEmpty();
  }

  @Test
  void anEmptyLineIsAVertexWithoutALabel() {
    for (String text : new String[] {"\nb\n\n", "\nb\n\n\n\n", "nan\r\nb\r\n\r\n"}) {
      write(folder, "raw/node-label.csv.gz", text);
      Recorder graph = Recorder.read(base, YAML);
      assertThat(graph.labelNames).containsExactly("b");
      assertThat(graph.vertices).hasSize(3);
    }
    write(folder, "raw/node-label.csv.gz", "\nb\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/node-label.csv.gz:2: the file has 2 rows here, but g/raw/num-node-list.csv.gz says"
            + " 3.");
    write(folder, "raw/node-label.csv.gz", "\nb\n\n\nb\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/node-label.csv.gz:5: the file has a further row here, but"
            + " g/raw/num-node-list.csv.gz says 3.");
  }

  @Test
  void severalColumnsOfLabelsAreTargetsAndEdgesMayHaveFeatures() {
    write(folder, "raw/node-label.csv.gz", "0,1,1\n1,nan,0\n0,,0\n");
    write(folder, "raw/edge-feat.csv.gz", "0.5,1\n2,-3\n");
    Recorder graph = Recorder.read(base, YAML);
    assertThat(graph.header.vertexType(0).targets()).containsExactly("1", "2", "3");
    assertThat(graph.header.vertexType(0).labels()).isFalse();
    assertThat(graph.header.edgeType(0).attributes())
        .isEqualTo(new EdgeAttributes(false, false, 2));
    assertThat(graph.features("0")).containsExactly(1f, 0.5f, 0f, 1f, 1f);
    assertThat(graph.features("1")).containsExactly(0f, 0f, 1f, Float.NaN, 0f);
    assertThat(graph.features("2")).containsExactly(3f, -1f, 0f, Float.NaN, 0f);
    assertThat(graph.edges).containsExactly("0>1 [0.5, 1.0]", "2>0 [2.0, -3.0]");

    write(folder, "raw/edge-feat.csv.gz", "0.5,1\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/edge-feat.csv.gz:1: the file has 1 rows here, but g/raw/num-edge-list.csv.gz says"
            + " 2.");
    write(folder, "raw/edge-feat.csv.gz", "0.5,1\n2,nan\n");
    refused(
        base,
        YAML,
        InputError.INPUT_NOT_A_NUMBER,
        "g/raw/edge-feat.csv.gz:2: column 2 is nan; it must be a finite number.");
  }

  @Test
  void rowsCanBeNormalized() {
    Recorder graph = Recorder.read(base, "{type: ogb, data: g, normalize: row}");
    assertThat(graph.features("0")).containsExactly(1f / 1.5f, 0.5f / 1.5f);
    assertThat(graph.features("1")).containsExactly(0f, 0f);
    assertThat(graph.features("2")).containsExactly(0.75f, -0.25f);
  }

  @Test
  void theSplitMustBeClear() {
    write(folder, "split/time/train.csv.gz", "1\n");
    write(folder, "split/time/valid.csv", "");
    write(folder, "split/time/test.csv", "");
    assertThat(Recorder.read(base, "{type: ogb, data: g, splitName: time}").splits)
        .containsExactly(Map.entry("1", Split.TRAIN));
    refused(
        base,
        YAML,
        InputError.INPUT_SPLIT_UNKNOWN,
        "g/split: several splits, there is public, time; set source.splitName to one of them.");
    refused(
        base,
        "{type: ogb, data: g, splitName: tine}",
        InputError.INPUT_SPLIT_UNKNOWN,
        "g/split: there is no split tine, there is public, time; set source.splitName to one of"
            + " them.");
  }

  @Test
  void countsMustAgree() {
    write(folder, "raw/num-node-list.csv.gz", "4\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/node-feat.csv.gz:3: the file has 3 rows here, but g/raw/num-node-list.csv.gz says"
            + " 4.");
    write(folder, "raw/num-node-list.csv.gz", "2\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/node-feat.csv.gz:3: the file has a further row here, but"
            + " g/raw/num-node-list.csv.gz says 2.");
    write(folder, "raw/num-node-list.csv.gz", "3\n");
    write(folder, "raw/num-edge-list.csv.gz", "1\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/edge.csv.gz:2: the file has a further row here, but g/raw/num-edge-list.csv.gz says"
            + " 1.");
    write(folder, "raw/num-edge-list.csv.gz", "3\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/edge.csv.gz:2: the file has 2 rows here, but g/raw/num-edge-list.csv.gz says 3.");
    write(folder, "raw/num-edge-list.csv.gz", "-1\n");
    refused(
        base,
        YAML,
        InputError.INPUT_NOT_A_NUMBER,
        "g/raw/num-edge-list.csv.gz:1: column 1 is -1; it must be 0 to 9223372036854775807.");
    write(folder, "raw/num-edge-list.csv.gz", "2\n3\n");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/num-edge-list.csv.gz:2: there is a second graph in the folder, one is supported.");
    write(folder, "raw/num-edge-list.csv.gz", "");
    refused(
        base,
        YAML,
        InputError.INPUT_COUNT_MISMATCH,
        "g/raw/num-edge-list.csv.gz:1: there is no number in the file.");
  }

  @Test
  void rowNumbersMustNameVertices() {
    write(folder, "raw/edge.csv.gz", "0,1\n2,3\n");
    refused(
        base,
        YAML,
        InputError.INPUT_VERTEX_UNKNOWN,
        "g/raw/edge.csv.gz:2: column 2 is 3; vertices are numbered 0 to 2.");
    write(folder, "split/public/valid.csv.gz", "-1\n");
    refused(
        base,
        YAML,
        InputError.INPUT_VERTEX_UNKNOWN,
        "g/split/public/valid.csv.gz:1: column 1 is -1; vertices are numbered 0 to 2.");
  }

  @Test
  void everyFileHasItsNumberOfColumns() {
    write(folder, "raw/edge.csv.gz", "0\n2\n");
    refused(
        base,
        YAML,
        InputError.INPUT_RAGGED_ROW,
        "g/raw/edge.csv.gz:1: the row has 1 column instead of 2.");
    write(folder, "split/public/train.csv.gz", "0\n1,2\n");
    refused(
        base,
        YAML,
        InputError.INPUT_RAGGED_ROW,
        "g/split/public/train.csv.gz:2: the row has 2 columns instead of 1.");
    write(folder, "raw/node-label.csv.gz", "0,1\n1\n0,0\n");
    refused(
        base,
        YAML,
        InputError.INPUT_RAGGED_ROW,
        "g/raw/node-label.csv.gz:2: the row has 1 column instead of 2.");
    write(folder, "raw/node-label.csv.gz", "0\n1\n0\n");
    write(folder, "raw/node-feat.csv.gz", "1,0\n1\n0,0,0\n");
    refused(
        base,
        YAML,
        InputError.INPUT_RAGGED_ROW,
        "g/raw/node-feat.csv.gz:2: the row has 1 column instead of 2.");
    write(folder, "raw/node-feat.csv.gz", "1,0\n\n1,x\n");
    refused(
        base,
        YAML,
        InputError.INPUT_NOT_A_NUMBER,
        "g/raw/node-feat.csv.gz:3: column 2 is x; it must be a finite number.");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.move(folder.resolve("raw/edge.csv.gz"), folder.resolve("raw/edges.csv.gz"));
    refused(
        base,
        YAML,
        InputError.INPUT_MISSING,
        "g/raw/edge.csv.gz: there is no such file, the nearest name is edges.csv.gz.");
    Files.delete(folder.resolve("raw/edges.csv.gz"));
    refused(base, YAML, InputError.INPUT_MISSING, "g/raw/edge.csv.gz: there is no such file.");
    refused(
        base,
        "{type: ogb, data: absent}",
        InputError.INPUT_MISSING,
        "absent: there is no such folder, looked for " + base.resolve("absent") + ".");
  }

  /** The planetoid citation graph, where it is present. */
  @Test
  void coraIsReadWhole() {
    Path data = RealData.folder("cora").getParent();
    Recorder cora = Recorder.read(data, "{type: ogb, data: cora}");
    assertThat(cora.header).isEqualTo(new GraphHeader(KeyKind.INT64, 1433, true));
    assertThat(cora.vertices).hasSize(2708);
    assertThat(cora.edges).hasSize(10_556).startsWith("0>633", "0>1862", "0>2582");
    assertThat(cora.labelNames).hasSize(7).startsWith("3", "4");
    assertThat(cora.label("0")).isEqualTo("3");
    assertThat(cora.splits.values().stream().filter(Split.TRAIN::equals)).hasSize(140);
    assertThat(cora.splits.values().stream().filter(Split.VALID::equals)).hasSize(500);
    assertThat(cora.splits.values().stream().filter(Split.TEST::equals)).hasSize(1000);
    assertThat(cora.features("0")[19]).isEqualTo(1f);
    assertThat(cora.pieceBytes).allMatch(bytes -> bytes <= Piece.TARGET_BYTES);

    Recorder scaled = Recorder.read(data, "{type: ogb, data: cora, normalize: row}");
    double sum = 0;
    for (float value : scaled.features("0")) {
      sum += value;
    }
    assertThat(sum).isBetween(0.99999, 1.00001);
    assertThat(Arrays.equals(scaled.features("0"), cora.features("0"))).isFalse();
  }
}
