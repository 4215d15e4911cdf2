// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the documentation. */
final class Pages {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Pages() {}

  /** Those of the folder docs, and those beside it. */
  static List<Path> all() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }
}
