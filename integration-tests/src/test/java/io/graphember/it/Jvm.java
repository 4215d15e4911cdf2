// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other JVMs with this one's class path and options. */
public final class Jvm {
  private Jvm() {}

  /** A process that runs a main class in a folder. */
  public static ProcessBuilder start(Path folder, Class<?> main, List<String> arguments) {
    return start(folder, main, arguments, List.of(), List.of());
  }

  /** The same with more on the class path, and more options. */
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
    StringBuilder classPath = new StringBuilder(System.getProperty("java.class.path"));
    moreClassPath.forEach(path -> classPath.append(File.pathSeparator).append(path));
    command.add(classPath.toString());
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(folder.toFile());
  }
}
