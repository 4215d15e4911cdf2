// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other JVMs with this one's class path and options. */
final class Jvm {
  private Jvm() {}

  /** A process that runs a main class in a folder. */
  static ProcessBuilder start(Path folder, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--add-opens")
          || option.startsWith("-D") && !option.contains("surefire")) {
        command.add(option);
      }
    }
    command.add("-Xmx1g");
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(folder.toFile());
  }
}
