// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.cli.error.CliError;
import io.graphember.client.ClientError;
import io.graphember.client.connect.ConnectionError;
import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.jobs.NodeError;
import io.graphember.schema.InputError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** What may be wrong with the arguments of a command. */
final class CommandLineInputs {
  private CommandLineInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput("no command", CliError.USAGE, stage -> stage.run()),
          new BadInput("an unknown command", CliError.USAGE, stage -> stage.run("trian")),
          new BadInput("an unknown option", CliError.USAGE, s -> s.run("doctor", "--conect", "x")),
          new BadInput("no job file", CliError.USAGE, stage -> stage.run("train")),
          new BadInput("no graph", CliError.USAGE, stage -> stage.run("drop")),
          new BadInput(
              "an option without its value", CliError.USAGE, s -> s.run("graphs", "--connect")),
          new BadInput(
              "an option with a value that is no number",
              CliError.USAGE,
              stage -> stage.run("demo", "--nodes", "many")),
          new BadInput(
              "too many nodes", CliError.USAGE, stage -> stage.run("demo", "--nodes", "17")),
          new BadInput(
              "no seeds", CliError.USAGE, stage -> stage.train(Stage.GENERATED, "--seeds", "0")),
          new BadInput(
              "options that exclude each other",
              CliError.USAGE,
              stage -> stage.train(Stage.GENERATED, "--nodes", "2")),
          new BadInput(
              "no partitions",
              CliError.USAGE,
              stage -> stage.run("partition", "--edges", "e.txt", "--partitions", "0")),
          new BadInput(
              "an edge list that is not there",
              InputError.INPUT_MISSING,
              stage ->
                  stage.run("partition", "--edges", stage.folder().resolve("no.txt").toString())),
          new BadInput(
              "an edge list with fewer edges than partitions",
              GraphError.PARTITIONS_TOO_MANY,
              stage ->
                  stage.run("partition", "--edges", stage.write("e.txt", "1 2\n2 3\n").toString())),
          new BadInput(
              "partitioner `blocks` for edges without a split",
              GraphError.SPLIT_MISSING,
              stage ->
                  stage.run(
                      "partition",
                      "--edges",
                      stage.write("e.txt", "1 2\n2 3\n").toString(),
                      "--partitions",
                      "2",
                      "--partitioner",
                      "blocks")),
          new BadInput(
              "partitioner `file` without a file",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.run(
                      "partition",
                      "--edges",
                      stage.write("e.txt", "1 2\n").toString(),
                      "--partitioner",
                      "file")),
          new BadInput(
              "a file of partitions that misses an edge",
              GraphError.ASSIGNMENT_WRONG,
              stage ->
                  stage.run(
                      "partition",
                      "--edges",
                      stage.write("e.txt", "1 2\n2 3\n").toString(),
                      "--partitions",
                      "2",
                      "--partitioner",
                      "file",
                      "--set",
                      "edges=" + stage.write("cut.csv", "from,to,partition\n1,2,0\n"))),
          new BadInput(
              "a job whose file of partitions misses an edge",
              GraphError.ASSIGNMENT_WRONG,
              stage -> {
                stage.write("data/cut.csv", "from,to,partition\n2,3,0\n");
                return stage.csv(
                    Stage.VERTICES,
                    Stage.EDGES,
                    "--set",
                    "graph.partitioner=file",
                    "--set",
                    "graph.partitionerOptions={edges: cut.csv}");
              }),
          new BadInput(
              "a job whose file of partitions is about a type that the graph does not have",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.csv(
                      Stage.VERTICES,
                      Stage.EDGES,
                      "--set",
                      "graph.partitioner=file",
                      "--set",
                      "graph.partitionerOptions={edges.edgee: cut.csv}")),
          new BadInput(
              "a cut into a folder that cannot be made",
              CliError.OUTPUT_UNWRITABLE,
              stage ->
                  stage.run(
                      "partition",
                      "--edges",
                      stage.write("e.txt", "1 2\n2 3\n").toString(),
                      "--graph-out",
                      stage.write("file", "").resolve("below").toString())),
          new BadInput(
              "a report into a folder that is not there",
              CliError.OUTPUT_UNWRITABLE,
              s -> s.train(Stage.GENERATED, "--json", s.folder().resolve("no/o.json").toString())),
          new BadInput(
              "a report onto a folder",
              CliError.OUTPUT_UNWRITABLE,
              stage -> stage.train(Stage.GENERATED, "--json", stage.folder().toString())),
          new BadInput(
              "an export that does not say of what",
              CliError.USAGE,
              stage -> stage.run("export", "cora", "cora-gcn", "--to", "results")),
          new BadInput(
              "an export of something else",
              CliError.USAGE,
              stage -> stage.run("export", "cora", "cora-gcn", "--to", "d", "--kind", "losses")),
          new BadInput(
              "an export of nothing",
              CliError.USAGE,
              stage -> stage.run("export", "cora", "cora-gcn", "--to", "d")),
          new BadInput(
              "an export in a format that there is not",
              CliError.USAGE,
              stage -> stage.train(Stage.GENERATED, "--export", "d", "--format", "xlsx")),
          new BadInput(
              "an export of the results of many seeds",
              CliError.USAGE,
              stage -> stage.train(Stage.GENERATED, "--export", "d", "--seeds", "2")),
          new BadInput(
              "an export to below a folder that is not there",
              CliError.OUTPUT_UNWRITABLE,
              s -> s.train(Stage.GENERATED, "--export", s.folder().resolve("no/d").toString())),
          new BadInput(
              "an export to a file",
              CliError.OUTPUT_UNWRITABLE,
              stage ->
                  stage.train(Stage.GENERATED, "--export", stage.write("file", "").toString())),
          new BadInput(
              "an export onto a folder",
              CliError.OUTPUT_UNWRITABLE,
              stage -> {
                stage.write("values.csv/file", "");
                return stage.train(Stage.GENERATED, "--export", stage.folder().toString());
              }),
          new BadInput(
              "an export onto a file that is there",
              CliError.OUTPUT_EXISTS,
              stage -> {
                stage.write("embeddings.csv", "");
                return stage.train(Stage.GENERATED, "--export", stage.folder().toString());
              }),
          new BadInput(
              "a job file that is not there",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.trainFile(stage.folder().resolve("no.yaml"))),
          new BadInput(
              "a folder instead of a job file",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.trainFile(stage.folder())),
          new BadInput(
              "`--data` names no folder",
              InputError.INPUT_MISSING,
              s -> s.train(Stage.JOB, "--data", s.folder().resolve("away").toString())),
          new BadInput(
              "`--set` without a value",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "training.epochs")),
          new BadInput(
              "`--set` with an unknown setting",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "training.epoch=5")),
          new BadInput(
              "nothing to read, and nodes that hold no graph",
              CliError.SOURCE_MISSING,
              s -> s.run("train", s.write("j.yaml", "{name: a, graph: {name: g}}").toString())),
          new BadInput(
              "tables of a cluster, and nodes that hold none",
              CliError.SOURCE_MISSING,
              s ->
                  s.run(
                      "train",
                      s.write(
                              "j.yaml",
                              "{name: a, graph: {name: g}, source: {type: ignite, edges: {cache: c}}}")
                          .toString())),
          new BadInput(
              "an estimate of a job that reads nothing",
              CliError.SOURCE_MISSING,
              s -> s.run("estimate", s.write("j.yaml", "{name: a, graph: {name: g}}").toString())),
          new BadInput(
              "an address without a port",
              ConnectionError.ADDRESS_MALFORMED,
              stage -> stage.run("graphs", "--connect", "localhost")),
          new BadInput(
              "an address with a port that is none",
              ConnectionError.ADDRESS_MALFORMED,
              stage -> stage.run("graphs", "--connect", "localhost:0")),
          new BadInput(
              "an address without a host",
              ConnectionError.ADDRESS_MALFORMED,
              stage -> stage.run("graphs", "--connect", ":10800")),
          new BadInput(
              "an address with two ports",
              ConnectionError.ADDRESS_MALFORMED,
              stage -> stage.run("graphs", "--connect", "a:1:2")),
          new BadInput(
              "a host that is not known",
              ConnectionError.HOST_UNKNOWN,
              stage -> stage.run("doctor", "--connect", "no-such-host.invalid:10800")),
          new BadInput(
              "a host where nobody listens",
              ConnectionError.CONNECTION_FAILED,
              stage -> stage.run("doctor", "--connect", "127.0.0.1:" + TestCluster.freePort())),
          new BadInput(
              "a host where something else listens",
              ConnectionError.CONNECTION_FAILED,
              CommandLineInputs::somethingElse),
          new BadInput(
              "an authority in two forms",
              CliError.CONNECTION_UNCLEAR,
              stage -> stage.run("graphs", "--ca", "ca.pem", "--trust-store", "trust.p12")),
          new BadInput(
              "a certificate without its key",
              CliError.CONNECTION_UNCLEAR,
              stage -> stage.run("graphs", "--cert", "ann.pem")),
          new BadInput(
              "a file of authorities that is not there",
              ConnectionError.TLS_FILE_UNUSABLE,
              stage -> stage.run("graphs", "--ca", stage.folder().resolve("ca.pem").toString())),
          new BadInput(
              "a file of authorities that holds none",
              ConnectionError.TLS_FILE_UNUSABLE,
              stage -> stage.run("graphs", "--ca", stage.write("ca.pem", "hello").toString())),
          new BadInput(
              "a store without its password",
              CliError.PASSWORD_MISSING,
              stage -> stage.run("graphs", "--trust-store", "trust.p12")),
          new BadInput(
              "a user without a password, in a script",
              CliError.PASSWORD_MISSING,
              stage -> stage.run("graphs", "--user", "ann")),
          new BadInput(
              "a file of a password that is empty",
              CliError.PASSWORD_FILE_UNUSABLE,
              stage ->
                  stage.run(
                      "graphs",
                      "--user",
                      "ann",
                      "--password-file",
                      CommandLineInputs.passwordFile(stage, "", "rw-------"))),
          new BadInput(
              "a file of a password that everybody can read",
              CliError.PASSWORD_EXPOSED,
              stage ->
                  stage.run(
                      "graphs",
                      "--user",
                      "ann",
                      "--password-file",
                      CommandLineInputs.passwordFile(stage, "secret", "rw-r--r--"))),
          new BadInput(
              "a graph that is not there",
              NodeError.GRAPH_UNKNOWN,
              stage -> stage.run("graph", "cora", "--connect", stage.address())),
          new BadInput(
              "dropping a graph that is not there",
              NodeError.GRAPH_UNKNOWN,
              stage -> stage.run("drop", "cora", "--connect", stage.address())),
          new BadInput(
              "dropping a version together with results",
              CliError.USAGE,
              stage -> stage.run("drop", "cora", "--graph-version", "1", "--results")),
          new BadInput(
              "dropping a graph in a script without `--yes`",
              CliError.CONFIRMATION_MISSING,
              Stage.loaded(
                  stage -> {
                    Jobs.load(stage.client(), Jobs.parse(Stage.GENERATED));
                    return stage.run("drop", "bad", "--connect", stage.address());
                  })),
          new BadInput(
              "results of a graph that is not there",
              NodeError.GRAPH_UNKNOWN,
              stage -> stage.run("results", "cora", "--connect", stage.address())),
          new BadInput(
              "dropping results of a job that has left none",
              ClientError.PUBLICATION_MISSING,
              Stage.loaded(
                  stage -> {
                    Jobs.load(stage.client(), Jobs.parse(Stage.GENERATED));
                    return stage.run("drop-results", "bad", "job", "--connect", stage.address());
                  })),
          new BadInput(
              "training a model on no more that is not trained on",
              NodeError.RETRAIN_UNKNOWN,
              stage -> stage.run("retrain", "bad", "job", "--stop", "--connect", stage.address())),
          new BadInput(
              "training a model on no more without its job",
              CliError.USAGE,
              stage -> stage.run("retrain", "bad", "--stop", "--connect", stage.address())),
          new BadInput(
              "putting results back of which none were kept",
              NodeError.RESTORE_REFUSED,
              stage -> Refusal.of(stage.service().restoreResults("bad", "job"))),
          new BadInput(
              "dropping a model that was not trained",
              NodeError.MODEL_UNKNOWN,
              Stage.loaded(CommandLineInputs::withoutModel)),
          new BadInput(
              "dropping a checkpoint that is not there",
              NodeError.CHECKPOINT_UNKNOWN,
              stage -> stage.run("drop-checkpoint", "7", "--connect", stage.address())),
          new BadInput(
              "resuming a job that is done",
              NodeError.RESUME_REFUSED,
              Stage.loaded(CommandLineInputs::resumed)),
          new BadInput(
              "resuming a job that nobody knows",
              NodeError.JOB_UNKNOWN,
              stage -> stage.run("resume", "4711", "--connect", stage.address())),
          new BadInput(
              "keeping no results at all",
              CliError.USAGE,
              stage -> stage.run("retention", "cora", "--results", "0")),
          new BadInput(
              "keeping everything, and not",
              CliError.USAGE,
              stage -> stage.run("retention", "cora", "--days", "9", "--off")));

  /** Embeddings without a model. */
  private static Refusal withoutModel(Stage stage) {
    JobSettings walks = Jobs.parse(Stage.EMBEDDED, "embedding.epochs=1");
    Jobs.load(stage.client(), walks);
    Jobs.run(stage.client(), walks);
    try {
      return stage.run("drop-model", "bad", "bad", "--connect", stage.address());
    } finally {
      stage.client().dropResults("bad", "bad");
    }
  }

  private static Refusal resumed(Stage stage) {
    JobSettings walks = Jobs.parse(Stage.EMBEDDED, "embedding.epochs=1");
    Jobs.load(stage.client(), walks);
    final long job = Jobs.run(stage.client(), walks).job();
    try {
      return stage.run("resume", String.valueOf(job), "--connect", stage.address());
    } finally {
      stage.client().dropResults("bad", "bad");
    }
  }

  /** A server that hangs up on whoever calls. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // ends with its socket
  private static Refusal somethingElse(Stage stage) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Thread thread =
          new Thread(
              () -> {
                while (!server.isClosed()) {
                  try (var connection = server.accept()) {
                    connection.getOutputStream().write("HTTP/1.1 400 Bad\r\n\r\n".getBytes());
                  } catch (java.io.IOException expected) {
                    // closed: the loop ends
                  }
                }
              },
              "test-something-else");
      thread.start();
      return stage.run("graphs", "--connect", "127.0.0.1:" + server.getLocalPort());
    }
  }

  private static String passwordFile(Stage stage, String text, String permissions)
      throws IOException {
    Path file = stage.write("password", text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.toString();
  }
}
