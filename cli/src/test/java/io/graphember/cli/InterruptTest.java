// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ctrl-C and SIGTERM as the system sends them, to a process of its own. */
@EnabledOnOs(OS.LINUX)
class InterruptTest {
  private static final long LONGEST_SECONDS = 10;

  @TempDir Path folder;
  private Process process;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT,Starting", "TERM,Opening"})
  void endsCleanlyWithTheExitCodeOfACancelledCommand(String signal, String line) throws Exception {
    Path json = folder.resolve("out.json");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    process = start(temporary, json);
    assumeThat(ignores(signal)).as("started deaf to " + signal).isFalse();
    StringBuilder err = new StringBuilder();
    try (BufferedReader reader = process.errorReader()) {
      awaitLine(reader, line, err);
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      reader.lines().forEach(rest -> err.append(rest).append('\n'));
    }
    assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(err.toString()).isEqualTo(4);
    assertThat(err).contains("Cancelling ...\nerror CANCELLED: ").doesNotContain("\tat ");
    assertThat(process.inputReader().lines()).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**out.json*");
    assertThat(temporary).isDirectoryNotContaining("glob:**graphember-*");
  }

  private static void awaitLine(BufferedReader reader, String start, StringBuilder read)
      throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      read.append(line).append('\n');
      if (line.startsWith(start)) {
        return;
      }
    }
    throw new AssertionError("ended before '" + start + "':\n" + read);
  }

  private Process start(Path temporary, Path json) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens") || option.startsWith("-DIGNITE"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-DIGNITE_NO_SHUTDOWN_HOOK=true",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "io.graphember.cli.Main",
            "demo",
            "--nodes",
            "2",
            "--json",
            json.toString(),
            "--set",
            "training.epochs=1000000"));
    return new ProcessBuilder(command).start();
  }

  /** A child of a process that was started in the background does not hear INT, nor does Java. */
  private boolean ignores(String signal) throws IOException {
    long bit = signal.equals("INT") ? 1L << 1 : 1L << 14;
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(status -> status.startsWith("SigIgn:"))
            .map(status -> status.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    return (Long.parseUnsignedLong(ignored, 16) & bit) != 0;
  }
}
