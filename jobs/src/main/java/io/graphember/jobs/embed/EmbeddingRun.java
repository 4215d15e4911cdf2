// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.Json;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.embed.completion.CompletionStage;
import io.graphember.jobs.embed.rank.RankMessages;
import io.graphember.jobs.fit.GraphFit;
import io.graphember.jobs.pairs.RankScores;
import io.graphember.jobs.pairs.StoredHeldOutEdges;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.PublishMessages;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.run.PlacedTrainers;
import io.graphember.jobs.run.StepSize;
import io.graphember.jobs.table.StoredTables;
import io.graphember.jobs.table.TableMessages;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.Trainers;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.task.TypedEdges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs one job of embeddings: opens slabs and tables, lets trainers train from checkpoint to
 * checkpoint, publishes, frees. When a node is lost, whatever it did, all goes back to the last
 * complete checkpoint, on the nodes that are left. Used by the coordinator's thread.
 */
public final class EmbeddingRun {
  private final JobParts parts;
  private final JobSettings settings;
  private final EmbeddingSettings embedding;
  private final CheckpointInterval interval;
  private final byte[] attachment;
  private final JobRecord record;
  private final long job;
  private final JobMonitor monitor;
  private final Cancellation cancellation;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final JobAttempts attempts;
  private Progress progress = Progress.NONE;
  private Progress atCheckpoint = Progress.NONE;
  private @Nullable JobTrainers placed; // null before the first attempt

  /**
   * A job that has not begun.
   *
   * @param attachment queries that the client sent, not looked at yet; empty for none
   */
  public EmbeddingRun(
      JobParts parts,
      JobSettings settings,
      byte[] attachment,
      JobRecord record,
      JobMonitor monitor,
      Cancellation cancellation) {
    this.parts = parts;
    this.settings = settings;
    this.embedding = settings.embed().embedding();
    this.interval = embedding.checkpoints();
    this.attachment = attachment;
    this.record = record;
    this.job = record.job();
    this.monitor = monitor;
    this.cancellation = cancellation;
    this.attempts = new JobAttempts(parts, record, settings, monitor, cancellation);
  }

  public JobResult run(long started, GraphInfo graph) {
    EmbeddingParameters parameters = StoredEmbedding.parameters(settings, graph);
    GraphFit.requireEmbeddable(graph);
    final Optional<InitialEmbeddings> start =
        Optional.ofNullable(embedding.from())
            .map(from -> InitialEmbeddings.of(parts, job, graph, from, parameters));
    final CompletionStage completion =
        new CompletionStage(settings, graph, attachment, parameters.plan());
    StoredTables tables = StoredTables.embeddings(parts, graph, settings.name(), record);
    try (RoomReservation room =
        parts.reserveResults(
            settings.name(), demands(graph, parameters, completion), cancellation)) {
      tables.create(parameters.tables(), checkpoints(parameters.steps()), cancellation);
      tables.outlive(job);
      atCheckpoint = Progress.of(tables);
      return attempts.run(
          graph,
          "",
          nodes -> attempt(nodes, started, graph, parameters, completion, start, tables));
    } catch (RuntimeException | Error e) { // a full heap must not keep the cache too
      tables.keep();
      throw e;
    }
  }

  private List<Demand> demands(
      GraphInfo graph, EmbeddingParameters parameters, CompletionStage completion) {
    final List<Demand> demands = new ArrayList<>(completion.demands());
    if (settings.job().publish().embeddings()) {
      demands.add(VertexResults.demand(graph.vertexTypes().get(0), 4L * parameters.embeddingDim()));
    }
    return demands;
  }

  /** Goes on from the last checkpoint, until the job is done or a node is lost. */
  private JobResult attempt(
      JobNodes nodes,
      long started,
      GraphInfo graph,
      EmbeddingParameters parameters,
      CompletionStage completion,
      Optional<InitialEmbeddings> start,
      StoredTables tables) {
    progress = atCheckpoint;
    final long opened = System.nanoTime();
    final long[] masters = openTables(nodes, tables);
    completion.requireFound(nodes, attempts, job);
    if (tables.manifest().isEmpty()) {
      start.ifPresent(rows -> rows.carry(nodes, attempts));
    }
    add(JobPhase.OPEN, opened);
    placed =
        PlacedTrainers.of(
            parts.cluster(),
            nodes.plan(),
            StepSize.of(embedding, settings.trainers()),
            Trainers.given("embedding.trainers", settings.trainers()).why(),
            List.of(),
            Optional.empty());
    monitor.trainers(placed);
    monitor.phase(JobPhase.TRAIN);
    train(nodes, masters, parameters, tables);
    tables.written();
    final JobResult.Test test = test(nodes, graph, parameters);
    Map<String, Publication> publications = publish(nodes, graph, completion);
    final List<NodeCounts> counts = nodes.release();
    attempts.awaitMajority();
    tables.publish(settings, PublishingRun.of(job, settings));
    seconds.put("total", Elapsed.seconds(started));
    return result(graph, test, publications, counts);
  }

