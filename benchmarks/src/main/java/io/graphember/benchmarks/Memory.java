// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.spi.backend.ModelKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Native memory of a job: what the node estimates, and what it takes in a fresh JVM. */
final class Memory implements Benchmark {
  /** One batch is the whole graph, so that what is estimated for the largest one is what comes. */
  static final int VERTICES = 60_000;

  static final int EDGES = 300_000;
  static final int WIDTH = 128;
  static final int EPOCHS = 8;
  static final int HEAP_MEBIBYTES = 1024;

  private static final double MIB = 1 << 20;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String description() {
    return "native memory of a job, estimated and taken: nine models on two engines";
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
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) throws Exception {
    List<Measurement> measured = new ArrayList<>();
    if (!ResidentSet.known()) {
      throw new IllegalStateException("memory is counted by /proc/self, which only Linux has");
    }
    for (ModelKind model : models(options.get("models"))) {
      for (String backend : options.get("backends").split(",")) {
        Footprint.Job job =
            new Footprint.Job(
                model,
                backend,
                Integer.parseInt(options.get("vertices")),
                Integer.parseInt(options.get("edges")),
                Integer.parseInt(options.get("width")),
                Integer.parseInt(options.get("epochs")));
        Footprint footprint = Footprint.of(job, Integer.parseInt(options.get("heap")));
        final String name = model.name().toLowerCase(Locale.ROOT) + " on " + backend;
        measured.add(mebibytes(name + ": estimate", footprint.estimateBytes()));
        measured.add(mebibytes(name + ": growth", footprint.growthBytes()));
      }
    }
    return measured;
  }

  private static Measurement mebibytes(String name, long bytes) {
    return Measurement.lower(name, "MiB", List.of(bytes / MIB)).in("1 JVM");
  }

  private static List<ModelKind> models(String names) {
    return names.equals("all")
        ? List.of(ModelKind.values())
        : Arrays.stream(names.split(","))
            .map(name -> ModelKind.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
  }
}
