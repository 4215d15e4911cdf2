// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.config.JobSample.Mode;
import io.graphember.config.JobSample.Output;
import io.graphember.config.JobSample.Table;
import io.graphember.config.JobSample.Training;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.setting.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsDocumentTest {

  private static JobSample bind(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(JobSample.class);
  }

  private static String[] problems(SettingsDocument document) {
    return problems(document, JobSample.class);
  }

  private static String[] problems(SettingsDocument document, Class<? extends Record> type) {
    GraphemberException e =
        catchThrowableOfType(GraphemberException.class, () -> document.bind(type));
    assertThat(e.is(ConfigError.SETTINGS_INVALID)).isTrue();
    assertThat(e.category()).isEqualTo(ErrorCategory.USER);
    return e.getMessage().split("\n");
  }

  private static String[] problems(String yaml) {
    return problems(SettingsDocument.parse("job.yaml", yaml));
  }

  @Test
  void defaultsFillWhatTheDocumentDoesNotSay() {
    assertThat(bind("name: cora"))
        .isEqualTo(
            new JobSample(
                "cora",
                new Training(10, 0.01f, 42, Mode.VERY_EXACT, 0, true, "#"),
                null,
                List.of(),
                Map.of(),
                List.of(10, 5)));
  }

  @Test
  void everyTypeIsRead() {
    JobSample job =
        bind(
            """
            name: "7"
            training: {epochs: "5", learningRate: 1e-3, seed: -9223372036854775808,
              mode: fast, decay: .5, repeatable: false, separator: tab}
            output:
              cache: Result
              backups: 1
              limit: 12
            tags: [a, "b c", 3]
            tables:
              left: {dim: 3}
              right:
                dim: 4
            fanouts:
              - 1
              - 2
            """);
    assertThat(job)
        .isEqualTo(
            new JobSample(
                "7",
                new Training(5, 0.001f, Long.MIN_VALUE, Mode.FAST, 0.5, false, "tab"),
                new Output("Result", 1, 12),
                List.of("a", "b c", "3"),
                Map.of("left", new Table(3), "right", new Table(4)),
                List.of(1, 2)));
    assertThat(job.tables().keySet()).containsExactly("left", "right");
  }

  @Test
  void jsonIsReadToo() {
    assertThat(bind("\t{\"name\": \"x\",\n\t\"tags\": [\"\\u00e4\"]}").tags()).containsExactly("ä");
    assertThat(bind("{name: x, tags: [ä]}").tags()).containsExactly("ä");
    assertThat(bind("\uFEFFname: x").name()).isEqualTo("x");
  }

  @Test
  void allProblemsComeInOneReportInTheOrderOfLines() {
    assertThat(
            problems(
                """
                nam: cora
                training:
                  epochs: 0
                  learningRate: 2
                  seed: 1.5
                  mode: vary-exact
                  decay: much
                  repeatable: yes
                  separator: ab
                  batch: 3
                output:
                  cache: [a, b]
                  epochs: 3
                tags: a
                tables: {left: {dim: 0}, right: 5}
                fanouts: [1, x]
                """))
        .containsExactly(
            "16 settings are wrong:",
            "job.yaml:1: nam = cora: is unknown; did you mean name?",
            "job.yaml:1: name: is missing and has no default: Name of the job.",
            "job.yaml:3: training.epochs = 0: must be at least 1",
            "job.yaml:4: training.learningRate = 2: must be at most 1",
            "job.yaml:5: training.seed = 1.5: must be a whole number from -9223372036854775808 to"
                + " 9223372036854775807",
            "job.yaml:6: training.mode = vary-exact: must be one of fast, very-exact; did you mean"
                + " very-exact?",
            "job.yaml:7: training.decay = much: must be a number",
            "job.yaml:8: training.repeatable = yes: must be true or false",
            "job.yaml:9: training.separator = ab: must be one letter or the word tab",
            "job.yaml:10: training.batch = 3: is unknown; known here: epochs, learningRate, seed,"
                + " mode, decay, repeatable, separator",
            "job.yaml:12: output.cache = [a, ...]: must be text",
            "job.yaml:13: output.epochs = 3: is unknown here; did you mean training.epochs?",
            "job.yaml:14: tags = a: must be a list, for example [a, b]",
            "job.yaml:15: tables.left.dim = 0: must be at least 1",
            "job.yaml:15: tables.right = 5: must be a section with settings of its own",
            "job.yaml:16: fanouts[1] = x: must be a whole number from -2147483648 to 2147483647");
  }

  @Test
  void moreProblemsThanAnyoneReadsAreCounted() {
    StringBuilder yaml = new StringBuilder("name: x\n");
    for (int i = 0; i < 150; i++) {
      yaml.append("unknown").append(i).append(": 1\n");
    }
    assertThat(problems(yaml.toString()))
        .hasSize(102)
        .startsWith("150 settings are wrong:")
        .endsWith("... and 50 more");
  }

  @Test
  void valuesThatAreNoNumbersOfTheirTypeAreRefused() {
    for (String value : List.of("3.5", "2147483648", "0x10", "1_000", "one", "\"\"", "1e3")) {
      assertThat(problems("name: x\ntraining:\n  epochs: " + value)[1])
          .endsWith("must be a whole number from -2147483648 to 2147483647");
    }
    for (String value : List.of(".nan", "NaN", ".inf", "-Infinity", "1f", "0x1p3", "\" 1\"")) {
      assertThat(problems("name: x\ntraining:\n  decay: " + value)[1]).endsWith("must be a number");
    }
    assertThat(problems("name: x\ntraining: {decay: 1e999}")[1])
        .isEqualTo("job.yaml:2: training.decay = 1e999: must be a number in the range of its type");
    assertThat(problems("name: x\ntraining: {learningRate: 1e39}")[1])
        .isEqualTo(
            "job.yaml:2: training.learningRate = 1e39: must be a number in the range of its type");
    assertThat(problems("name: x\ntraining: {learningRate: 0}")[1])
        .isEqualTo("job.yaml:2: training.learningRate = 0: must be more than 0");
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    assertThat(problems("name: {a: 1}")[1]).isEqualTo("job.yaml:1: name = {a: ...}: must be text");
    assertThat(problems("name: x\ntraining: [1]")[1])
        .isEqualTo("job.yaml:2: training = [1]: must be a section with settings of its own");
    assertThat(problems("name: x\ntables: 5")[1])
        .isEqualTo("job.yaml:2: tables = 5: must be a section of names and values");
    assertThat(problems("name: x\ntraining: {epochs: []}")[1])
        .isEqualTo("job.yaml:2: training.epochs = []: must be a whole number");
    assertThat(problems("name: x\ntags: [a, ~]")[1])
        .isEqualTo("job.yaml:2: tags[1] = null: must be text");
    assertThat(problems("name: x\ntags: [a, b, c, d]")[1])
        .isEqualTo("job.yaml:2: tags = [a, ...]: must be of 0 to 3 letters or entries");
    assertThat(problems("name: \"\"")[1]).isEqualTo("job.yaml:1: name = \"\": must be not empty");
    assertThat(problems("name: x\noutput: {}")[1])
        .isEqualTo("job.yaml:2: output.cache: is missing and has no default: Name of the cache.");
    assertThat(problems("name: x\ntraining: {separator: \"" + "long ".repeat(30) + "\"}")[1])
        .isEqualTo(
            "job.yaml:2: training.separator = "
                + "long ".repeat(12)
                + "...: must be one letter or the word tab");
  }

  @Test
  void nullMeansAbsent() {
    assertThat(bind("name: x\ntraining:\noutput: ~\ntags: null").tags()).isEmpty();
    assertThat(problems("name:\n")[1])
        .isEqualTo("job.yaml:1: name: is missing and has no default: Name of the job.");
  }

  @Test
  void rulesThatJoinSettingsAreInTheReport() {
    assertThat(problems("name: x\noutput:\n  cache: c\n  backups: 2\ntraining:\n  mode: fast\n"))
        .containsExactly(
            "2 settings are wrong:",
            "job.yaml:1: tags: is needed with mode: fast",
            "job.yaml:4: output.backups = 2: must be 1 with mode: fast");
  }

  @Test
  void overridesWinOverTheDocument() {
    JobSample job =
        SettingsDocument.parse("job.yaml", "name: x\ntraining:\n  epochs: 7\n")
            .set("training.epochs=5")
            .set(" output.cache = a: b # c ")
            .set("tags=[p, \"q r\"]")
            .set("tables={left: {dim: 2}}")
            .set("training.separator='#'")
            .bind(JobSample.class);
    assertThat(job.training().epochs()).isEqualTo(5);
    assertThat(job.training().separator()).isEqualTo("#");
    assertThat(job.output().cache()).isEqualTo("a: b # c");
    assertThat(job.tags()).containsExactly("p", "q r");
    assertThat(job.tables()).containsEntry("left", new Table(2));
  }

  @Test
  void nothingPutsTheDefaultBackAndTheFirstDocumentStays() {
    SettingsDocument document =
        SettingsDocument.parse("job.yaml", "name: x\ntraining: {epochs: 7}");
    assertThat(document.set("training.epochs=").bind(JobSample.class).training().epochs())
        .isEqualTo(10);
    assertThat(document.bind(JobSample.class).training().epochs()).isEqualTo(7);
  }

  @Test
  void problemsOfOverridesSayWhereTheyComeFrom() {
    SettingsDocument document = SettingsDocument.parse("job.yaml", "name: ''");
    assertThat(problems(document.set("training.epochs=0").set("trainin.epochs=[1, 2]")))
        .containsExactly(
            "3 settings are wrong:",
            "job.yaml:1: name = \"\": must be not empty",
            "--set: trainin = {epochs: ...}: is unknown; did you mean training?",
            "--set: training.epochs = 0: must be at least 1");
    assertThatThrownBy(() -> document.set("training.epochs"))
        .hasMessage(
            """
            1 setting is wrong:
            --set: training.epochs: must be a path and a value, for example training.epochs=5""");
    assertThatThrownBy(() -> document.set("name.first=5").set("name.first.x=1"))
        .hasMessage(
            """
            1 setting is wrong:
            job.yaml:1: name = "": must be a section with settings of its own""");
    assertThatThrownBy(() -> document.set("tags=[a, *b]"))
        .hasMessage(
            "--set tags:1: anchors (&) and aliases (*) are not allowed; write the value out.");
    assertThatThrownBy(() -> document.set("tags=[a"))
        .hasMessageStartingWith("--set tags:1: not YAML: ");
  }

  @Test
  void sectionsAreBoundByThemselvesUnderTheirWholePath() {
    SettingsDocument document =
        SettingsDocument.parse(
            "job.yaml", "deep:\n  training:\n    epochs: 3\n  broken: 3\nother: 1\n");
    assertThat(document.section("deep.training").bind(Training.class).epochs()).isEqualTo(3);
    assertThat(document.section("absent").bind(Training.class).epochs()).isEqualTo(10);
    assertThat(document.has("deep.training")).isTrue();
    assertThat(document.has("deep.absent")).isFalse();
    assertThat(document.has("deep.broken.deeper")).isFalse();
    assertThat(problems(document.section("deep"), JobSample.class))
        .containsExactly(
            "2 settings are wrong:",
            "job.yaml:1: deep.name: is missing and has no default: Name of the job.",
            "job.yaml:4: deep.broken = 3: is unknown; known here: name, training, output, tags,"
                + " tables, fanouts");
    assertThat(problems(document.section("deep").set("dim=3").set("name=x"), JobSample.class)[2])
        .isEqualTo("--set: deep.dim = 3: is unknown here; did you mean deep.tables.*.dim?");
    assertThatThrownBy(() -> document.section("deep.broken"))
        .hasMessage(
            """
            1 setting is wrong:
            job.yaml:4: deep.broken = 3: must be a section with settings of its own""");
  }

  @Test
  void aRecordTypeThatIsWrongIsOurBug() {
    record Bare(int x) {}
    record Odd(@Setting("x") Object x) {}
    SettingsDocument document = SettingsDocument.parse("job.yaml", "x: 1");
    assertThatThrownBy(() -> document.bind(Bare.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("Bare.x has neither @Setting nor @Inlined");
    assertThatThrownBy(() -> document.bind(Odd.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x has a type that no setting may have: class java.lang.Object");
  }

  @Test
  void valuesOfPasswordsAreNotShown() {
    assertThatThrownBy(
            () -> SettingsDocument.parse("job.yaml", "pasword: hunter2\n").bind(JobSample.class))
        .hasMessageContaining("job.yaml:1: pasword = (not shown): is unknown")
        .hasMessageNotContaining("hunter2");
  }
}
