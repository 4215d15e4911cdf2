// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command says and how it ends, as far as no node is needed. */
class CommandLineTest {
  private static final String JOB =
      """
      name: tiny
      source:
        type: csv
        data: graph
        vertices: {file: vertices.csv, key: id, label: label, features: [x, y]}
        edges: {file: edges.csv}
      graph: {name: tiny, partitions: 2}
      training: {epochs: 2}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  private final TestConsole console = new TestConsole();

  @TempDir Path folder;

  private String job(String text) throws IOException {
    return Files.writeString(folder.resolve("job.yaml"), text).toString();
  }

  private String job() throws IOException {
    return job(JOB);
  }

  private void data(String vertices, String edges) throws IOException {
    Files.createDirectories(folder.resolve("graph"));
    Files.writeString(folder.resolve("graph/vertices.csv"), vertices);
    Files.writeString(folder.resolve("graph/edges.csv"), edges);
  }

  private static final String INFERENCE =
      "{name: all, graph: {name: tiny}, job: infer, inference: {model: tiny}}";

  @Test
  void runsNoInferenceInNodesThatHoldNoModel() throws IOException {
    assertThat(console.run("run", job(INFERENCE))).isEqualTo(2);
    assertThat(console.err())
        .contains(
            "inference needs the running cluster that holds the graph and its model: name it with"
                + " --connect HOST:PORT");
  }

  @Test
  void runsInferenceOnce() throws IOException {
    assertThat(console.run("run", job(INFERENCE), "--connect", "127.0.0.1:1", "--seeds", "3"))
        .isEqualTo(2);
    assertThat(console.err())
        .contains("--seeds goes with jobs that train: a trained model has one result");
  }

  @ParameterizedTest
  @CsvSource({
    "--help,Exit codes:",
    "train --help,Examples:",
    "demo --help,Examples:",
    "graphs --help,127.0.0.1:10800 by",
    "graph --help,Examples:",
    "drop --help,Published results",
    "results --help,backups among them",
    "drop-results --help,Views of SQL",
    "drop-model --help,Asks before it does",
    "drop-checkpoint --help,Jobs that are done drop their checkpoints themselves",
    "resume --help,without a checkpoint it begins anew",
    "retention --help,graph.retention",
    "export --help,Rows come in no certain order",
    "partition --help,Needs no cluster",
    "forget --help,two clusters of it",
    "doctor --help,Says what is wrong",
    "config --help,Options beat variables",
    "hash-password --help,a salted hash"
  })
  void helps(String arguments, String part) {
    assertThat(console.run(arguments.split(" "))).isZero();
    assertThat(console.out()).contains("Usage: graphember", part);
    assertThat(console.err()).isEmpty();
  }

  @Test
  void saysItsVersion() {
    assertThat(console.run("--version")).isZero();
    assertThat(console.out()).matches("graphember \\S+ \\(Apache Ignite 2\\.\\S+, Java \\S+\\)\\R");
  }

  @ParameterizedTest
  @CsvSource({
    "'',Missing command",
    "graph,NAME",
    "doctor --conect x,--connect",
    "trian,Did you mean: graphember train",
    "nonsense --help,nonsense",
    "trian --help,Did you mean: graphember train",
    "train job.yaml --jsno x --help,--jsno",
    "train,JOB.yaml",
    "train job.yaml --jsno x,--json",
    "train job.yaml --nodes many,--nodes",
    "train job.yaml --nodes 17,must be 1 to 16",
    "train job.yaml --seeds 0,must be 1 to 10000",
    "infer job.yaml --seeds 2,--seeds",
    "infer job.yaml --nodes 2,--nodes",
    "infer job.yaml,needs the running cluster that holds the graph and its model: name it with --connect HOST:PORT",
    "train job.yaml --export d --format csv;npy,csv;npy",
    "train job.yaml --nodes 2 --connect a:1,exclude each other",
    "train job.yaml --seeds 2 --export d,exclude each other",
    "demo --nodes 0,must be 1 to 16"
  })
  void refusesWrongArguments(String arguments, String part) {
    assertThat(console.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
        .isEqualTo(2);
    assertThat(console.err()).startsWith("error USAGE: ").contains(part).contains("--help");
    assertThat(console.out()).isEmpty();
  }

  @Test
  void refusesAFileThatIsNotThere() {
    String file = folder.resolve("no.yaml").toString();
    assertThat(console.run("train", file)).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error SETTINGS_UNREADABLE: %s: there is no such file.\n".formatted(file));
  }

  @Test
  void reportsAllSettingsThatAreWrongAtOnce() throws IOException {
    assertThat(
            console.run(
                "train",
                job(JOB.replace("epochs: 2", "epoch: 2")),
                "--set",
                "model.layers=900",
                "--set",
                "training.fanout=[3]",
                "--set",
                "graph.partitions=0"))
        .isEqualTo(2);
    assertThat(console.err())
        .startsWith("error SETTINGS_INVALID: ")
        .contains(
            "model.layers = 900: must be at most 128",
            "training.fanout = [3]: is unknown here; did you mean training.fanouts or inference.fanout?",
            "graph.partitions = 0: must be at least 1",
            "job.yaml:8: training.epoch = 2: is unknown; did you mean training.epochs?");
  }

  @Test
  void checksRulesThatJoinSettingsBeforeAnythingStarts() throws IOException {
    assertThat(console.run("train", job(), "--set", "training.fanouts=[1,2,3]")).isEqualTo(2);
    assertThat(console.err())
        .startsWith("error SETTINGS_INVALID: ")
        .contains("training.fanouts")
        .doesNotContain("Starting");
  }

  @Test
  void refusesDataThatIsNotThere() throws IOException {
    assertThat(console.run("train", job(), "--data", folder.resolve("away").toString()))
        .isEqualTo(2);
    assertThat(console.err())
        .startsWith("error INPUT_MISSING: ")
        .contains("away")
        .doesNotContain("Starting");
  }

  @Test
  void takesARelativeFolderAsSeenFromTheJobFile() throws IOException {
    data("id,label,x\n1,a,1\n", "1,2\n");
    assertThat(console.run("train", job())).isEqualTo(2);
    assertThat(console.err()).startsWith("error INPUT_COLUMN_MISSING: ").contains("no column y");
  }

  @Test
  void refusesToRunWithoutAGraph() throws IOException {
    assertThat(console.run("train", job(JOB.replaceAll("(?s)source:.*?graph: ", "graph: "))))
        .isEqualTo(2);
    assertThat(console.err()).startsWith("error SOURCE_MISSING: ").contains("graph tiny");
  }

  @Test
  void refusesAReportThatCannotBeWrittenBeforeAnythingElse() throws IOException {
    String file = folder.resolve("no/out.json").toString();
    assertThat(console.run("train", job(), "--json", file)).isEqualTo(2);
    assertThat(console.err()).startsWith("error OUTPUT_UNWRITABLE: --json = " + file);
  }

  @Test
  void refusesAFolderForEventsThatCannotBeBeforeAnythingElse() throws IOException {
    final String file = Files.writeString(folder.resolve("file"), "").toString();
    assertThat(console.run("train", job(), "--tensorboard", file)).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error OUTPUT_UNWRITABLE: --tensorboard = %s: cannot be written, FileAlreadyExistsException: %s.\n"
                .formatted(file, file));
  }

  @Test
  void refusesAnAddressThatIsNone() throws IOException {
    data("id,label,x,y\n1,a,1,0\n2,b,0,1\n", "source,destination\n1,2\n");
    assertThat(console.run("train", job(), "--connect", "here")).isEqualTo(2);
    assertThat(console.err()).startsWith("error ADDRESS_MALFORMED: 'here'");
  }

  @Test
  void saysThatNobodyAnswers() throws IOException {
    data("id,label,x,y\n1,a,1,0\n2,b,0,1\n", "source,destination\n1,2\n");
    assertThat(console.run("train", job(), "--connect", "127.0.0.1:1")).isEqualTo(3);
    assertThat(console.err())
        .startsWith(
            "error CONNECTION_FAILED: No Ignite node answers at 127.0.0.1:1: start one, or name another host:port, with the port for clients, 10800 as a rule.")
        .hasLineCount(1);
  }

  @Test
  void showsWhereAnErrorCameFromOnlyIfAsked() {
    console.run("train", "no.yaml");
    assertThat(console.err()).doesNotContain("\tat ");
    console.run("train", "no.yaml", "--verbose");
    assertThat(console.err()).contains("\tat io.graphember.");
  }
}
