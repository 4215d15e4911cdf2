// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.table;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.loop.LearnableEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The rows that a job learns with its model, for vertices without features: tables on the nodes
 * that own the vertices, and a cache in which the best rows stay when the job is done, for those
 * who use the model later. Used by the coordinator's thread.
 */
public final class LearnableTables {
  private final JobParts parts;
  private final JobSettings settings;
  private final GraphShape shape;
  private final GraphInfo graph;
  private final long job;
  private final StoredTables kept;
  private Optional<CheckpointedEmbeddings> start;
  private boolean complete;

  /**
   * Tables that are not open yet.
   *
   * @param start what the rows are before the first step; empty for random ones
   * @param job number of the job
   */
  public LearnableTables(
      JobParts parts,
      JobSettings settings,
      GraphInfo graph,
      Optional<CheckpointedEmbeddings> start,
      long job) {
    this.parts = parts;
    this.settings = settings;
    this.shape = GraphTask.of(graph, settings).shape();
    this.graph = graph;
    this.job = job;
    this.start = start;
    this.kept = StoredTables.learned(parts, graph, settings.name());
  }

  /**
   * Bytes of a checkpoint of all tables, at most.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   */
  public long checkpointBytes(long stepsPerEpoch) {
    return StoredTables.bytes(LearnableEmbeddings.tables(settings, shape, stepsPerEpoch), graph);
  }

  private List<TableSpec> best() {
    return List.of(
        LearnableEmbeddings.best(shape.inputDim(settings.ofModel().model().learnableDim())));
  }

  /** Creates the cache in which rows stay, if there is room. */
  public void create(Cancellation cancellation) {
    kept.create(best(), 1, cancellation);
  }

  /**
   * Opens the tables on all nodes that own vertices: from the last checkpoint, or before the first
   * step; once the best rows are kept, from these.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   */
  public List<CompletableFuture<Done>> open(
      JobNodes nodes, long stepsPerEpoch, StoredCheckpoints checkpoints) {
    final boolean begun = !complete && checkpoints.created();
    final Optional<String> cache = begun ? Optional.of(checkpoints.cache()) : Optional.empty();
    final Optional<byte[]> last = begun ? checkpoints.manifest() : Optional.empty();
    List<CompletableFuture<Done>> opened = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      opened.add(
          nodes.send(
              owner,
              new TableMessages.OpenLearned(
                  nodes.plan().job(), nodes.plan().epoch(), stepsPerEpoch, cache, last, start)));
    }
    return opened;
  }

  /** Has all nodes write the best rows to the cache; {@link #complete} takes the answers. */
  public List<CompletableFuture<byte[]>> keep(JobNodes nodes) {
    List<CompletableFuture<byte[]>> written = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      written.add(
          nodes.send(
              owner,
              new TableMessages.KeepLearned(
                  nodes.plan().job(), nodes.plan().epoch(), kept.cache())));
    }
    return written;
  }

  /** The best rows are in the cache. */
  public void complete(List<byte[]> written) {
    kept.complete(TableMessages.tables(written));
    start = Optional.of(rows());
    complete = true;
  }

  /** The rows in the cache, once they are complete. */
  public CheckpointedEmbeddings rows() {
    return new CheckpointedEmbeddings(kept.cache(), kept.manifest().orElseThrow());
  }

  /**
   * Copies the rows of a checkpoint to the cache, instead of the best: of a job whose work has
   * ended on all nodes.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   * @throws GraphemberException if memory does not suffice for a partition, or a block is damaged
   */
  public void keepCheckpoint(
      StoredCheckpoints checkpoints, long stepsPerEpoch, Cancellation cancellation) {
    kept.complete(
        CheckpointedEmbeddings.copy(
            checkpoints.last().orElseThrow(),
            LearnableEmbeddings.tables(settings, shape, stepsPerEpoch),
            parts.caches().open(checkpoints.cache()),
            parts.caches().open(kept.cache()),
            parts.budget(),
            cancellation));
  }

  /** Name of the cache. */
  public String cache() {
    return kept.cache();
  }

  /**
   * Lets the cache stay when the job is done, in the place of that of the last model of a name; and
   * while this job runs, whichever takes its place.
   */
  public void publish(String model) {
    parts.graphs().useRows(job, parts.calls().self(), kept.cache());
    kept.publish(model, PublishingRun.of(job, settings));
  }

  /** Destroys the cache, unless it was published. */
  public void discard() {
    kept.discard();
  }
}
