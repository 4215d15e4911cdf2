// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.ModelCheckpoints;
import io.graphember.jobs.live.RowKind;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.seed.SeedPlan;
import io.graphember.jobs.seed.TrainerSeeds;
import io.graphember.jobs.sync.RemoteCollective;
import io.graphember.jobs.sync.RemoteParameterServer;
import io.graphember.jobs.table.TableMessages;
import io.graphember.jobs.transport.LocalDraws;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteRowTransport;
import io.graphember.jobs.transport.RemoteStorage;
import io.graphember.jobs.watchdog.EngineWatch;
import io.graphember.jobs.watchdog.WatchedJob;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.training.epoch.EpochListener;
import io.graphember.training.epoch.StateKeeper;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.epoch.TrainingState;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.TopologyPlace;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.UnsupervisedSettings;
import io.graphember.training.loop.LearnableEmbeddings;
import io.graphember.training.loop.StorageAccess;
import io.graphember.training.loop.TrainerContext;
import io.graphember.training.loop.TrainingLoop;
import io.graphember.training.sync.Collective;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.sync.ServedParameters;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Runs trainers on a node. Safe for use by several threads. */
public final class TrainerRunner {
  /** Longest wait for a reply of a storage node, or for the other trainers. */
  static final long REPLY_TIMEOUT_MILLIS = 600_000;

  private static final int MODEL = 0;
  private static final int BASELINE = 1;

  private final Caches caches;
  private final NodeCalls calls;
  private final Backends backends;
  private final NodeThreads threads;
  private final ProgressReports reports;
  private final EngineWatch watch;

  /** Trainers of a node. */
  @Inject
  TrainerRunner(
      Caches caches,
      NodeCalls calls,
      Backends backends,
      NodeThreads threads,
      ProgressReports reports,
      EngineWatch watch) {
    this.caches = caches;
    this.watch = watch;
    this.calls = calls;
    this.backends = backends;
    this.threads = threads;
    this.reports = reports;
  }

  /** Ways of a trainer to the slabs of a job. */
  public TrainerContext context(LiveJob job, Collective collective) {
    return context(job, collective, new RemoteStorage(calls, job));
  }

  /** Where neighbours are drawn as the job says. */
  private StorageAccess storage(LiveJob job) {
    final RemoteStorage remote = new RemoteStorage(calls, job);
    if (job.settings().train().sampling().topology() == TopologyPlace.STORAGE) {
      return remote;
    }
    return new LocalDraws(job.wholeTopology(GraphBlocks.of(caches, job.graph())), remote);
  }

  private TrainerContext context(LiveJob job, Collective collective, StorageAccess storage) {
    return new TrainerContext(
        storage,
        collective,
        replies(job),
        job.quota().executor(threads.samplers()),
        job.work().batches(),
        learned(job, collective.rank()),
        Optional.empty());
  }

  private Optional<ParameterServer> server(LiveJob job, int rank, int model) {
    return RemoteParameterServer.of(calls, job, replies(job), rank, model);
  }

  /** Rows that are learned with the model, if the graph has vertices without features. */
  private Optional<LearnableEmbeddings> learned(LiveJob job, int rank) {
    GraphShape shape = job.task().shape();
    if (!shape.learned()) {
      return Optional.empty();
    }
    PartitionClient partitions = new RemoteStorage(calls, job).partitions(() -> 0);
    return Optional.of(
        new LearnableEmbeddings(
            new RemoteRowTransport(calls, job),
            VertexTypes.ask(partitions, replies(job)),
            shape,
            job.rowDim(RowKind.VERTICES),
            partitions.partitions(),
            rank,
            replies(job)));
  }

  /**
   * Has all nodes write the rows that are learned: as they are behind the step, since the next one
   * waits for this trainer.
   */
  private List<StoredTable> writeLearned(
      LiveJob job, Optional<CheckpointManifest> last, long step, long version) {
    if (!job.task().shape().learned()) {
      return List.of();
    }
    final Optional<byte[]> manifest = last.map(ManifestFormat::encode);
    List<CompletableFuture<byte[]>> sent =
        Arrays.stream(job.plan().owners())
            .distinct()
            .map(
                owner ->
                    calls.send(
                        owner,
                        NodeThreads.TRAINER_EXECUTOR,
                        new TableMessages.Checkpoint(
                            job.plan().job(), job.plan().epoch(), manifest, step, version)))
            .toList();
    Replies replies = replies(job);
    return TableMessages.tables(
        sent.stream()
            .map(part -> replies.await(part, "a checkpoint of learnable embeddings"))
            .toList());
  }

  public static Replies replies(LiveJob job) {
    return new Replies(job, job.quota().stretched(REPLY_TIMEOUT_MILLIS));
  }

  /** The engine of a job, whose calls are looked after. */
  public Backend backend(LiveJob job) {
    return watch.watch(
        backends.open(job.plan().backend()),
        new WatchedJob(job.plan().job(), job.plan().coordinator(), job));
  }

