// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page below docs that tests write. They fail when it differs from what they see; with {@code
 * -Dgraphember.docs.write=true} they write it instead.
 */
public final class GeneratedPage {
  private static final String PROPERTY = "graphember.docs.write";

  private final Path file;

  private GeneratedPage(Path file) {
    this.file = file;
  }

  /** A page by its path below docs. */
  public static GeneratedPage of(String below) {
    return new GeneratedPage(Path.of("../docs").resolve(below));
  }

  private static boolean writing() {
    return Boolean.getBoolean(PROPERTY);
  }

  /** The page is this text. */
  public void assertIs(String text) throws IOException {
    if (writing()) {
      Files.writeString(file, text);
      return;
    }
    assertThat(file)
        .as("%s is out of date: run this test with -D%s=true", file, PROPERTY)
        .content()
        .isEqualTo(text);
  }

  /** The page has this line. */
  public void assertHolds(String line) throws IOException {
    if (!writing()) {
      assertThat(Files.readAllLines(file))
          .as("%s is out of date: run this test with -D%s=true", file, PROPERTY)
          .contains(line);
    }
  }
}
