// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.graph.GraphError;
import io.graphember.it.Npy;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What may be wrong with files of the other formats: arrays, archives, Parquet, SNAP, types. */
final class ArrayInputs {
  private static final String ARRAYS =
      """
      name: bad
      source:
        type: npy
        data: data
        edges: e.npy
        features: x.npy
        labels: y.npy
      graph: {name: bad, partitions: 4}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  private static final String ARCHIVE =
      """
      name: bad
      source: {type: npz, data: data, file: a.npz}
      graph: {name: bad, partitions: 4}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  private static final String TYPED =
      """
      name: bad
      source:
        type: csv
        data: data
        vertexTypes: [{name: a, file: v.csv, key: id}, {name: b, file: v.csv, key: id}]
        edgeTypes:
          - {name: e, from: a, to: b, file: e.csv}
          - {name: e_reverse, from: b, to: a, file: e.csv}
      graph: {name: bad, partitions: 4, symmetrize: true}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  private ArrayInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "`.npy`: wrong magic bytes",
              InputError.INPUT_DAMAGED,
              stage -> npy(stage, "x.npy", "PK and more".getBytes(StandardCharsets.US_ASCII))),
          new BadInput(
              "`.npy`: cut short",
              InputError.INPUT_DAMAGED,
              s -> npy(s, "x.npy", Arrays.copyOf(Npy.floats("(3, 2)", 0, 0, 0, 0, 0, 0), 140))),
          new BadInput(
              "`.npy`: values of a type that is not read",
              InputError.INPUT_ARRAY_UNFIT,
              stage -> npy(stage, "x.npy", Npy.array("|O", "(3, 2)", new byte[48]))),
          new BadInput(
              "`.npy`: integers for features",
              InputError.INPUT_ARRAY_UNFIT,
              stage -> npy(stage, "x.npy", Npy.longs("(3, 2)", 0, 0, 0, 0, 0, 0))),
          new BadInput(
              "`.npy`: another shape",
              InputError.INPUT_ARRAY_UNFIT,
              stage -> npy(stage, "e.npy", Npy.longs("(3, 1)", 0, 1, 2))),
          new BadInput(
              "`.npy`: a feature is NaN",
              InputError.INPUT_NOT_FINITE,
              stage -> npy(stage, "x.npy", Npy.floats("(3, 2)", 0, 0, 0, Float.NaN, 0, 0))),
          new BadInput(
              "`.npy`: fewer feature rows than vertices",
              InputError.INPUT_COUNT_MISMATCH,
              stage -> npy(stage, "y.npy", Npy.longs("(2,)", 0, 1))),
          new BadInput(
              "`.npy`: a label that is no class",
              InputError.INPUT_LABEL_UNKNOWN,
              stage -> npy(stage, "y.npy", Npy.longs("(3,)", 0, -2, 1))),
          new BadInput(
              "`.npy`: an edge to a row that is not there",
              InputError.INPUT_VERTEX_UNKNOWN,
              stage -> npy(stage, "e.npy", Npy.longs("(2, 1)", 0, 3))),
          new BadInput(
              "`.npz`: no archive",
              InputError.INPUT_DAMAGED,
              stage -> npz(stage, "no archive".getBytes(StandardCharsets.US_ASCII))),
          new BadInput(
              "`.npz`: an array is not there",
              InputError.INPUT_MISSING,
              stage -> npz(stage, "adj_indptr", null)),
          new BadInput(
              "`.npz`: a matrix that is not square",
              InputError.INPUT_ARRAY_UNFIT,
              stage -> npz(stage, "adj_shape", Npy.longs("(2,)", 3, 4))),
          new BadInput(
              "`.npz`: rows that end before they begin",
              InputError.INPUT_ARRAY_UNFIT,
              stage -> npz(stage, "adj_indptr", Npy.longs("(4,)", 0, 2, 1, 3))),
          new BadInput("`.npz`: a zip bomb", InputError.INPUT_ZIP_BOMB, ArrayInputs::zipBomb),
          new BadInput(
              "Parquet: no Parquet file",
              InputError.INPUT_DAMAGED,
              stage -> edges(stage, "parquet", "a,b\n1,2\n")),
          new BadInput(
              "SNAP: a row of three columns",
              InputError.INPUT_RAGGED_ROW,
              stage -> edges(stage, "snap", "# from to\n1 2\n3 4 5\n")),
          new BadInput(
              "SNAP: a key that is no integer",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> edges(stage, "snap", "1 2\n3 b\n")),
          new BadInput(
              "triples: a relation that is empty",
              InputError.INPUT_RELATION_UNFIT,
              stage -> triples(stage, "a\tr\tb\na\t\tc\n")),
          new BadInput(
              "triples: more relations than a graph has edge types",
              InputError.INPUT_TOO_MANY_RELATIONS,
              ArrayInputs::manyRelations),
          new BadInput(
              "a key that is no UUID",
              InputError.INPUT_KEY_NOT_UUID,
              s -> s.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.keys=uuid")),
          new BadInput(
              "two edge types of one name when symmetrised",
              GraphError.TYPE_NAME_TAKEN,
              ArrayInputs::takenName));

  private static Refusal npy(Stage stage, String spoiled, byte[] bytes) throws IOException {
    stage.write("data/e.npy", Npy.longs("(2, 3)", 0, 0, 2, 1, 2, 0));
    stage.write("data/x.npy", Npy.floats("(3, 2)", 0, 1, 0, 0, .5f, 5));
    stage.write("data/y.npy", Npy.longs("(3,)", 5, -1, 3));
    stage.write("data/" + spoiled, bytes);
    return stage.train(ARRAYS);
  }

  private static Refusal npz(Stage stage, byte[] bytes) throws IOException {
    stage.write("data/a.npz", bytes);
    return stage.train(ARCHIVE);
  }

  private static Refusal npz(Stage stage, String spoiled, byte[] bytes) throws IOException {
    Map<String, byte[]> arrays = Npy.matrices();
    arrays.remove(spoiled);
    if (bytes != null) {
      arrays.put(spoiled, bytes);
    }
    return npz(stage, Npy.archive(arrays));
  }

  /** The directory says that the first entry inflates to a gigabyte. */
  private static Refusal zipBomb(Stage stage) throws IOException {
    byte[] bytes = Npy.archive(Npy.matrices());
    ByteBuffer zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    final int directory = zip.getInt(bytes.length - 22 + 16);
    zip.putInt(directory + 24, 1 << 30);
    return npz(stage, bytes);
  }

  private static Refusal edges(Stage stage, String format, String text) throws IOException {
    stage.write("data/e", text);
    return stage.train(
        "{name: bad, source: {type: FORMAT, data: data, edges: {file: e}}, graph: {name: bad}, task: {type: links}}"
            .replace("FORMAT", format));
  }

  private static Refusal triples(Stage stage, String text) throws IOException {
    stage.write("data/t.txt", text);
    return stage.train(
        "{name: bad, source: {type: triples, data: data, train: t.txt}, graph: {name: bad}, task: {type: links}}");
  }

  private static Refusal manyRelations(Stage stage) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= GraphHeader.MAX_EDGE_TYPES; i++) {
      text.append("a\tr").append(i).append("\tb\n");
    }
    return triples(stage, text.toString());
  }

  private static Refusal takenName(Stage stage) throws IOException {
    stage.write("data/v.csv", Stage.VERTICES);
    stage.write("data/e.csv", Stage.EDGES);
    return stage.train(TYPED);
  }
}
