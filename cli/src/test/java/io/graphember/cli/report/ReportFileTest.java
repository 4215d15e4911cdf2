// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir Path folder;

  @Test
  void appearsWhole() throws IOException {
    Path file = Files.writeString(folder.resolve("out.json"), "old");
    try (ReportFile json = ReportFile.open(file)) {
      assertThat(file).hasContent("old");
      json.write(Map.of("a", 1));
    }
    assertThat(file).content().isEqualToNormalizingNewlines("{\n  \"a\" : 1\n}\n");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void leavesTheOldOneIfNothingIsWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("out.json"), "old");
    ReportFile.open(file).close();
    assertThat(file).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void refusesWhatCannotBeAFile() {
    assertThatThrownBy(() -> ReportFile.open(folder)).hasMessageContaining("it is a folder");
    assertThatThrownBy(() -> ReportFile.open(folder.resolve("no/out.json")))
        .hasMessageContaining("there is no folder");
  }

  @Test
  void writesNothingIfNoFileIsWanted() {
    try (ReportFile json = ReportFile.open(null)) {
      json.write(Map.of());
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void infinityIsNull() {
    assertThat(ReportFile.finite(1.5)).isEqualTo(1.5);
    assertThat(ReportFile.finite(Double.POSITIVE_INFINITY)).isNull();
  }
}
