// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that measures. */
public final class Machine {
  private Machine() {}

  /** What is known of it, by name. */
  public static Map<String, Object> describe() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("processor", processor());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", field(Path.of("/proc/meminfo"), "MemTotal"));
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("java", Runtime.version().toString());
    machine.put(
        "load",
        java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    return machine;
  }

  /** Names of virtual machines' processors say little: 25, 17 is a Zen 4, family 26 a Zen 5. */
  private static String processor() {
    Path file = Path.of("/proc/cpuinfo");
    return "%s (family %s, model %s)"
        .formatted(field(file, "model name"), field(file, "cpu family"), field(file, "model\t"));
  }

  private static String field(Path file, String name) {
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith(name)) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return "unknown"; // not on Linux
    }
    return "unknown";
  }
}
