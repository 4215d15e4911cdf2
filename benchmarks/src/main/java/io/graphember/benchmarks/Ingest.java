// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.client.GraphemberClient;
import io.graphember.config.SettingsDocument;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.ReadProgress;
import io.graphember.ingest.SourceSettings;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Edges a second from a csv file in the page cache: read alone, and loaded into one node. */
final class Ingest implements Benchmark {
  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public String description() {
    return "edges a second from csv: read by the client, and loaded, symmetrised, into one node";
  }

  @Override
  public Map<String, String> options() {
    return Map.of("edges", "10000000", "vertices", "500000", "nodes", "1", "jvms", "false");
  }

  @Override
  public List<Measurement> run(Map<String, String> options) throws Exception {
    int edges = Integer.parseInt(options.get("edges"));
    Path folder = Files.createTempDirectory("graphember-ingest");
    Path file = folder.resolve("edges.csv");
    try {
      write(file, edges, Integer.parseInt(options.get("vertices")));
      SourceSettings settings =
          SettingsDocument.parse(
                  "ingest",
                  "{format: csv, data: %s, edges: {file: edges.csv, header: false}}"
                      .formatted(folder))
              .bind(SourceSettings.class);
      double bytes = Files.size(file);
      double limit = edges / Stopwatch.median(Stopwatch.seconds(1, 3, () -> read(file)));
      List<Double> parse =
          Stopwatch.seconds(2, 3, () -> stream(settings, folder)).stream()
              .map(seconds -> edges / seconds / 1e6)
              .toList();
      return List.of(
          Measurement.higher("read of %.0f MB of csv".formatted(bytes / 1e6), "M edges/s", parse)
              .withLimit(limit / 1e6),
          load(settings, folder, options).withLimit(limit / 1e6));
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  private static void write(Path file, int edges, int vertices) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (int e = 0; e < edges; e++) {
        int source = CounterRandom.bounded(CounterRandom.bits(1, e), vertices);
        int destination = CounterRandom.bounded(CounterRandom.bits(2, e), vertices);
        out.write((source + "," + destination + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
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

  private static void stream(SourceSettings settings, Path folder) {
    try (GraphSource source = GraphSource.open(settings, folder, ReadProgress.NONE)) {
      source.stream(new NowhereSink(), Cancellation.NEVER);
    }
  }

  private static Measurement load(SourceSettings settings, Path folder, Map<String, String> options)
      throws Exception {
    String graph = "{name: ingest, symmetrize: true, unknownVertices: create}";
    double edges = Double.parseDouble(options.get("edges"));
    try (BenchmarkCluster cluster =
            BenchmarkCluster.start(
                Integer.parseInt(options.get("nodes")), Boolean.parseBoolean(options.get("jvms")));
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      List<Double> seconds =
          Stopwatch.seconds(
              1,
              3,
              () -> {
                try (GraphSource source = GraphSource.open(settings, folder, ReadProgress.NONE)) {
                  client.load(graph, source, progress -> {}, Cancellation.NEVER);
                }
              });
      return Measurement.higher(
              "load of csv", "M edges/s", seconds.stream().map(s -> edges / s / 1e6).toList())
          .in(cluster.where());
    }
  }

  private static final class NowhereSink implements PieceSink {
    @Override
    public void vertices(VertexPiece piece) {
      // Only reading is measured.
    }

    @Override
    public void split(SplitPiece piece) {
      // Only reading is measured.
    }

    @Override
    public void edges(EdgePiece piece) {
      // Only reading is measured.
    }
  }
}
