// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhiteListOptionsTest {
  private final TestConsole console = new TestConsole();

  @Test
  void theListNamesOurClassesAndThoseOfTheHost(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("classes.txt");
    assertThat(
            console.run(
                "doctor",
                "--write-whitelist",
                file.toString(),
                "--allow",
                "com.example.shop.*,com.example.Order"))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .isEqualTo(
            "Start every server node with -DIGNITE_MARSHALLER_WHITELIST=%s\n".formatted(file));
    assertThat(Files.readAllLines(file))
        .contains(
            "io.graphember.client.api.Prediction",
            "io.graphember.jobs.transport.MessageCall",
            "com.example.shop.*",
            "com.example.Order");
  }

  @Test
  void whatIsNoClassAndWhatCannotBeWrittenIsSaid(@TempDir Path folder) {
    Path file = folder.resolve("classes.txt");
    assertThat(console.run("doctor", "--write-whitelist", file.toString(), "--allow", "com..shop"))
        .isEqualTo(2);
    assertThat(console.err())
        .contains("--allow = com..shop: give the name of a class, or of a package followed by .*");
    assertThat(file).doesNotExist();
    assertThat(console.run("doctor", "--write-whitelist", folder.toString())).isEqualTo(2);
    assertThat(console.err())
        .contains(
            "error OUTPUT_UNWRITABLE: --write-whitelist = %s: cannot be written".formatted(folder));
  }
}
