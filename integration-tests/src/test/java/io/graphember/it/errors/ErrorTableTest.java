// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.graphember.cli.explain.Explanations;
import io.graphember.it.GeneratedPage;
import io.graphember.spi.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that somebody may do wrong is done for real: each gives its one message with its exit
 * code and leaves nothing behind. The messages stand in docs/reference/errors.md, which this test
 * compares with what it sees.
 */
class ErrorTableTest {
  private static final GeneratedPage PAGE = GeneratedPage.of("reference/errors.md");

  @TempDir static Path folder;

  private static Stage stage;

  private final ErrorTable table = new ErrorTable();

  @BeforeAll
  static void start() {
    stage = new Stage();
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  /** Section of the page by what is in it; a new kind of input is one more line in one of these. */
  private static Map<String, List<BadInput>> inputs() {
    Map<String, List<BadInput>> inputs = new LinkedHashMap<>();
    inputs.put("The command line", CommandLineInputs.ALL);
    inputs.put("Settings", SettingInputs.ALL);
    inputs.put("Files", FileInputs.ALL);
    inputs.put("Other formats and typed graphs", ArrayInputs.ALL);
    inputs.put("Graphs and jobs", JobInputs.ALL);
    inputs.put("Slices that were made elsewhere", SliceInputs.ALL);
    inputs.put("Versions of graphs", VersionInputs.ALL);
    inputs.put("Nodes and clusters", ClusterInputs.ALL);
    inputs.put("Requests of other clients", RequestInputs.ALL);
    return inputs;
  }

  @TestFactory
  List<DynamicTest> everyBadInput() {
    List<DynamicTest> tests = new ArrayList<>();
    inputs()
        .forEach(
            (section, inputs) -> {
              for (BadInput input : inputs) {
                String name = section + ": " + input.what();
                tests.add(dynamicTest(name, () -> provoke(section, input)));
              }
            });
    tests.add(dynamicTest("every code is on the page", this::assertComplete));
    tests.add(dynamicTest("docs/reference/errors.md", () -> PAGE.assertIs(table.page())));
    return tests;
  }

  private void provoke(String section, BadInput input) throws Exception {
    stage.enter(Files.createTempDirectory(folder, "deed"));
    Refusal refusal = input.deed().on(stage);
    Refusal told = new Refusal(refusal.exit(), refusal.code(), stage.normalized(refusal.message()));
    table.add(section, input, told);
    assertThat(told.code()).as(told.message()).isEqualTo(input.code().name());
    assertThat(told.exit()).isEqualTo(input.code().category().exitCode());
    assertReadable(told);
    stage.assertClean();
    PAGE.assertHolds(ErrorTable.row(input, told));
  }

  private void assertComplete() {
    final Explanations explanations = Explanations.read();
    for (ErrorCode code : OtherCodes.ALL) {
      assertThat(table.codes()).doesNotContain(code.name());
      table.addOther(code, explanations.of(code));
    }
    for (ErrorCode code : Explanations.everyCode()) {
      assertThat(table.codes()).contains(code.name());
    }
  }

  private static void assertReadable(Refusal told) {
    assertThat(told.message())
        .doesNotContain("Exception", "null", "io.graphember", "java.", "@")
        .matches("(?s).*[^.][.?]|.*settings? (is|are) wrong:\n.*|.*");
    if (!told.code().equals("SETTINGS_INVALID")) {
      assertThat(told.message()).hasLineCount(1);
    }
  }
}
