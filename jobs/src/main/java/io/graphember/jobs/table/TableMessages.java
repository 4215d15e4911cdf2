// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.table;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.training.loop.LearnableEmbeddings;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of the nodes that have the tables of a job. Manifests of checkpoints travel as
 * {@link ManifestFormat} writes them.
 */
public final class TableMessages implements MessageGroup {
  private final Caches caches;
  private final LiveStore jobs;
  private final NodeThreads threads;

  @Inject
  TableMessages(Caches caches, LiveStore jobs, NodeThreads threads) {
    this.caches = caches;
    this.jobs = jobs;
    this.threads = threads;
  }

  /**
   * Opens the tables of a job, for the partitions that a node has; answers the number of masters of
   * each partition of the graph, 0 for one that is elsewhere.
   *
   * @param cache durable cache of the tables
   * @param manifest checkpoint to go on from; empty for untouched rows
   */
  public record Open(long job, int epoch, String cache, Optional<byte[]> manifest)
      implements Message<long[]> {}

  /**
   * Opens the tables of rows that a job learns with its model, for the partitions of a node.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   * @param cache durable cache of the job's checkpoints; empty if it has none
   * @param manifest checkpoint to go on from; empty to begin
   * @param start rows to begin with; empty for random ones
   */
  record OpenLearned(
      long job,
      int epoch,
      long stepsPerEpoch,
      Optional<String> cache,
      Optional<byte[]> manifest,
      Optional<CheckpointedEmbeddings> start)
      implements Message<Done> {}

  /**
   * Writes what has changed in a node's tables; answers its part of the manifest.
   *
   * @param last manifest of the last complete checkpoint; empty if there is none
   * @param step steps that are done
   * @param version number of the checkpoint
   */
  public record Checkpoint(long job, int epoch, Optional<byte[]> last, long step, long version)
      implements Message<byte[]> {}

  /**
   * Writes the learnable embeddings of a node's partitions to a cache; answers its part of the
   * manifest.
   */
  record KeepLearned(long job, int epoch, String cache) implements Message<byte[]> {}

  /** The tables that several nodes have written, each of which has answered its part. */
  public static List<StoredTable> tables(List<byte[]> answers) {
    return answers.stream().flatMap(part -> ManifestFormat.decode(part).tables().stream()).toList();
  }

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Open.class, this::open);
    handlers.carryOut(OpenLearned.class, this::openLearned);
    handlers.answer(Checkpoint.class, this::checkpoint);
    handlers.answer(KeepLearned.class, this::keepLearned);
  }

  private long[] open(Open asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    LiveTables.open(
        live,
        caches.open(asked.cache()),
        asked.manifest().map(ManifestFormat::decode),
        threads.workers(live.quota()));
    long[] masters = new long[live.plan().owners().length];
    for (int p : live.held()) {
      masters[p] = live.partition(p).topology().masters();
    }
    return masters;
  }

  private void openLearned(OpenLearned asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    LiveTables.openLearned(
        live,
        LearnableEmbeddings.tables(live.settings(), live.task().shape(), asked.stepsPerEpoch()),
        asked.cache().map(caches::open),
        asked.manifest().map(ManifestFormat::decode),
        asked.start().map(rows -> rows.reader(caches, live)),
        threads.workers(live.quota()));
  }

  private byte[] checkpoint(Checkpoint asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return part(
        live,
        asked.step(),
        asked.version(),
        live.tables().write(asked.last().map(ManifestFormat::decode), asked.version()));
  }

  private byte[] keepLearned(KeepLearned asked) {
    final LiveJob live = jobs.get(asked.job(), asked.epoch());
    return part(live, 0, 1, live.tables().writeBest(caches.open(asked.cache())));
  }

  private static byte[] part(LiveJob live, long step, long version, List<StoredTable> written) {
    return ManifestFormat.encode(
        new CheckpointManifest(
            step, version, live.graph().name(), live.graph().version(), written));
  }
}
