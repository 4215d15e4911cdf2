// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Other JVMs with this one's class path and options. */
public final class Jvm {
  /** Time in which a process has to say something. */
  private static final Duration BOUND = Duration.ofMinutes(4);

  private Jvm() {}

  /**
   * The next line that a process prints; a process that prints none in time is ended, since a
   * thread that reads cannot be interrupted.
   *
   * @return null when the process has ended
   */
  public static String readLine(Process process, BufferedReader out) throws IOException {
    CompletableFuture<Void> read = new CompletableFuture<>();
    read.orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS)
        .whenComplete(
            (inTime, late) -> {
              if (late != null) {
                process.destroyForcibly();
              }
            });
    try {
      return out.readLine();
    } finally {
      read.complete(null);
    }
  }

  /** A process that runs a main class in a folder. */
  public static ProcessBuilder start(Path folder, Class<?> main, List<String> arguments) {
    return start(folder, main, arguments, List.of(), List.of());
  }

  /** The same with more at the head of the class path, and more options. */
  static ProcessBuilder start(
      Path folder,
      Class<?> main,
      List<String> arguments,
      List<Path> moreClassPath,
      List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--add-opens")
          || option.startsWith("-XX:")
          || option.startsWith("-D") && !option.contains("surefire")) {
        command.add(option);
      }
    }
    command.add("-Xmx1g");
    command.addAll(options);
    command.add("-cp");
    StringBuilder classPath = new StringBuilder();
    moreClassPath.forEach(path -> classPath.append(path).append(File.pathSeparator));
    command.add(classPath + System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(folder.toFile());
  }
}
