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

class JsonFileTest {
  @TempDir Path folder;

  @Test
  void appearsWhole() throws IOException {
    Path file = Files.writeString(folder.resolve("out.json"), "old");
    try (JsonFile json = JsonFile.open(file)) {
      assertThat(file).hasContent("old");
      json.write(Map.of("a", 1));
    }
    assertThat(file).content().isEqualToNormalizingNewlines("{\n  \"a\" : 1\n}\n");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void leavesTheOldOneIfNothingIsWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("out.json"), "old");
    JsonFile.open(file).close();
    assertThat(file).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void refusesWhatCannotBeAFile() {
    assertThatThrownBy(() -> JsonFile.open(folder)).hasMessageContaining("it is a folder");
    assertThatThrownBy(() -> JsonFile.open(folder.resolve("no/out.json")))
        .hasMessageContaining("there is no folder");
  }

  @Test
  void writesNothingIfNoFileIsWanted() {
    try (JsonFile json = JsonFile.open(null)) {
      json.write(Map.of());
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void infinityIsNull() {
    assertThat(JsonFile.finite(1.5)).isEqualTo(1.5);
    assertThat(JsonFile.finite(Double.POSITIVE_INFINITY)).isNull();
  }
}
