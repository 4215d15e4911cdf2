// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.forecast.Forecast;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.BenchmarkReport;
import io.graphember.benchmarks.measure.Measurement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code benchmarks/run}. */
@Command(
    name = "benchmarks/run",
    mixinStandardHelpOptions = true,
    description = "Runs a benchmark in several JVMs; without a name it lists them.")
public final class BenchmarksMain implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the benchmark.")
  private @Nullable String name;

  @Option(names = "--forks", defaultValue = "3", description = "JVMs, one after the other.")
  private int forks;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "An option of the benchmark.")
  private Map<String, String> assignments = new LinkedHashMap<>();

  private BenchmarksMain() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Runtime.getRuntime()
        .halt(
            new CommandLine(new BenchmarksMain())
                .addSubcommand(new Chaos())
                .addSubcommand(new Repeat())
                .addSubcommand(new Live())
                .addSubcommand(new Forecast())
                .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (name == null) {
      for (Benchmark benchmark : Benchmarks.all()) {
        spec.commandLine()
            .getOut()
            .printf(
                "%-10s %s; %s%n", benchmark.name(), benchmark.description(), benchmark.options());
      }
      spec.commandLine().getOut().flush();
      return 0;
    }
    Benchmark benchmark = benchmark(name);
    Map<String, String> options = new LinkedHashMap<>(benchmark.options());
    for (String option : assignments.keySet()) {
      if (!options.containsKey(option)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "benchmark %s has no option %s, it has %s"
                .formatted(name, option, String.join(", ", options.keySet())));
      }
    }
    options.putAll(assignments);
    BenchmarkReport report = new BenchmarkReport(measure(benchmark, new BenchmarkOptions(options)));
    report.print(spec.commandLine().getOut());
    if (json != null) {
      report.write(json);
    }
    return 0;
  }

  private Benchmark benchmark(String called) {
    try {
      return Benchmarks.get(called);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Measurement> measure(Benchmark benchmark, BenchmarkOptions options)
      throws Exception {
    List<Measurement> all = new ArrayList<>();
    for (int fork = 1; fork <= forks; fork++) {
      spec.commandLine().getErr().printf("%s, JVM %d of %d ...%n", name, fork, forks);
      spec.commandLine().getErr().flush();
      List<Measurement> measured = Fork.run(benchmark, options);
      for (int i = 0; i < measured.size(); i++) {
        if (fork == 1) {
          all.add(measured.get(i));
        } else {
          all.set(i, all.get(i).and(measured.get(i)));
        }
      }
    }
    return all;
  }
}