  /**
   * Runs one trainer to its end, from the last checkpoint if there is one.
   *
   * @param seeds which vertices each trainer learns of
   * @param testEdges edges that the graph does not have, of a job that predicts edges
   * @param start what it begins with without a checkpoint
   * @param checkpoints of the job, if it has any
   */
  public TrainerResult run(
      LiveJob job,
      int rank,
      SeedPlan seeds,
      TypedEdges testEdges,
      ModelStart start,
      Optional<ModelCheckpoints> checkpoints) {
    job.work().trainerStarted(rank);
    JobSettings settings = job.settings();
    TrainingParameters parameters =
        TrainingParameters.of(settings, job.task().shape()).after(start.updates());
    ModelSpec spec = settings.ofModel().spec(job.task().shape());
    Backend backend = backend(job);
    TrainerContext context =
        context(job, new RemoteCollective(calls, job, replies(job), rank), storage(job))
            .servedBy(server(job, rank, MODEL));
    final SplitVertices split =
        new TrainerSeeds(calls, job, replies(job)).of(seeds, rank, job.plan().trainers().length);
    final long started = System.nanoTime();
    ProgressReports.Reporter reporter = reports.of(job, rank);
    reporter.phase(JobPhase.TRAIN);
    final StateKeeper keeper =
        checkpoints
            .filter(all -> rank == 0) // the state is the same in every trainer
            .map(
                all ->
                    new StateKeeper(
                        settings.train().training().checkpoints(),
                        state -> {
                          all.write(
                              state,
                              (last, step, version) -> writeLearned(job, last, step, version));
                          reporter.kept();
                          job.leave();
                        },
                        job::moves))
            .orElse(StateKeeper.NONE);
    final Function<TrainingLoop, TrainingState> from =
        loop ->
            checkpoints
                .flatMap(all -> all.last(spec.layout().length(), parameters.optimizer()))
                .orElseGet(() -> start.state(loop::start, loop::start));
    final EpochListener epochs =
        (report, weights, gradients) -> reporter.epoch(report, spec.layout(), weights, gradients);
    final StepTimes times = new StepTimes(settings.train().training().observe().traceSteps());
    final UpdatedModel updated;
    try (ModelSession session = backend.open(spec)) {
      final TrainingLoop loop = new TrainingLoop(context, parameters, session, times, epochs);
      updated =
          UpdatedModel.of(
              settings.train(),
              start,
              outcome -> tested(loop, parameters, outcome, split, testEdges),
              () -> loop.train(split, from.apply(loop), keeper));
    }
    final Trained trained = updated.trained();
    final double trainSeconds = Elapsed.seconds(started);
    final long baselineStarted = System.nanoTime();
    Optional<Trained> baseline = Optional.empty();
    if (settings.train().training().baseline()
        && settings.train().training().epochs() > 0
        && !(settings.train().task()
            instanceof UnsupervisedSettings) // there is no result to compare
        && !(settings.ofModel().ofPairs()
            ? job.task().shape().learned()
            : job.task().shape().learned(job.task().vertexType()))) {
      reporter.phase(JobPhase.BASELINE);
      baseline =
          Optional.of(
              baseline(
                  context.withoutLearned().servedBy(server(job, rank, BASELINE)),
                  parameters.after(0),
                  backend,
                  spec,
                  split,
                  testEdges));
    }
    final Optional<ServedParameters.Report> served =
        rank > 0 || settings.train().training().inStep()
            ? Optional.empty()
            : job.servers().report(MODEL);
    return new TrainerResult(
        rank == 0 ? trained.outcome().parameters() : new float[0],
        trained.outcome().bestEpoch(),
        trained.outcome().epochs().stream()
            .map(epoch -> ProgressReports.info(epoch, parameters.objective()))
            .toList(),
        TestFigures.of(trained, baseline, parameters, job.graph().edgeTypes()),
        trainSeconds,
        trained.step(),
        trained.spans(),
        served.map(ServedParameters.Report::versions).orElse(0L),
        served.map(ServedParameters.Report::mostBehind).orElse(0L),
        settings.train().training().baseline() ? Elapsed.seconds(baselineStarted) : 0,
        backend.engineVersion(),
        updated.kept(settings.train(), rank == 0));
  }

  private static Trained train(
      TrainerContext context,
      TrainingParameters parameters,
      Backend backend,
      ModelSpec spec,
      SplitVertices split,
      TypedEdges testEdges,
      Function<TrainingLoop, TrainingState> start,
      StateKeeper keeper,
      StepTimes times,
      EpochListener listener) {
    try (ModelSession session = backend.open(spec)) {
      TrainingLoop loop = new TrainingLoop(context, parameters, session, times, listener);
      TrainingOutcome outcome = loop.train(split, start.apply(loop), keeper);
      return tested(loop, parameters, outcome, split, testEdges);
    }
  }

  private static Trained tested(
      TrainingLoop loop,
      TrainingParameters parameters,
      TrainingOutcome outcome,
      SplitVertices split,
      TypedEdges testEdges) {
    final float[] weights = outcome.parameters();
    if (parameters.links().isPresent()) {
      return new Trained(
          outcome, Score.NONE, Optional.of(loop.test(weights, testEdges)), loop.times());
    }
    final Score test =
        parameters.labelledEdges().isPresent()
            ? loop.testLabelledEdges(weights)
            : loop.evaluate(weights, split.test());
    return new Trained(outcome, test, Optional.empty(), loop.times());
  }

  /**
   * What the features alone can do: GraphSAGE without neighbours is a multi-layer perceptron of the
   * same width.
   */
  private static Trained baseline(
      TrainerContext context,
      TrainingParameters parameters,
      Backend backend,
      ModelSpec spec,
      SplitVertices split,
      TypedEdges testEdges) {
    ModelSpec perceptron =
        new ModelSpec(
                new GraphSage(),
                spec.inputDim(),
                spec.hiddenDim(),
                spec.outputDim(),
                spec.layers(),
                spec.inputDropout(),
                spec.hiddenDropout())
            .with(spec.decoder());
    return train(
        context,
        parameters.withoutEdges(),
        backend,
        perceptron,
        split,
        testEdges,
        TrainingLoop::start,
        StateKeeper.NONE,
        new StepTimes(),
        EpochListener.NONE);
  }
}
