// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.inference.slice.Slice;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.pairs.PairStages;
import io.graphember.jobs.publish.OutputKind;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.JobPhase;
import io.graphember.kernels.Simd;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Runs one job of inference: opens slabs, takes all nodes through the layers, publishes, frees.
 * When a node is lost, all is done again on those that are left; what they have stored of their
 * partitions in files is not computed again. Used by the coordinator's thread.
 */
public final class InferenceRun {
  private final JobParts parts;
  private final JobSettings settings;
  private final byte[] archive;
  private final JobRecord record;
  private final long job;
  private final JobMonitor monitor;
  private final Cancellation cancellation;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final JobAttempts attempts;
  private final LayerStages stages;
  private final InferenceSettings.Engine engine;
  private List<LayerTimes> layers = List.of();

  /**
   * A run that has not begun.
   *
   * @param archive slices that the client sent, not looked at yet; empty for none
   */
  public InferenceRun(
      JobParts parts,
      JobSettings settings,
      byte[] archive,
      JobRecord record,
      JobMonitor monitor,
      LayerMeter meter,
      Cancellation cancellation) {
    this.parts = parts;
    this.settings = settings;
    this.archive = archive;
    this.record = record;
    this.job = record.job();
    this.monitor = monitor;
    this.cancellation = cancellation;
    this.attempts = new JobAttempts(parts, record, settings, monitor, cancellation);
    this.engine = parts.engines().choose(settings.infer().inference());
    this.stages = new LayerStages(settings, job, attempts, meter);
  }

  /**
   * Runs it.
   *
   * @param modelKey key of the model that it names; empty of slices that were made elsewhere
   */
  public JobResult run(long started, GraphInfo graph, Optional<String> modelKey) {
    GraphTask task = GraphTask.of(graph, settings);
    Map<String, List<GraphInfo.Vertices>> kinds = kinds(task);
    PairStages pairs =
        new PairStages(parts, settings, archive, job, graph, monitor, attempts, seconds);
    final boolean imports = settings.infer().inference().slices() != null;
    InferenceContent content =
        imports
            ? new InferenceContent(engine, new float[0], archive, Optional.empty())
            : trained(graph, task, pairs, modelKey);
    List<Slice> slices =
        imports
            ? fitting(content.slices(), graph, task)
            : Slice.of(settings.ofModel().spec(task.shape()));
    PublishedLayers rows = PublishedLayers.of(slices, settings);
    List<Demand> demands =
        new ArrayList<>(
            VertexResults.demands(settings, task, rows.outputDim(), rows.embeddingDim()));
    demands.addAll(pairs.demands());
    try (RoomReservation room = parts.reserveResults(settings.name(), demands, cancellation)) {
      return attempts.run(
          graph, "", nodes -> attempt(nodes, started, graph, slices.size(), kinds, pairs, content));
    }
  }

  private InferenceContent trained(
      GraphInfo graph, GraphTask task, PairStages pairs, Optional<String> modelKey) {
    final String from = settings.infer().inference().trainedModel();
    StoredModel model =
        parts
            .models()
            .get(
                job,
                parts.calls().self(),
                "inference.model",
                graph.name(),
                from,
                modelKey.orElseThrow(),
                settings.ofModel().spec(task.shape()));
    pairs.requireLearned(model);
    return new InferenceContent(
        engine,
        model.parameters(),
        new byte[0],
        task.shape().learned()
            ? Optional.of(parts.learnableEmbeddings(job, "inference.model", from, model, graph))
            : Optional.empty());
  }

  /** Slices that a client sent, of the widths of the graph. */
  private List<Slice> fitting(ImportedSlices imported, GraphInfo graph, GraphTask task) {
    imported.requireInput(graph.name(), task.shape().inputDim(0));
    if (!OutputKind.of(settings).isEmpty()) {
      imported.requireOutput(graph.name(), task.shape().classes());
    }
    return imported.slices();
  }

  private Map<String, List<GraphInfo.Vertices>> kinds(GraphTask task) {
    Map<String, List<GraphInfo.Vertices>> kinds = VertexResults.kinds(settings, task);
    if (kinds.isEmpty()) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Job %s publishes nothing: inference needs publish.predictions, publish.embeddings or publish.uncertainty."
              .formatted(settings.name()));
    }
    return kinds;
  }

  private JobResult attempt(
      JobNodes nodes,
      long started,
      GraphInfo graph,
      int layerCount,
      Map<String, List<GraphInfo.Vertices>> kinds,
      PairStages pairs,
      InferenceContent content) {
    seconds.put(JobPhase.OPEN.text(), attempts.openSeconds());
    final long began = System.nanoTime();
    monitor.phase(JobPhase.INFER);
    Publications publications = new Publications(parts, graph, settings, job, kinds);
    pairs.add(publications);
    publications.publish(
        () -> {
          layers = stages.run(nodes, layerCount, content, publications);
          keepSeconds();
          seconds.put(JobPhase.INFER.text(), Elapsed.seconds(began));
          pairs.run(nodes, content.parameters(), publications);
          attempts.awaitMajority();
        });
    final List<NodeCounts> counts = nodes.release();
    seconds.put("total", Elapsed.seconds(started));
    return result(graph, publications.byName(), counts);
  }

  private void keepSeconds() {
    for (LayerTimes layer : layers) {
      seconds.put("layer " + layer.layer(), layer.wall());
    }
    work("fill", LayerTimes::fill);
    work("read", LayerTimes::read);
    work("aggregate", LayerTimes::aggregate);
    work("dense", LayerTimes::dense);
    work("write", LayerTimes::write);
  }

  private void work(String part, ToDoubleFunction<LayerTimes> of) {
    seconds.put(part + " work", layers.stream().mapToDouble(of).sum());
  }

  private String engine() {
    if (engine != InferenceSettings.Engine.KERNEL) {
      return engine.name().toLowerCase(Locale.ROOT);
    }
    return Simd.present() ? "kernels, Vector API" : "kernels, plain loops";
  }

  private JobResult result(
      GraphInfo graph, Map<String, Publication> publications, List<NodeCounts> counts) {
    Map<String, String> versions = parts.versions();
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
        null,
        layers.stream().map(LayerStages::info).toList(),
        null,
        record.origin(),
        Json.object(record.settings()),
        List.of(),
        null);
  }
}
