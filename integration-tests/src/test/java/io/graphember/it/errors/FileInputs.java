// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.GraphError;
import io.graphember.it.Jobs;
import io.graphember.schema.InputError;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/** What may be wrong with the files of a graph. */
final class FileInputs {
  private FileInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "the data folder is not there",
              InputError.INPUT_MISSING,
              stage -> stage.train(Stage.JOB)),
          new BadInput(
              "a file is not there",
              InputError.INPUT_MISSING,
              stage -> stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.edges.file=f.csv")),
          new BadInput(
              "a file is a folder",
              InputError.INPUT_MISSING,
              stage -> stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.edges.file=.")),
          new BadInput(
              "a path leads out of the data folder",
              InputError.INPUT_OUTSIDE_FOLDER,
              stage ->
                  stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.edges.file=../job.yaml")),
          new BadInput(
              "an absolute path",
              InputError.INPUT_OUTSIDE_FOLDER,
              stage ->
                  stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.edges.file=/etc/passwd")),
          new BadInput(
              "a link leads out of the data folder",
              InputError.INPUT_OUTSIDE_FOLDER,
              FileInputs::linkOut),
          new BadInput(
              "a file is empty",
              InputError.INPUT_COLUMN_MISSING,
              stage -> stage.csv(Stage.VERTICES, "")),
          new BadInput(
              "a column is not there",
              InputError.INPUT_COLUMN_MISSING,
              stage -> stage.csv("id,klass,w1\n1,a,0\n", Stage.EDGES)),
          new BadInput(
              "no column fits a pattern",
              InputError.INPUT_COLUMN_MISSING,
              stage ->
                  stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.vertices.features=[x*]")),
          new BadInput(
              "a column number beyond the last",
              InputError.INPUT_COLUMN_MISSING,
              stage ->
                  stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.edges.destination=3")),
          new BadInput(
              "two columns have the name",
              InputError.INPUT_COLUMN_AMBIGUOUS,
              stage -> stage.csv("id,class,class,w1\n1,a,a,0\n", Stage.EDGES)),
          new BadInput(
              "a row has fewer columns",
              InputError.INPUT_RAGGED_ROW,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,2\n2\n")),
          new BadInput(
              "a row has more columns",
              InputError.INPUT_RAGGED_ROW,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,2\n2,1,1\n")),
          new BadInput(
              "an empty line in a file of one column",
              InputError.INPUT_RAGGED_ROW,
              stage -> stage.ogb(List.of(), "raw/node-feat.csv", "0\n\n1\n0\n")),
          new BadInput(
              "a file with another delimiter",
              InputError.INPUT_COLUMN_MISSING,
              stage -> stage.csv(Stage.VERTICES, "src;dst\n1;2\n")),
          new BadInput(
              "a quote is not closed",
              InputError.INPUT_QUOTING,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,2\n\"2,1\n")),
          new BadInput(
              "text follows a closing quote",
              InputError.INPUT_QUOTING,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,\"2\"3\n")),
          new BadInput(
              "a compressed file ends early", InputError.INPUT_DAMAGED, FileInputs::truncatedGzip),
          new BadInput(
              "a compressed file is damaged", InputError.INPUT_DAMAGED, FileInputs::damagedGzip),
          new BadInput(
              "a file shrinks while it is read", InputError.INPUT_SHRANK, FileInputs::shrinking),
          new BadInput("a file is not UTF-8", InputError.INPUT_NOT_UTF8, FileInputs::notUtf8),
          new BadInput(
              "a key is no integer",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,two\n")),
          new BadInput(
              "a key is larger than 64 bits",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,9223372036854775808\n")),
          new BadInput(
              "a key is empty",
              InputError.INPUT_KEY_EMPTY,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,\n")),
          new BadInput(
              "a key is too long",
              InputError.INPUT_KEY_TOO_LONG,
              stage ->
                  stage.csv(
                      Stage.VERTICES,
                      "src,dst\n1," + "k".repeat(65_536) + "\n",
                      "--set",
                      "source.keys=string")),
          new BadInput(
              "a feature is no number",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv("id,class,w1\n1,a,zero\n", Stage.EDGES)),
          new BadInput(
              "a feature is empty",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv("id,class,w1\n1,a,\n", Stage.EDGES)),
          new BadInput(
              "a feature is NaN",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv("id,class,w1\n1,a,NaN\n", Stage.EDGES)),
          new BadInput(
              "a feature is infinite",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv("id,class,w1\n1,a,-Infinity\n", Stage.EDGES)),
          new BadInput(
              "a feature is too large for 32 bits",
              InputError.INPUT_NOT_A_NUMBER,
              stage -> stage.csv("id,class,w1\n1,a,1e39\n", Stage.EDGES)),
          new BadInput(
              "a weight of an edge is below 0",
              InputError.INPUT_WEIGHT_NEGATIVE,
              stage ->
                  stage.csv(
                      Stage.VERTICES, "src,dst,w\n1,2,-1\n", "--set", "source.edges.weight=w")),
          new BadInput(
              "a feature row is too short",
              InputError.INPUT_RAGGED_ROW,
              stage -> stage.ogb(List.of(), "raw/node-feat.csv", "0,1\n1\n1,1\n")),
          new BadInput(
              "a split is none of the three",
              InputError.INPUT_SPLIT_UNKNOWN,
              stage ->
                  stage.csv(
                      "id,class,w1,split\n1,a,0,dev\n",
                      Stage.EDGES,
                      "--set",
                      "source.vertices.split=split")),
          new BadInput(
              "several splits, and none is chosen",
              InputError.INPUT_SPLIT_UNKNOWN,
              stage ->
                  stage.ogb(List.of(), "split/a/train.csv", "0\n", "split/b/train.csv", "0\n")),
          new BadInput(
              "a split that is not there",
              InputError.INPUT_SPLIT_UNKNOWN,
              stage ->
                  stage.ogb(
                      List.of("--set", "source.splitName=public"), "split/a/train.csv", "0\n")),
          new BadInput(
              "more classes than anyone means",
              InputError.INPUT_TOO_MANY_CLASSES,
              FileInputs::manyClasses),
          new BadInput(
              "a category that is a text",
              InputError.INPUT_TOO_MANY_CATEGORIES,
              stage ->
                  stage.csv(
                      "id,class,w1\n1,%s,0\n".formatted("text ".repeat(300)),
                      Stage.EDGES,
                      "--set",
                      "source.vertices.oneHot=[class]",
                      "--set",
                      "source.vertices.label=")),
          new BadInput(
              "an index beyond the declared width",
              InputError.INPUT_INDEX_OUT_OF_RANGE,
              stage ->
                  stage.csv(
                      "id,class,w1\n1,a,3 17 905\n",
                      Stage.EDGES,
                      "--set",
                      "source.vertices.features=[]",
                      "--set",
                      "source.vertices.indices={column: w1, width: 100}")),
          new BadInput(
              "more features than a row may have",
              InputError.INPUT_TOO_MANY_FEATURES,
              FileInputs::manyFeatures),
          new BadInput(
              "fewer rows than the layout says",
              InputError.INPUT_COUNT_MISMATCH,
              stage -> stage.ogb(List.of(), "raw/node-feat.csv", "0,1\n1,0\n")),
          new BadInput(
              "more rows than the layout says",
              InputError.INPUT_COUNT_MISMATCH,
              stage -> stage.ogb(List.of(), "raw/edge.csv", "0,1\n1,2\n2,0\n")),
          new BadInput(
              "an edge names a row that is not there",
              InputError.INPUT_VERTEX_UNKNOWN,
              stage -> stage.ogb(List.of(), "raw/edge.csv", "0,1\n1,3\n")),
          new BadInput(
              "an edge names a vertex that is not there",
              GraphError.VERTEX_UNKNOWN,
              stage -> stage.csv(Stage.VERTICES, "src,dst\n1,2\n2,7\n")),
          new BadInput(
              "a split names a vertex that is not there",
              GraphError.VERTEX_UNKNOWN,
              FileInputs::splitOfUnknown),
          new BadInput(
              "a vertex comes twice",
              GraphError.VERTEX_TWICE,
              stage -> stage.csv("id,class,w1\n1,a,0\n1,b,1\n", Stage.EDGES)),
          new BadInput(
              "a feature is larger than a float16",
              GraphError.FEATURE_TOO_LARGE,
              stage ->
                  stage.csv(
                      "id,class,w1\n1,a,0\n2,b,-70000\n",
                      Stage.EDGES,
                      "--set",
                      "graph.featurePrecision=float16")),
          new BadInput(
              "there is no vertex",
              GraphError.GRAPH_EMPTY,
              stage -> stage.csv("id,class,w1\n", "src,dst\n")));

  private static Refusal linkOut(Stage stage) throws IOException {
    stage.write("elsewhere/e.csv", Stage.EDGES);
    stage.write("data/v.csv", Stage.VERTICES);
    Files.createSymbolicLink(
        stage.folder().resolve("data/link.csv"), stage.folder().resolve("elsewhere/e.csv"));
    return stage.train(Stage.JOB, "--set", "source.edges.file=link.csv");
  }

  private static byte[] manyEdges() throws IOException {
    StringBuilder edges = new StringBuilder("src,dst\n");
    for (int i = 0; i < 10_000; i++) {
      edges.append("1,2\n2,1\n");
    }
    return Stage.gzip(edges.toString());
  }

  private static Refusal edges(Stage stage, byte[] bytes) throws IOException {
    stage.write("data/v.csv", Stage.VERTICES);
    stage.write("data/e.csv", bytes);
    return stage.train(Stage.JOB);
  }

  private static Refusal truncatedGzip(Stage stage) throws IOException {
    byte[] whole = manyEdges();
    return edges(stage, Arrays.copyOf(whole, whole.length - 12));
  }

  private static Refusal damagedGzip(Stage stage) throws IOException {
    byte[] damaged = manyEdges();
    Arrays.fill(damaged, 10, 60, (byte) 0xFF); // what follows the head
    return edges(stage, damaged);
  }

  private static Refusal notUtf8(Stage stage) throws IOException {
    return edges(stage, new byte[] {'s', ',', 'd', '\n', '1', ',', (byte) 0xE9, '\n'});
  }

  private static Refusal shrinking(Stage stage) throws Exception {
    stage.write("data/v.csv", Stage.VERTICES);
    Path file = stage.write("data/e.csv", "src,dst\n" + "1,2\n".repeat(100_000));
    JobSettings job = Jobs.parse(Stage.JOB);
    try (GraphSource source =
        GraphSource.open(
            job.source(),
            stage.folder(),
            (name, done, total) -> {
              if (name.endsWith("e.csv")) {
                truncate(file);
              }
            })) {
      return Refusal.of(
          () ->
              stage
                  .client()
                  .load(
                      SettingsDocument.toJson(job.graph()),
                      source,
                      progress -> {},
                      Cancellation.NEVER));
    }
  }

  private static void truncate(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(200_000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Refusal manyClasses(Stage stage) throws IOException {
    StringBuilder vertices = new StringBuilder("id,class,w1\n");
    for (int i = 0; i <= 65_536; i++) {
      vertices.append(i).append(",class-").append(i).append(",0\n");
    }
    return stage.csv(vertices.toString(), Stage.EDGES);
  }

  private static Refusal manyFeatures(Stage stage) throws IOException {
    return stage.ogb(List.of(), "raw/node-feat.csv", "0,".repeat(1 << 20) + "0\n");
  }

  private static Refusal splitOfUnknown(Stage stage) throws IOException {
    stage.write("data/train.csv", "1\n9\n");
    return stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "source.split.train=train.csv");
  }
}
