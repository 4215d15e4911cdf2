// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.ModelCheckpoints;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.Optional;

/** Runs one trainer on a node, to its end. */
final class TrainerCall extends NodeCall<TrainerResult> {
  private static final long serialVersionUID = 1L;

  @Inject private transient GraphCatalog graphs;
  @Inject private transient Caches caches;
  @Inject private transient LiveStore jobs;
  @Inject private transient Publisher publisher;
  @Inject private transient TrainerRunner trainers;

  private final long job;
  private final int epoch;
  private final int rank;
  private final long[][] vids;
  private final int[][] labels;
  private final long[][] testEdges; // sources, destinations
  private final int[] testTypes;
  private final float[] start;
  private final String cache;
  private final byte[] manifest;

  /**
   * A call.
   *
   * @param testEdges edges that the graph does not have
   * @param start parameters to start from; empty for random ones
   * @param cache durable cache of the job's checkpoints; null if it has none
   * @param manifest checkpoint to go on from; null to begin
   */
  TrainerCall(
      long job,
      int epoch,
      int rank,
      SplitVertices split,
      TypedEdges testEdges,
      float[] start,
      String cache,
      byte[] manifest) {
    this.job = job;
    this.epoch = epoch;
    this.rank = rank;
    this.testEdges = new long[][] {testEdges.sources(), testEdges.destinations()};
    this.testTypes = testEdges.types();
    this.start = start;
    this.cache = cache;
    this.manifest = manifest;
    this.vids = new long[][] {split.train().vids(), split.valid().vids(), split.test().vids()};
    this.labels =
        new int[][] {split.train().labels(), split.valid().labels(), split.test().labels()};
  }

  @Override
  public TrainerResult run() {
    SplitVertices split =
        new SplitVertices(
            new LabeledVertices(vids[0], labels[0]),
            new LabeledVertices(vids[1], labels[1]),
            new LabeledVertices(vids[2], labels[2]));
    LiveJob live = jobs.get(job, epoch);
    Optional<ModelCheckpoints> checkpoints =
        Optional.ofNullable(cache)
            .map(
                name ->
                    new ModelCheckpoints(
                        live,
                        caches.open(name),
                        graphs,
                        Optional.ofNullable(manifest).map(ManifestFormat::decode)));
    try {
      return trainers.run(
          live,
          rank,
          split,
          new TypedEdges(testEdges[0], testEdges[1], testTypes),
          start,
          checkpoints);
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, publisher);
    }
  }
}
