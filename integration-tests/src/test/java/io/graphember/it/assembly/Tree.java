// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A tree as it is unpacked, and the command in it. */
record Tree(Path root) {
  static final String SBOM = "sbom.json";

  private static final long LONGEST_SECONDS = 120;
  private static final Path NOTHING = Path.of("/dev/null");

  /** Most commands end before code that is compiled well has paid for itself. */
  private static final Map<String, String> QUICKLY =
      Map.of("GRAPHEMBER_OPTS", "-XX:TieredStopAtLevel=1");

  /** What the build has made; the test is left out when single modules are built without it. */
  static Tree built() {
    Path root = Path.of("../assembly/target/graphember").toAbsolutePath().normalize();
    assumeThat(root).as("the distribution is built by the phase package").isDirectory();
    return new Tree(root);
  }

  List<String> files(String folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(folder))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .toList();
    }
  }

  /** How a command ended. */
  record Ended(int code, String out, String err) {
    Ended assertCode(int expected) {
      assertThat(code).as(out + err).isEqualTo(expected);
      return this;
    }
  }

  /** Runs bin/graphember on this JDK and waits for its end. */
  Ended run(String... arguments) throws Exception {
    return runWith(Map.of(), NOTHING, arguments);
  }

  /** The same with variables of the environment, and a file for standard input. */
  Ended runWith(Map<String, String> environment, Path in, String... arguments) throws Exception {
    Map<String, String> all = new HashMap<>(QUICKLY);
    all.putAll(environment);
    return run(Path.of(System.getProperty("java.home")), all, in, arguments);
  }

  /** Runs bin/graphember on a JDK, with no options but its own, and waits for its end. */
  Ended runAsShipped(Path javaHome, String... arguments) throws Exception {
    return run(javaHome, Map.of(), NOTHING, arguments);
  }

  private Ended run(Path javaHome, Map<String, String> environment, Path in, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("bin/graphember").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().remove("IGNITE_HOME");
    builder.environment().put("GRAPHEMBER_CONFIG", ""); // none of whoever runs the test
    builder.environment().putAll(environment);
    // Files, so that neither stream can fill up while the other is read.
    Path out = Files.createTempFile("graphember-it", ".out");
    Path err = Files.createTempFile("graphember-it", ".err");
    Process process =
        builder
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
      Files.delete(out);
      Files.delete(err);
    }
  }
}
