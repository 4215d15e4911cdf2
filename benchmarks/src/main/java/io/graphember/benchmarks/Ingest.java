// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.BenchmarkCluster;
import io.graphember.benchmarks.graphs.EdgeFiles;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.client.LoadProgress;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Edges a second from files in the page cache: read by the client alone; read, sent to a node, keys
 * mapped, symmetrised and sorted there; and the whole load, cut and stored.
 */
final class Ingest implements Benchmark {
  private static final int WARM_UPS = 2;
  private static final int RUNS = 3;
  private static final double CSV_TARGET = 8;
  private static final double NPY_TARGET = 15;

  /** Phases of a load up to where the partitioner takes over. */
  private static final Set<String> MAPPING = Set.of("send", "receive", "sort");

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public String description() {
    return "edges a second from csv and npy: read, keys mapped and symmetrised, loaded whole";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("edges", "20000000");
    options.put("vertices", "1000000");
    options.put("partitioner", "hash-2d");
    options.put("nodes", "1");
    options.put("jvms", "false");
    return options;
  }

  /** A file, and how it is read. */
  private record Input(String format, Path file, SourceSettings settings, double target) {
    static Input of(String format, Path file, String source, double target) {
      SourceSettings settings =
          SettingsDocument.parse("ingest", source.formatted(folder(file)))
              .bind(SourceSettings.class);
      return new Input(format, file, settings, target);
    }

    private static Path folder(Path file) {
      return file.resolveSibling("");
    }

    GraphSource open() {
      return GraphSource.open(settings, folder(file), ReadProgress.NONE);
    }
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    int edges = Integer.parseInt(options.text("edges"));
    int vertices = Integer.parseInt(options.text("vertices"));
    EdgeFiles files = new EdgeFiles(edges, vertices);
    Path folder = Files.createTempDirectory("graphember-ingest");
    List<Measurement> all = new ArrayList<>();
    try {
      Input csv =
          Input.of(
              "csv",
              files.csv(folder.resolve("edges.csv")),
              "{type: csv, data: %s, edges: {file: edges.csv, header: false}}",
              CSV_TARGET);
      all.addAll(measure(csv, edges, options));
      Input npy =
          Input.of(
              "npy",
              files.npy(folder.resolve("edges.npy")),
              "{type: npy, data: %s, edges: edges.npy, vertices: " + vertices + "}",
              NPY_TARGET);
      all.addAll(measure(npy, edges, options));
      return all;
    } finally {
      Files.deleteIfExists(folder.resolve("edges.csv"));
      Files.deleteIfExists(folder.resolve("edges.npy"));
      Files.delete(folder);
    }
  }

  private static List<Measurement> measure(Input input, int edges, BenchmarkOptions options)
      throws Exception {
    List<Measurement> all = new ArrayList<>();
    double limit = edges / Stopwatch.median(Stopwatch.seconds(1, 3, () -> read(input.file)));
    all.add(
        Measurement.higher(
            input.format + " read",
            "M edges/s",
            rates(edges, Stopwatch.seconds(WARM_UPS, RUNS, () -> stream(input)))));
    all.addAll(load(input, edges, options));
    return all.stream().map(m -> m.withLimit(limit / 1e6)).toList();
  }

  private static List<Double> rates(int edges, List<Double> seconds) {
    return seconds.stream().map(s -> edges / s / 1e6).toList();
  }

  /** The machine's own limit: the bytes of the file, read once from the page cache. */
  private static void read(Path file) throws IOException {
    byte[] block = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      while (in.read(block) >= 0) {
        // Nothing is done with them.
      }
    }
  }

  private static void stream(Input input) {
    try (GraphSource source = input.open()) {
      source.stream(PieceSink.ofEdges(piece -> {}), Cancellation.NEVER);
    }
  }

  private static List<Measurement> load(Input input, int edges, BenchmarkOptions options)
      throws Exception {
    String graph =
        "{name: ingest, symmetrize: true, unknownVertices: create, partitioner: %s}"
            .formatted(options.text("partitioner"));
    List<Double> mapped = new ArrayList<>();
    List<Double> whole = new ArrayList<>();
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(
                Integer.parseInt(options.text("nodes")),
                Boolean.parseBoolean(options.text("jvms")));
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      for (int run = 0; run < WARM_UPS + RUNS; run++) {
        PhaseClock clock = new PhaseClock();
        double seconds =
            Stopwatch.seconds(
                () -> {
                  try (GraphSource source = input.open()) {
                    client.load(graph, source, clock::at, Cancellation.NEVER);
                  }
                });
        if (run >= WARM_UPS) {
          mapped.add(clock.mappingSeconds);
          whole.add(seconds);
        }
      }
      return List.of(
          Measurement.higher(
                  input.format + " read, keys mapped, symmetrised",
                  "M edges/s",
                  rates(edges, mapped))
              .withTarget(input.target)
              .in(cluster.where()),
          Measurement.higher(input.format + " loaded whole", "M edges/s", rates(edges, whole))
              .in(cluster.where()));
    }
  }

  /** Notes when the edges of a load are mapped and sorted; the client asks every few hundredths. */
  private static final class PhaseClock {
    private final long start = System.nanoTime();
    private double mappingSeconds;

    void at(LoadProgress progress) {
      if (mappingSeconds == 0 && !MAPPING.contains(progress.phase())) {
        mappingSeconds = (System.nanoTime() - start) / 1e9;
      }
    }
  }
}
