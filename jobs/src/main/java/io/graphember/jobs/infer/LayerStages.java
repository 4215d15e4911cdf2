// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.client.api.LayerInfo;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobNodes;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The layer-wise pass of a model over the whole graph, of a job of inference or of one that has
 * trained the model: takes all nodes through the stages of the layers, each behind a barrier, and
 * has them write what is published. Used by the coordinator's thread.
 */
public final class LayerStages {
  private final JobSettings settings;
  private final long job;
  private final JobAttempts attempts;
  private final LayerMeter meter;

  /**
   * Stages that have not begun.
   *
   * @param job number of the job
   * @param meter hears how far they are
   */
  public LayerStages(JobSettings settings, long job, JobAttempts attempts, LayerMeter meter) {
    this.settings = settings;
    this.job = job;
    this.attempts = attempts;
    this.meter = meter;
  }

  /**
   * Computes all layers and fills the caches of predictions and embeddings.
   *
   * @param layers how many
   * @return where the time of each layer went, over all nodes
   * @throws LostNodes if a node that computes has left
   */
  public List<LayerTimes> run(
      JobNodes nodes, int layers, InferenceContent content, Publications publications) {
    final int epoch = nodes.plan().epoch();
    final UUID[] computing = computing(nodes);
    VertexCaches caches = VertexCaches.of(publications, nodes.plan().graph(), settings);
    onAll(
        nodes, computing, () -> new InferenceMessages.Open(job, epoch, computing, content, caches));
    final long vertices = nodes.plan().graph().vertices();
    final long rows =
        stage(nodes, computing, InferenceStage.OPEN, 0).stream().mapToLong(StageReport::rows).sum();
    stage(nodes, computing, InferenceStage.BEGIN, 0);
    List<LayerTimes> times = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      meter.begin(layer, layers, vertices, rows);
      stage(nodes, computing, InferenceStage.FILL, layer);
      stage(nodes, computing, InferenceStage.SUM, layer);
      times.add(
          stage(nodes, computing, InferenceStage.PASS, layer).stream()
              .flatMap(report -> report.times().stream())
              .reduce(LayerTimes::plus)
              .orElseThrow());
    }
    stage(nodes, computing, InferenceStage.COMPLETE, 0);
    return times;
  }

  /** The node that computes each partition: one that is there, whatever was lost before. */
  private static UUID[] computing(JobNodes nodes) {
    final int[] partitions = IntStream.range(0, nodes.plan().owners().length).toArray();
    UUID[] computing = new UUID[partitions.length];
    for (Map.Entry<UUID, int[]> part : nodes.predictors(partitions).entrySet()) {
      for (int p : part.getValue()) {
        computing[p] = part.getKey();
      }
    }
    return computing;
  }

  private List<StageReport> stage(
      JobNodes nodes, UUID[] computing, InferenceStage stage, int layer) {
    return onAll(
        nodes,
        computing,
        () -> new InferenceMessages.Stage(job, nodes.plan().epoch(), stage, layer));
  }

  /** Work on all nodes that compute; the next begins when all have ended. */
  private <R> List<R> onAll(JobNodes nodes, UUID[] computing, Supplier<Message<R>> message) {
    List<UUID> all = List.of(computing).stream().distinct().toList();
    return attempts.await(
        nodes, all.stream().map(node -> nodes.send(node, message.get())).toList(), all, () -> {});
  }

  /** Where the time of a layer went, as clients see it. */
  public static LayerInfo info(LayerTimes times) {
    return new LayerInfo(
        times.layer(),
        times.wall(),
        times.fill(),
        times.read(),
        times.aggregate(),
        times.dense(),
        times.write(),
        times.restored(),
        times.filledRows(),
        times.cachedRows(),
        times.chunkReads(),
        times.chunkHits());
  }
}
