// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.NpyBytes;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.InputError;
import io.graphember.schema.piece.Piece;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights, times and features of edges, from every format that has them. */
class EdgeValuesTest {
  private static final String CSV =
      "{type: csv, data: g, edges: {file: e.csv, weight: amount, time: at, features: [\"f*\"]}}";
  private static final String NPY =
      "{type: npy, data: g, edges: e.npy, weights: w.npy, times: t.npy," + " edgeFeatures: f.npy}";
  private static final String NPZ = "{type: npz, data: g, file: a.npz, weights: true}";

  @TempDir Path base;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = base.resolve("g");
    write(folder, "e.npy", NpyBytes.of("<i8", "(2, 2)", 1, 2, 2, 3));
    write(folder, "w.npy", NpyBytes.of("<f8", "(2,)", 0.5, 2));
    write(folder, "t.npy", NpyBytes.of("<i4", "(2,)", -7, 8));
    write(folder, "f.npy", NpyBytes.of("<f4", "(2, 2)", 1, 2, 3, 4));
  }

  @Test
  void ofDelimitedText() {
    write(folder, "e.csv", "s,d,f1,amount,f2,at\n1,2,1,.5,2,-7\n2,3,3,2,4,8\n");
    Recorder graph = Recorder.read(base, CSV);
    assertThat(graph.header.edgeType(0).attributes()).isEqualTo(new EdgeAttributes(true, true, 2));
    assertThat(graph.edges).containsExactly("1>2 w0.5 t-7 [1.0, 2.0]", "2>3 w2.0 t8 [3.0, 4.0]");
  }

  @Test
  void ofOneEdgeTypeAndNotOfAnother() {
    write(folder, "v.csv", "id\n1\n2\n");
    write(folder, "e.csv", "s,d,w\n1,2,3\n");
    Recorder graph =
        Recorder.read(
            base,
            """
            type: csv
            data: g
            vertexTypes: [{name: a, file: v.csv}]
            edgeTypes:
              - {name: pays, from: a, to: a, file: e.csv, weight: w}
              - {name: knows, from: a, to: a, file: e.csv}
            """);
    assertThat(graph.edges).containsExactly("1>2 w3.0", "1>2");
    assertThat(graph.header.edgeType(1).attributes().none()).isTrue();
  }

  @Test
  void ofArrays() {
    assertThat(Recorder.read(base, NPY).edges)
        .containsExactly("1>2 w0.5 t-7 [1.0, 2.0]", "2>3 w2.0 t8 [3.0, 4.0]");
  }

  /** What is to be predicted stands before the features. */
  @Test
  void numbersToPredictOfArrays() {
    write(folder, "y.npy", NpyBytes.of("<f8", "(2,)", -1.5, Double.NaN));
    Recorder graph = Recorder.read(base, NPY.replace("times", "edgeTargets: y.npy, times"));
    assertThat(graph.header.edgeType(0).label().target()).isTrue();
    assertThat(graph.header.edgeType(0).featureDim()).isEqualTo(2);
    assertThat(graph.edges)
        .containsExactly("1>2 w0.5 t-7 [-1.5, 1.0, 2.0]", "2>3 w2.0 t8 [NaN, 3.0, 4.0]");
    String alone = "{type: npy, data: g, edges: e.npy, edgeTargets: y.npy}";
    assertThat(Recorder.read(base, alone).edges).containsExactly("1>2 [-1.5]", "2>3 [NaN]");
    write(folder, "y.npy", NpyBytes.of("<f8", "(2,)", 0, 1e40));
    refused(
        base,
        alone,
        InputError.INPUT_NOT_FINITE,
        "g/y.npy: value 1 is 1.0E40; a number to be predicted must be a finite float, or nan where it is not known.");
    write(folder, "y.npy", NpyBytes.of("|b1", "(2,)", 0, 1));
    refused(
        base,
        alone,
        InputError.INPUT_ARRAY_UNFIT,
        "g/y.npy: its values are of type b1; edgeTargets must be numbers.");
  }

  @Test
  void ofTheEntriesOfAMatrix() {
    Map<String, byte[]> arrays = new LinkedHashMap<>(NpyBytes.smallArchive());
    arrays.put("adj_data", NpyBytes.of("<f4", "(3,)", 4, 5, 6));
    write(folder, "a.npz", NpyBytes.archive(arrays));
    assertThat(Recorder.read(base, NPZ).edges).containsExactly("0>1 w4.0", "0>2 w5.0", "2>0 w6.0");
    assertThat(Recorder.read(base, NPZ.replace("true", "false")).edges)
        .containsExactly("0>1", "0>2", "2>0");
  }

  @Test
  void manyEdgesAreCutIntoPieces() {
    StringBuilder text = new StringBuilder("s,d,f1,amount,f2,at\n");
    for (int i = 0; i < 60_000; i++) {
      text.append("1,2,0.5,").append(i).append(",1,").append(i).append('\n');
    }
    write(folder, "e.csv", text.toString());
    Recorder graph = Recorder.read(base, CSV);
    assertThat(graph.edges).hasSize(60_000);
    assertThat(graph.edges.get(59_999)).isEqualTo("1>2 w59999.0 t59999 [0.5, 1.0]");
    assertThat(graph.pieceBytes)
        .hasSizeGreaterThan(1)
        .allMatch(bytes -> bytes <= Piece.TARGET_BYTES);
  }

  @Test
  void wrongValuesAreNamed() {
    write(folder, "e.csv", "s,d,f1,amount,f2,at\n1,2,1,-0.5,2,7\n");
    refused(
        base,
        CSV,
        InputError.INPUT_WEIGHT_NEGATIVE,
        "g/e.csv:2: column 4 (amount) is -0.5; a weight must be 0 or more.");
    write(folder, "e.csv", "s,d,f1,amount,f2,at\n1,2,1,NaN,2,7\n");
    refused(
        base,
        CSV,
        InputError.INPUT_NOT_A_NUMBER,
        "g/e.csv:2: column 4 (amount) is NaN; it must be a finite number.");
    write(folder, "e.csv", "s,d,f1,amount,f2,at\n1,2,1,1,2,7.5\n");
    refused(
        base,
        CSV,
        InputError.INPUT_NOT_A_NUMBER,
        "g/e.csv:2: column 6 (at) is 7.5; it must be a whole number of 64 bits, a date or a time.");
    write(folder, "w.npy", NpyBytes.of("<f8", "(2,)", 0.5, -2));
    refused(
        base,
        NPY,
        InputError.INPUT_WEIGHT_NEGATIVE,
        "g/w.npy: value 1 is -2.0; a weight must be a finite float of 0 or more.");
    write(folder, "w.npy", NpyBytes.of("<f8", "(2,)", 0.5, 1e40));
    refused(
        base,
        NPY,
        InputError.INPUT_NOT_FINITE,
        "g/w.npy: value 1 is 1.0E40; a weight must be a finite float of 0 or more.");
    write(folder, "w.npy", NpyBytes.of("|b1", "(2,)", 0, 1));
    refused(
        base,
        NPY,
        InputError.INPUT_ARRAY_UNFIT,
        "g/w.npy: its values are of type b1; weights must be numbers.");
    write(folder, "w.npy", NpyBytes.of("<f8", "(3,)", 1, 2, 3));
    refused(
        base,
        NPY,
        InputError.INPUT_COUNT_MISMATCH,
        "g/w.npy: it has 3 values, but there are 2 edges.");
    write(folder, "w.npy", NpyBytes.of("<f8", "(2,)", 1, 2));
    write(folder, "f.npy", NpyBytes.of("<f4", "(3, 1)", 1, 2, 3));
    refused(
        base,
        NPY,
        InputError.INPUT_COUNT_MISMATCH,
        "g/f.npy: it has 3 rows, but there are 2 edges.");
  }

  @Test
  void snapHasNone() {
    assertThatThrownBy(
            () ->
                Recorder.settings(
                    "{type: snap, data: g, edges: {file: s, weight: 3, time: 4, features: [5]}}"))
        .hasMessage(
            """
            3 settings are wrong:
            job.yaml:1: edges.weight = 3: goes with type: csv, parquet, json, ignite only
            job.yaml:1: edges.time = 4: goes with type: csv, parquet, json, ignite only
            job.yaml:1: edges.features = [5]: goes with type: csv, parquet, json, ignite only""");
  }
}
