// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class RealDataTest {
  private final String before = System.getProperty(RealData.PROPERTY);

  @TempDir private Path root;

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(RealData.PROPERTY);
    } else {
      System.setProperty(RealData.PROPERTY, before);
    }
  }

  @Test
  void withoutTheFolderOfAllGraphsATestIsSkipped() {
    System.setProperty(RealData.PROPERTY, root.resolve("absent").toString());
    assertThatThrownBy(() -> RealData.folder("cora")).isInstanceOf(TestAbortedException.class);
  }

  @Test
  void aGraphThatIsMissingThereFailsTheTest() throws IOException {
    System.setProperty(RealData.PROPERTY, root.toString());
    assertThatThrownBy(() -> RealData.folder("cora"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the real graph cora");
    Files.createDirectory(root.resolve("cora"));
    assertThatThrownBy(() -> RealData.folder("cora")).isInstanceOf(AssertionError.class);
    Files.createFile(root.resolve("cora/edges.csv"));
    assertThat(RealData.folder("cora")).isEqualTo(root.resolve("cora"));
  }
}
