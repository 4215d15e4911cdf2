// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.spi.error.SpiError;
import java.util.List;

/** What may be wrong with a job file. */
final class SettingInputs {
  private SettingInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "an unknown setting, near a known one",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED.replace("epochs", "epoch"))),
          new BadInput(
              "an unknown setting, known elsewhere",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED + "epochs: 3\n")),
          new BadInput(
              "an unknown setting, near none",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED.replace("hidden", "xyzzy"))),
          new BadInput(
              "a setting out of its range",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "model.layers=900")),
          new BadInput(
              "a setting that is no number",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "training.epochs=many")),
          new BadInput(
              "a setting that is none of its words",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "model.type=perceptron")),
          new BadInput(
              "a setting that must be there",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("graph: {name: g}\n")),
          new BadInput(
              "a value where a section belongs",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("name: a\ngraph: g\n")),
          new BadInput(
              "several problems, one report",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.train(
                      Stage.GENERATED.replace("epochs: 1", "epoch: 1"),
                      "--set",
                      "model.hidden=0",
                      "--set",
                      "graph.partitions=40000",
                      "--set",
                      "training.fanouts=[-1]")),
          new BadInput(
              "settings that contradict each other",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.train(
                      Stage.GENERATED,
                      "--set",
                      "training.fanouts=[5,4,3]",
                      "--set",
                      "training.epochs=0",
                      "--set",
                      "task.split.test=0.9")),
          new BadInput(
              "a setting that belongs to the node",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "training.engineThreads=2")),
          new BadInput(
              "a fanout of 0",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "training.fanouts=[5, 0]")),
          new BadInput(
              "rules of sampling that contradict each other",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.train(
                      Stage.GENERATED,
                      "--set",
                      "model.type=gcn",
                      "--set",
                      "sampling.replace=true",
                      "--set",
                      "sampling.order=recent",
                      "--set",
                      "sampling.window=60",
                      "--set",
                      "sampling.edgeTypes=[{name: pays, fanouts: [2, 0]}]")),
          new BadInput(
              "a setting of another format",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "source.data=d")),
          new BadInput(
              "no file of edges",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("name: a\nsource: {type: csv, data: d}\ngraph: {name: g}\n")),
          new BadInput(
              "the comment character separates columns",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.JOB, "--set", "source.edges.comment=','")),
          new BadInput(
              "a name with `..`",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("name: ../../a\ngraph: {name: g}\n")),
          new BadInput(
              "a graph name with a path",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("name: a\ngraph: {name: \"/etc/g\"}\n")),
          new BadInput(
              "a name that is too long",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train("name: " + "a".repeat(65) + "\ngraph: {name: g}\n")),
          new BadInput(
              "no YAML", ConfigError.SETTINGS_UNREADABLE, stage -> stage.train("name: [\n")),
          new BadInput(
              "a tab for indentation",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("name: a\ngraph:\n	name: g\n")),
          new BadInput(
              "a custom tag",
              ConfigError.SETTINGS_UNREADABLE,
              stage ->
                  stage.train("name: !!javax.script.ScriptEngineManager [a]\ngraph: {name: g}\n")),
          new BadInput(
              "an anchor and its aliases (entity expansion)",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n")),
          new BadInput(
              "a merge key",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("name: a\n<<: *other\n")),
          new BadInput(
              "a setting twice",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("name: a\ngraph: {name: g}\nname: b\n")),
          new BadInput(
              "a second document",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("name: a\n---\nname: b\n")),
          new BadInput(
              "a list instead of settings",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("- a\n- b\n")),
          new BadInput(
              "nested too deep",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("name: " + "[".repeat(40) + "]".repeat(40) + "\n")),
          new BadInput(
              "a file that is too long",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.train("#" + " ".repeat(1 << 20) + "\n")),
          new BadInput(
              "a file that is not UTF-8",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> stage.trainFile(stage.write("job.yaml", new byte[] {'n', (byte) 0xE9}))),
          new BadInput(
              "an unknown partitioner",
              SpiError.PROVIDER_UNKNOWN,
              stage -> stage.train(Stage.GENERATED, "--set", "graph.partitioner=metis")),
          new BadInput(
              "an option that a partitioner without options does not have",
              GraphError.PARTITIONER_OPTION,
              stage ->
                  stage.train(
                      Stage.GENERATED,
                      "--set",
                      "graph.partitioner=hash-2d",
                      "--set",
                      "graph.partitionerOptions={tau: 2}")),
          new BadInput(
              "options that the partitioner does not have, and a wrong value",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  stage.train(
                      Stage.GENERATED,
                      "--set",
                      "graph.partitionerOptions={tau: 2, variant: papr}")),
          new BadInput(
              "more partitions than the partitioner makes",
              GraphError.PARTITIONER_OPTION,
              stage -> stage.train(Stage.GENERATED, "--set", "graph.partitions=4097")));
}
