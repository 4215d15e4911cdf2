// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a benchmark in a JVM of its own: what one JVM compiles well another may not, so a figure
 * comes from several.
 */
final class Fork {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Fork() {}

  /** Starts a JVM like this one, waits for it, reads its measurements. */
  static List<Measurement> run(Benchmark benchmark, BenchmarkOptions options)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("graphember-benchmark", ".json");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
      command.addAll(
          List.of(
              "-cp",
              System.getProperty("java.class.path"),
              Fork.class.getName(),
              benchmark.name(),
              JSON.writeValueAsString(options.values()),
              file.toString()));
      int code =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException("the JVM of benchmark " + benchmark.name() + " ended with " + code);
      }
      return List.of(JSON.readValue(file.toFile(), Measurement[].class));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** In the forked JVM: name, options, file for the measurements. */
  @SuppressWarnings("unchecked")
  public static void main(String[] arguments) throws Exception {
    Benchmark benchmark = Benchmarks.get(arguments[0]);
    Map<String, String> options = JSON.readValue(arguments[1], Map.class);
    List<Measurement> measured = benchmark.run(new BenchmarkOptions(options));
    JSON.writeValue(Path.of(arguments[2]).toFile(), measured);
    Runtime.getRuntime().halt(0); // engines may leave threads behind
  }
}
