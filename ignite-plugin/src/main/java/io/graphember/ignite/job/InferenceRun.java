// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.ignite.live.GraphTask;
import io.graphember.memory.kernel.VectorModule;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs one job of inference: opens slabs, runs the model layer by layer on one node, publishes,
 * frees. When a node is lost, all is done again on those that are left. Used by the coordinator's
 * thread.
 */
final class InferenceRun {
  private static final String NO_BACKEND = "";
  private static final List<String> PARTS = List.of("fill", "aggregate", "dense", "write");

  private final JobParts parts;
  private final JobSettings settings;
  private final long job;
  private final JobMonitor monitor;
  private final Cancellation cancellation;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final JobAttempts attempts;

  /** A run that has not begun. */
  InferenceRun(
      JobParts parts,
      JobSettings settings,
      long job,
      JobMonitor monitor,
      Cancellation cancellation) {
    this.parts = parts;
    this.settings = settings;
    this.job = job;
    this.monitor = monitor;
    this.cancellation = cancellation;
    this.attempts =
        new JobAttempts(parts, new JobOpening(parts, job, settings, cancellation), cancellation);
  }

  JobResult run(long started, GraphInfo graph) {
    GraphFit.require(graph, settings);
    GraphTask task = GraphTask.of(graph, settings);
    ModelSpec spec = settings.spec(task.shape());
    float[] parameters =
        parts
            .models()
            .parameters("inference.model", graph.name(), settings.inference().model(), spec);
    List<String> kinds = kinds();
    parts
        .room()
        .require(
            publishedBytes(kinds, spec) * task.vertices().count(),
            "What job " + settings.name() + " publishes",
            cancellation);
    return attempts.run(
        graph, NO_BACKEND, nodes -> attempt(nodes, started, graph, task, kinds, parameters));
  }

  private List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    if (settings.publish().predictions() && !settings.ofEdges()) {
      kinds.add("predictions");
    }
    if (settings.publish().embeddings()) {
      kinds.add("embeddings");
    }
    if (kinds.isEmpty()) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Job %s publishes nothing: inference needs publish.predictions or publish.embeddings."
              .formatted(settings.name()));
    }
    return kinds;
  }

  private static long publishedBytes(List<String> kinds, ModelSpec spec) {
    long entry = 0;
    entry += kinds.contains("predictions") ? ModelRun.ENTRY_BYTES + 4L * spec.outputDim() : 0;
    entry += kinds.contains("embeddings") ? ModelRun.ENTRY_BYTES + 4L * spec.embeddingDim() : 0;
    return entry;
  }

  private JobResult attempt(
      JobNodes nodes,
      long started,
      GraphInfo graph,
      GraphTask task,
      List<String> kinds,
      float[] parameters) {
    seconds.put(JobPhase.OPEN.text(), attempts.openSeconds());
    final long began = System.nanoTime();
    monitor.phase(JobPhase.INFER);
    Publications publications =
        new Publications(parts, graph, task.vertices(), settings.name(), kinds);
    publications.publish(
        () -> {
          InferCall call =
              new InferCall(
                  job,
                  nodes.plan().epoch(),
                  parameters,
                  publications.cache("predictions"),
                  publications.cache("embeddings"));
          keepTimes(attempts.await(nodes, List.of(nodes.send(computer(nodes), call))).get(0));
          cancellation.check();
        });
    seconds.put(JobPhase.INFER.text(), TrainerRunner.secondsSince(began));
    final List<NodeCounts> counts = nodes.release();
    seconds.put("total", TrainerRunner.secondsSince(started));
    return result(graph, publications.byKind(), counts);
  }

  /** The node that computes: one that runs trainers, and of these the one with most partitions. */
  private static UUID computer(JobNodes nodes) {
    Map<UUID, Long> partitions =
        Arrays.stream(nodes.plan().predictors())
            .collect(
                Collectors.groupingBy(
                    Function.identity(), LinkedHashMap::new, Collectors.counting()));
    return partitions.entrySet().stream()
        .max(Comparator.comparingLong(Map.Entry::getValue))
        .orElseThrow()
        .getKey();
  }

  private void keepTimes(double[] answer) {
    double[] layers = InferCall.wall(answer);
    for (int k = 0; k < layers.length; k++) {
      seconds.put("layer " + k, layers[k]);
    }
    for (int i = 0; i < PARTS.size(); i++) {
      seconds.put(PARTS.get(i) + " work", InferCall.work(answer, i));
    }
  }

  private String engine() {
    InferenceSettings.Engine engine = settings.inference().engine();
    if (engine != InferenceSettings.Engine.KERNEL) {
      return engine.name().toLowerCase(Locale.ROOT);
    }
    return VectorModule.present() ? "kernels, Vector API" : "kernels, plain loops";
  }

  private JobResult result(
      GraphInfo graph, Map<String, Publication> publications, List<NodeCounts> counts) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("graphember", GraphemberVersion.current());
    versions.put("ignite", parts.ignite().version().toString());
    versions.put("java", Runtime.version().toString());
    versions.put("engine", engine());
    return new JobResult(
        job,
        settings.name(),
        settings.seed(),
        graph,
        List.of(),
        0,
        null,
        seconds,
        counts.stream().mapToLong(NodeCounts::bytesMoved).sum(),
        counts,
        publications,
        versions,
        attempts.losses().count(),
        null);
  }
}