  private void add(JobPhase phase, long began) {
    seconds.merge(phase.text(), Elapsed.seconds(began), Double::sum);
  }

  /**
   * What is done.
   *
   * @param epochs whole epochs
   * @param epoch of the present one
   * @param epochSeconds of the present one
   * @param trained in whole epochs
   */
  private record Progress(
      List<EpochInfo> epochs, PassReport epoch, double epochSeconds, PassReport trained) {
    static final Progress NONE = new Progress(List.of(), PassReport.NONE, 0, PassReport.NONE);

    /** What had been done at the last checkpoint. */
    static Progress of(StoredTables tables) {
      return tables.progress().map(text -> Json.read(text, Progress.class)).orElse(NONE);
    }

    Progress plus(PassReport stretch, double seconds) {
      return new Progress(epochs, epoch.plus(stretch), epochSeconds + seconds, trained);
    }

    Progress latest() {
      return new Progress(JobCatalog.latest(epochs), epoch, epochSeconds, trained);
    }

    Progress ended(EpochInfo info) {
      List<EpochInfo> more = new ArrayList<>(epochs);
      more.add(info);
      return new Progress(List.copyOf(more), PassReport.NONE, 0, trained.plus(epoch));
    }
  }

  private long[] openTables(JobNodes nodes, StoredTables tables) {
    final Optional<byte[]> last = tables.manifest();
    List<CompletableFuture<long[]>> sent = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      sent.add(
          nodes.send(
              owner, new TableMessages.Open(job, nodes.plan().epoch(), tables.cache(), last)));
    }
    long[] masters = new long[nodes.plan().owners().length];
    for (long[] some : attempts.await(nodes, sent)) {
      for (int p = 0; p < masters.length; p++) {
        masters[p] += some[p];
      }
    }
    return masters;
  }

  /** Trains the steps that are left, in stretches that end at checkpoints and epochs. */
  private void train(
      JobNodes nodes, long[] masters, EmbeddingParameters parameters, StoredTables tables) {
    final long began = System.nanoTime();
    final StepPace pace = new StepPace();
    long kept = began; // when the last checkpoint was made
    long step = tables.step();
    while (step < parameters.steps()) {
      final long from = step;
      final long started = System.nanoTime();
      step = stretchEnd(from, parameters, pace, started - kept);
      trainStretch(nodes, masters, from, step);
      pace.made(step - from, System.nanoTime() - started);
      if (isEpochEnd(step, parameters)) {
        endEpoch((int) (step / parameters.stepsPerEpoch()));
      }
      final boolean moves =
          step < parameters.steps() && isEpochEnd(step, parameters) && nodes.outdated();
      if (step == parameters.steps()
          || interval.due(from, step, System.nanoTime() - kept)
          || moves) {
        checkpoint(nodes, step, tables);
        kept = System.nanoTime();
      }
      if (moves) {
        attempts.move();
      }
    }
    if (parameters.steps() == 0) {
      checkpoint(nodes, 0, tables);
    }
    add(JobPhase.TRAIN, began);
  }

  /** How many checkpoints there are: the last one is behind the last step. */
  private long checkpoints(long steps) {
    return interval.within(steps) ? 1 + interval.most(steps - 1) : 1;
  }

  private static boolean isEpochEnd(long step, EmbeddingParameters parameters) {
    return step % parameters.stepsPerEpoch() == 0;
  }

  private long stretchEnd(
      long step, EmbeddingParameters parameters, StepPace pace, long sinceKept) {
    final long perEpoch = parameters.stepsPerEpoch();
    final long epochEnd = Math.min(parameters.steps(), (step / perEpoch + 1) * perEpoch);
    final long end = Math.min(epochEnd, interval.next(step));
    return interval.time().isZero()
        ? end
        : Math.min(end, step + pace.steps(interval.time().toNanos() - sinceKept));
  }

  private void trainStretch(JobNodes nodes, long[] masters, long from, long to) {
    final long began = System.nanoTime();
    UUID[] trainers = nodes.plan().trainers();
    List<CompletableFuture<PassReport>> sent = new ArrayList<>();
    for (int rank = 0; rank < trainers.length; rank++) {
      sent.add(
          nodes.send(
              trainers[rank],
              new EmbeddingMessages.Train(job, nodes.plan().epoch(), rank, masters, from, to)));
    }
    PassReport stretch = PassReport.NONE;
    for (PassReport report : attempts.await(nodes, sent)) {
      stretch = stretch.plus(report);
    }
    progress = progress.plus(stretch, Elapsed.seconds(began));
  }

  private void endEpoch(int number) {
    EpochInfo info =
        new EpochInfo(
            number,
            progress.epochSeconds(),
            progress.epoch().waitSeconds() / settings.trainers(),
            progress.epoch().meanLoss(),
            null,
            false,
            null,
            null);
    progress = progress.ended(info);
    monitor.epoch(info);
  }

  /** Writes what has changed on all nodes, then the manifest: whole or not at all. */
  private void checkpoint(JobNodes nodes, long step, StoredTables tables) {
    final long began = System.nanoTime();
    final long version = tables.nextVersion();
    final Optional<byte[]> last = tables.manifest();
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      sent.add(
          nodes.send(
              owner, new TableMessages.Checkpoint(job, nodes.plan().epoch(), last, step, version)));
    }
    final List<StoredTable> written = TableMessages.tables(attempts.await(nodes, sent));
    attempts.awaitMajority();
    tables.complete(step, version, written, Json.write(progress.latest()));
    monitor.kept();
    atCheckpoint = progress;
    add(JobPhase.CHECKPOINT, began);
  }

  private Map<String, Publication> publish(
      JobNodes nodes, GraphInfo graph, CompletionStage completion) {
    final Publications publications =
        new Publications(
            parts,
            graph,
            settings,
            job,
            settings.job().publish().embeddings()
                ? Map.of(VertexResults.EMBEDDINGS, graph.vertexTypes())
                : Map.of());
    completion.add(publications);
    if (publications.byName().isEmpty()) {
      return Map.of();
    }
    publications.publish(
        () -> {
          complete(nodes, completion, publications);
          monitor.phase(JobPhase.PUBLISH);
          final long began = System.nanoTime();
          publishRows(nodes, graph, completion, publications);
          attempts.awaitMajority();
          add(JobPhase.PUBLISH, began);
        });
    return publications.byName();
  }

  private void complete(JobNodes nodes, CompletionStage completion, Publications publications) {
    if (completion.completes()) {
      monitor.phase(JobPhase.COMPLETE);
      final long began = System.nanoTime();
      completion.complete(nodes, attempts, job, publications);
      publications.count(
          CompletionStage.COMPLETIONS,
          parts.caches().open(publications.cacheOf(CompletionStage.COMPLETIONS)).size());
      add(JobPhase.COMPLETE, began);
    }
  }

  private void publishRows(
      JobNodes nodes, GraphInfo graph, CompletionStage completion, Publications publications) {
    completion.publishRelations(nodes, attempts, job, publications);
    final Optional<String> cache =
        publications.cache(VertexResults.EMBEDDINGS, graph.vertexTypes().get(0));
    if (cache.isPresent()) {
      final List<CompletableFuture<Long>> sent = new ArrayList<>();
      for (UUID owner : nodes.owners()) {
        sent.add(
            nodes.send(
                owner, new PublishMessages.PublishRows(job, nodes.plan().epoch(), cache.get())));
      }
      attempts.await(nodes, sent);
    }
  }

  /** Of embeddings of triples: how those that were held out rank. */
  private JobResult.Test test(JobNodes nodes, GraphInfo graph, EmbeddingParameters parameters) {
    if (!(parameters.plan() instanceof EmbeddingPlan.Triples triples)
        || triples.plan().ranked() == 0
        || graph.heldOutEdges() == 0) {
      return JobResult.Test.NONE;
    }
    monitor.phase(JobPhase.RANK);
    final long began = System.nanoTime();
    final TypedEdges heldOut;
    try (MemoryBudget.Reservation memory =
        parts
            .budget()
            .take(0, "Job %d, for held-out edges of graph %s,".formatted(job, graph.name()))) {
      heldOut =
          new StoredHeldOutEdges(parts.caches(), graph, cancellation)
              .some(List.of(), triples.plan().ranked(), memory);
    }
    RankSums sums = RankSums.NONE;
    for (RankSums some : attempts.await(nodes, rank(nodes, heldOut))) {
      sums = sums.plus(some);
    }
    add(JobPhase.RANK, began);
    return RankScores.of(sums, heldOut.size(), graph.vertices());
  }

  private List<CompletableFuture<RankSums>> rank(JobNodes nodes, TypedEdges triples) {
    UUID[] trainers = nodes.plan().trainers();
    List<CompletableFuture<RankSums>> sent = new ArrayList<>();
    for (int t = 0; t < trainers.length; t++) {
      final int from = (int) ((long) triples.size() * t / trainers.length);
      final int to = (int) ((long) triples.size() * (t + 1) / trainers.length);
      sent.add(
          nodes.send(
              trainers[t],
              new RankMessages.Rank(job, nodes.plan().epoch(), triples.range(from, to))));
    }
    return sent;
  }

  private JobResult result(
      GraphInfo graph,
      JobResult.Test test,
      Map<String, Publication> publications,
      List<NodeCounts> counts) {
    return new JobResult(
        job,
        settings.name(),
        settings.seed(),
        graph,
        JobCatalog.latest(progress.epochs()),
        embedding.epochs(),
        test,
        seconds,
        counts.stream().mapToLong(NodeCounts::bytesMoved).sum(),
        counts,
        publications,
        parts.versions(),
        attempts.losses().count(),
        new JobResult.Embedding(progress.trained().walked(), progress.trained().pairs()),
        List.of(),
        placed,
        record.origin(),
        Json.object(record.settings()),
        List.of(),
        null);
  }
}
