// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every command in a block of a page is one that there is, with options that it takes. */
class CommandSamplesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```[^\n]*\n(.*?)^ *```");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *(?:\\./|bin/)?graphember (\\S.*?)(?: +#.*)?$");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

  @TestFactory
  List<DynamicTest> everyCommandParses() throws IOException {
    final List<DynamicTest> tests = new ArrayList<>();
    for (String command : commands()) {
      tests.add(dynamicTest(command, () -> assertParses(command)));
    }
    assertThat(tests).hasSizeGreaterThan(60);
    return tests;
  }

  private static void assertParses(String command) {
    final String[] words =
        WORD.matcher(command)
            .results()
            .map(word -> word.group().replaceAll("['\"]", ""))
            .toArray(String[]::new);
    final Console nobody =
        Console.plain(
            new PrintStream(OutputStream.nullOutputStream()),
            new PrintStream(OutputStream.nullOutputStream()));
    assertThat(
            GraphemberCommand.commandLine(nobody, Cancellation.NEVER, Logs.UNCHANGED)
                .parseArgs(words)
                .hasSubcommand())
        .isTrue();
  }

  private static Set<String> commands() throws IOException {
    final Set<String> commands = new LinkedHashSet<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      for (Path page :
          Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
              .filter(file -> file.toString().endsWith(".md"))
              .sorted()
              .toList()) {
        final Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
          COMMAND.matcher(block.group(1)).results().forEach(found -> commands.add(found.group(1)));
        }
      }
    }
    return commands;
  }
}
