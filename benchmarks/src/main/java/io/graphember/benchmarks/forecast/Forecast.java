// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import io.graphember.benchmarks.measure.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/run forecast}: measures loads of graphs of three sizes, fits a model to them,
 * holds it against a larger load that it has not seen, and says what a billion edges would need.
 */
@Command(
    name = "forecast",
    mixinStandardHelpOptions = true,
    description =
        "Fits a model to loads, holds it against a larger one, and forecasts a billion edges.")
public final class Forecast implements Callable<Integer> {
  private static final long MILLION = 1_000_000;
  private static final double GB = 1e9;

  /** R-MAT graphs of the density of ogbn-products, but where vertices are a power of two. */
  private static final List<LoadPlan> SIZES =
      List.of(
          new LoadPlan(1 << 18, 12_400_000, 8, 1),
          new LoadPlan(1 << 20, 40 * MILLION, 8, 1),
          new LoadPlan(1 << 21, 124 * MILLION, 8, 1));

  private static final LoadPlan LEFT_OUT = new LoadPlan(1 << 22, 250 * MILLION, 32, 1);
  private static final long BILLION_VERTICES = 1 << 24;

  @Spec private CommandSpec spec;

  @Option(
      names = "--runs",
      required = true,
      paramLabel = "FILE",
      description = "Runs that were made are read here, and others appended.")
  private Path runs;

  @Option(
      names = "--partitions",
      split = ",",
      defaultValue = "8,32,128",
      description = "Partitions: ${DEFAULT-VALUE}.")
  private List<Integer> partitions;

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "1,3",
      description = "Storage nodes, JVMs of this machine: ${DEFAULT-VALUE}.")
  private List<Integer> nodes;

  @Option(names = "--no-new", description = "Makes no runs: fits to those that there are.")
  private boolean old;

  /** Made by the command line. */
  public Forecast() {}

  @Override
  public Integer call() throws IOException {
    final PrintWriter out = spec.commandLine().getOut();
    List<LoadPlan> plans = new ArrayList<>();
    for (LoadPlan size : SIZES) {
      for (int p : partitions) {
        for (int n : nodes) {
          plans.add(new LoadPlan(size.vertices(), size.edges(), p, n));
        }
      }
    }
    plans.add(LEFT_OUT);
    for (LoadPlan plan : old ? List.<LoadPlan>of() : plans) {
      if (LoadRun.read(runs).stream().noneMatch(run -> run.plan().equals(plan))) {
        final LoadRun run = LoadTimer.measure(plan);
        run.append(runs);
        print(run, out);
      }
    }
    report(LoadRun.read(runs), out);
    return 0;
  }

  private static void print(LoadRun run, PrintWriter out) {
    out.printf(
        "%,12d edges, P %4d, %d nodes: receive %.1f s (%.1f processor), cut %.1f (%.1f), write %.1f"
            + " (%.1f), %.2f GB, %.2f GB between nodes%n",
        run.plan().edges(),
        run.plan().partitions(),
        run.plan().nodes(),
        run.receive().seconds(),
        run.receive().processor(),
        run.cut().seconds(),
        run.cut().processor(),
        run.write().seconds(),
        run.write().processor(),
        run.peakBytes() / GB,
        run.exchangedBytes() / GB);
    out.flush();
  }

  private static void report(List<LoadRun> all, PrintWriter out) {
    List<LoadRun> fitted = all.stream().filter(run -> !run.plan().equals(LEFT_OUT)).toList();
    LoadModel model = LoadModel.of(fitted);
    out.println(Machine.describe());
    all.forEach(run -> print(run, out));
    out.println(model);
    for (LoadRun run : all) {
      if (run.plan().equals(LEFT_OUT)) {
        out.printf(
            "left out of the fit, %,d edges: %.0f s, predicted %.0f; %.1f GB, predicted %.1f%n",
            run.plan().edges(),
            run.seconds(),
            model.seconds(run.plan()),
            run.peakBytes() / GB,
            model.peakBytes(run.plan()) / GB);
      }
    }
    for (int count : new int[] {1, 3, 16, 64}) {
      final LoadPlan plan =
          new LoadPlan(BILLION_VERTICES, 1000 * MILLION, Math.max(64, 4 * count), count);
      out.printf(
          "a billion edges over %2d nodes, P %d: %.0f s, %.1f GB a node, %.1f GB between nodes,"
              + " extrapolated%n",
          count,
          plan.partitions(),
          model.seconds(plan),
          model.peakBytes(plan) / GB,
          model.exchangedBytes(plan) / GB);
    }
    out.flush();
  }
}
