// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.benchmarks.cluster.GuardedParts;
import io.graphember.benchmarks.graphs.TypedSource;
import io.graphember.benchmarks.measure.ResidentSet;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ignite.Ignition;

/**
 * Native memory of one job in a fresh JVM whose heap is fixed and touched, so that nothing of what
 * grows is heap.
 *
 * @param estimateBytes what the node has reserved for it
 * @param growthBytes from the resident set before the job to its peak until the job's end
 */
record Footprint(long estimateBytes, long growthBytes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int SMALL_BATCH = 4_096;

  /** As in bin/graphember: freed tensors stay in the process, which takes the more for it. */
  private static final Map<String, String> ALLOCATOR =
      Map.of(
          "MALLOC_MMAP_MAX_", "0",
          "MALLOC_TRIM_THRESHOLD_", "1000000000000",
          "MALLOC_TOP_PAD_", "67108864",
          "ORT_DISABLE_TELEMETRY", "1");

  /**
   * A job that trains, or infers with what another one has trained.
   *
   * @param model type of a model; after a plus sign its normalisation
   * @param backend {@code djl} or {@code tensorflow}
   * @param vertices of the graph, all of which are in one batch
   * @param edges of the graph
   * @param width features of a vertex and floats of a hidden row
   * @param epochs steps
   * @param hub edges that lead to one vertex
   * @param engine of the inference that is measured; empty where training is
   */
  record Job(
      String model,
      String backend,
      int vertices,
      int edges,
      int width,
      int epochs,
      int hub,
      String engine) {
    /** A job that trains on all vertices at once. */
    static Job training(
        String model, String backend, int vertices, int edges, int width, int epochs) {
      return new Job(model, backend, vertices, edges, width, epochs, 0, "");
    }

    /** A job that infers with a model that was trained in small batches before. */
    static Job inference(String model, int vertices, int edges, int width, int hub, String by) {
      return new Job(model, "djl", vertices, edges, width, 1, hub, by);
    }

    private boolean infers() {
      return !engine.isEmpty();
    }

    /** Section model of a job file. */
    private String settings() {
      String[] parts = model.split("\\+");
      String heads = model.startsWith("gat") || parts[0].equals("hgt") ? ", heads: 4" : "";
      String normalization = parts.length > 1 ? ", normalization: " + parts[1] : "";
      return "{type: %s, hidden: %d%s%s}".formatted(parts[0], width, heads, normalization);
    }

    private String inferenceText() {
      return """
          name: inferred
          graph: {name: typed, partitions: 2}
          model: %s
          job: infer
          inference: {model: footprint, engine: %s}
          publish: {predictions: true, embeddings: false}
          """
          .formatted(settings(), engine);
    }

    private String text() {
      return """
          name: footprint
          backend: %s
          graph: {name: typed, partitions: 2}
          model: %s
          training: {epochs: %d, batchSize: %d, evaluationBatchSize: %d, baseline: false}
          publish: {predictions: false, embeddings: false}
          """
          .formatted(
              backend,
              settings(),
              epochs,
              infers() ? SMALL_BATCH : vertices,
              infers() ? SMALL_BATCH : vertices);
    }
  }

  /** Measures in a JVM of its own with so many MiB of heap. */
  static Footprint of(Job job, int heapMebibytes) throws IOException, InterruptedException {
    Path file = Files.createTempFile("graphember-footprint", ".json");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
      command.addAll(
          List.of(
              "-Xms" + heapMebibytes + "m",
              "-Xmx" + heapMebibytes + "m",
              "-XX:+AlwaysPreTouch",
              "-cp",
              System.getProperty("java.class.path"),
              Footprint.class.getName(),
              JSON.writeValueAsString(job),
              file.toString()));
      ProcessBuilder process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      ALLOCATOR.forEach(process.environment()::putIfAbsent);
      int code = process.start().waitFor();
      if (code != 0) {
        throw new IOException("the JVM of " + job + " ended with " + code);
      }
      return JSON.readValue(file.toFile(), Footprint.class);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** In the forked JVM: the job, and the file for the measurement. */
  public static void main(String[] arguments) throws Exception {
    Footprint measured = measure(JSON.readValue(arguments[0], Job.class));
    JSON.writeValue(Path.of(arguments[1]).toFile(), measured);
    Runtime.getRuntime().halt(0); // engines may leave threads behind
  }

  /** The one node of this JVM. */
  private static GuardedParts node() {
    GraphemberPlugin plugin = Ignition.allGrids().get(0).plugin(GraphemberPlugin.NAME);
    GuardedParts parts = new GuardedParts();
    plugin.inject(parts);
    return parts;
  }

  private static Footprint measure(Job job) throws IOException {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(1, false, Cancellation.NEVER);
        GraphemberClient client = GraphemberClient.connect(cluster.address());
        TypedSource source =
            new TypedSource(job.vertices(), job.edges(), job.width(), 8, job.hub())) {
      client.load("{name: typed, partitions: 2}", source, progress -> {}, Cancellation.NEVER);
      if (!job.infers()) {
        return measure(client, job.text());
      }
      client.submit(job.text()).await(state -> {}, Cancellation.NEVER);
      return measure(client, job.inferenceText());
    }
  }

  private static Footprint measure(GraphemberClient client, String text) throws IOException {
    final NativeMemory memory = node().nativeMemory();
    final long taken = memory.takenBytes();
    System.gc();
    ResidentSet.resetPeak();
    final long before = ResidentSet.bytes();
    AtomicLong most = new AtomicLong();
    client
        .submit(text)
        .await(state -> most.accumulateAndGet(memory.takenBytes(), Math::max), Cancellation.NEVER);
    final long growth = ResidentSet.peakBytes() - before;
    return new Footprint(most.get() - taken, growth);
  }
}
