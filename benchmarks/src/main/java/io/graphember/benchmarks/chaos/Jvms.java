// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Small JVMs with the class path of this one and its options but the heap. */
final class Jvms {
  private Jvms() {}

  /**
   * A process that runs a main class, its errors appended to a file, in whose folder it works:
   * Ignite writes there when a thread holds the lock of a page for long.
   */
  static Process start(Class<?> main, String heap, Path errors, List<String> arguments)
      throws IOException {
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--add")
          || option.startsWith("-D")
              && !option.contains("surefire")
              && !option.contains("logging")) {
        command.add(option);
      }
    }
    // Many processes start on few cores, and none runs for long.
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    final ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(errors.toAbsolutePath().resolveSibling("").toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
    process.environment().put("MALLOC_ARENA_MAX", "2");
    return process.start();
  }

  /** Runs a command of the system. */
  static void system(String... command) throws IOException {
    try {
      final int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException("%s ended with %d".formatted(String.join(" ", command), code));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
