// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the documentation. */
public final class Pages {
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

  /**
   * What a page shows in a language, in its order.
   *
   * @param page below the root of the project
   * @param language as the page writes it, or what follows it too: {@code sh papers.sh}
   */
  public static List<String> samples(String page, String language) throws IOException {
    return Pattern.compile("(?ms)^```" + Pattern.quote(language) + "(?: [^\n]*)?\n(.*?)^```")
        .matcher(Files.readString(ROOT.resolve(page)))
        .results()
        .map(sample -> sample.group(1))
        .toList();
  }
}
