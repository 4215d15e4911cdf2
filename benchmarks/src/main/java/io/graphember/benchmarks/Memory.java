// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.ResidentSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Native memory of a job that trains, and of inference by engines: what the node estimates, and
 * what it takes in a fresh JVM.
 */
final class Memory implements Benchmark {
  private static final String ALL = "graphsage,graphsage-pool,gcn,gin,gat,gatv2,gat-e,rgcn,hgt";

  /** One batch is the whole graph, so that what is estimated for the largest one is what comes. */
  static final int VERTICES = 60_000;

  static final int EDGES = 300_000;
  static final int WIDTH = 128;
  static final int EPOCHS = 8;
  static final int HEAP_MEBIBYTES = 1024;

  /** Edges that lead to one vertex: the largest batch of inference has them all. */
  static final int HUB_EDGES = 100_000;

  private static final double MIB = 1 << 20;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String description() {
    return "native memory of a job, estimated and taken: nine models on two engines, and inference";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("models", "all");
    options.put("backends", "djl,tensorflow");
    options.put("vertices", String.valueOf(VERTICES));
    options.put("edges", String.valueOf(EDGES));
    options.put("width", String.valueOf(WIDTH));
    options.put("epochs", String.valueOf(EPOCHS));
    options.put("heap", String.valueOf(HEAP_MEBIBYTES));
    options.put("engines", "onnx,djl");
    options.put("hub", String.valueOf(HUB_EDGES));
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> measured = new ArrayList<>();
    if (!ResidentSet.known()) {
      throw new IllegalStateException("memory is counted by /proc/self, which only Linux has");
    }
    for (String model : models(options.text("models"))) {
      for (String backend : options.text("backends").split(",")) {
        Footprint.Job job =
            Footprint.Job.training(
                model,
                backend,
                Integer.parseInt(options.text("vertices")),
                Integer.parseInt(options.text("edges")),
                Integer.parseInt(options.text("width")),
                Integer.parseInt(options.text("epochs")));
        measured.addAll(measured(job, model, " on " + backend, options));
      }
      for (String engine : options.text("engines").split(",")) {
        Footprint.Job job =
            Footprint.Job.inference(
                model,
                Integer.parseInt(options.text("vertices")),
                Integer.parseInt(options.text("edges")),
                Integer.parseInt(options.text("width")),
                Integer.parseInt(options.text("hub")),
                engine);
        measured.addAll(measured(job, model, ", inference by " + engine, options));
      }
    }
    return measured;
  }

  private static List<Measurement> measured(
      Footprint.Job job, String model, String what, BenchmarkOptions options) throws Exception {
    Footprint footprint = Footprint.of(job, Integer.parseInt(options.text("heap")));
    final String name = model + what;
    return List.of(
        mebibytes(name + ": estimate", footprint.estimateBytes()),
        mebibytes(name + ": growth", footprint.growthBytes()));
  }

  private static Measurement mebibytes(String name, long bytes) {
    return Measurement.lower(name, "MiB", List.of(bytes / MIB)).in("1 JVM");
  }

  static List<String> models(String names) {
    return List.of((names.equals("all") ? ALL : names).split(","));
  }
}
