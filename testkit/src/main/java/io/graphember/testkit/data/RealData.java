// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of real graphs. Their folder is that of the system property {@value #PROPERTY}; without it,
 * {@code shared/data} beside the project. Where that folder is missing, tests on it are skipped.
 * Where it is there, each graph must be: a test that finds none fails, since a skipped one proves
 * nothing.
 */
public final class RealData {
  /** System property that names the folder. */
  public static final String PROPERTY = "graphember.data";

  private static final String BESIDE_A_MODULE = "../../shared/data";

  private RealData() {}

  /**
   * The folder that has a folder for each graph; the test is skipped without it.
   *
   * @return an absolute path
   */
  public static Path root() {
    final Path root = Path.of(System.getProperty(PROPERTY, BESIDE_A_MODULE));
    assumeTrue(Files.isDirectory(root), () -> "no folder of real graphs at " + root);
    return root.toAbsolutePath().normalize();
  }

  /**
   * The folder of a graph.
   *
   * @return an absolute path
   * @throws AssertionError if the folder of all graphs is there and this one is not, or is empty
   */
  public static Path folder(String graph) {
    final Path folder = root().resolve(graph);
    assertThat(folder).as("the real graph %s", graph).isNotEmptyDirectory();
    return folder;
  }
}
