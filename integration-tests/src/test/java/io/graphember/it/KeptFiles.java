// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.nio.file.Path;

/** What a version has left for the tests of later ones. */
final class KeptFiles {
  /** True writes what is kept of the present version, instead of comparing it. */
  static final String PROPERTY = "graphember.stored.write";

  /** What version 0.1.0 has stored. */
  static final Path STORED = Path.of("src/test/resources/io/graphember/it/stored-0.1.0");

  private KeptFiles() {}

  static boolean writing() {
    return Boolean.getBoolean(PROPERTY);
  }
}
