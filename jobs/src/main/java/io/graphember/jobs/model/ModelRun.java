// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.Json;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.client.api.observe.TrainerTrace;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.catalog.TrainingMemory;
import io.graphember.jobs.drift.ModelProfile;
import io.graphember.jobs.drift.VersionSample;
import io.graphember.jobs.infer.InferenceContent;
import io.graphember.jobs.infer.LayerMeter;
import io.graphember.jobs.infer.LayerStages;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.pairs.LinkRanks;
import io.graphember.jobs.pairs.StoredHeldOutEdges;
import io.graphember.jobs.publish.BatchStage;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.result.ResultName;
import io.graphember.jobs.retrain.GraphChange;
import io.graphember.jobs.retrain.RetrainWatch;
import io.graphember.jobs.retrain.RetrainWatches;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.Failover;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.seed.SeedPlan;
import io.graphember.jobs.seed.SeedPlanner;
import io.graphember.jobs.table.LearnableTables;
import io.graphember.jobs.table.StoredCheckpoints;
import io.graphember.jobs.train.ModelStart;
import io.graphember.jobs.train.ModelUpdate;
import io.graphember.jobs.train.TrainerResult;
import io.graphember.jobs.transport.OwnerCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.schema.Split;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.epoch.TrainingStateFormat;
import io.graphember.training.footprint.LabelLists;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.task.TypedEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs one job that trains a model: opens slabs, starts trainers, publishes, frees. What a lost
 * node stored is opened elsewhere, and nothing is done again; when a trainer is lost, all goes back
 * to the last complete checkpoint. When the model is trained, a loss takes back its results at
 * most. Used by the coordinator's thread.
 */
public final class ModelRun {

  /** What a stored model says beside its parameters. */
  private static final long MODEL_BYTES = 16 << 10;

  private final JobParts parts;
  private final JobSettings settings;
  private final JobRecord record;
  private final long job;
  private final JobMonitor monitor;
  private final Cancellation cancellation;
  private final JobRecord.Decided decision;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final JobAttempts attempts;
  private final LayerStages stages;
  private final TrainedModels models;
  private Optional<ModelProfile> profile = Optional.empty(); // of the model that is trained on
  private boolean layerwise; // whether results are computed layer by layer
  private @Nullable Trained trained; // null before the last step
  private List<LayerTimes> layers = List.of();
  private @Nullable JobTrainers placed; // null before the last step
  private List<TrainerTrace> traces = List.of();
  private JobResult.@Nullable Test test; // null if trainers have made it

  /**
   * A run that has not begun.
   *
   * @param settings the job, with a number of trainers
   * @param decision its backend, why it has so many trainers, and the model that it starts from
   * @param meter hears how far the results are
   */
  public ModelRun(
      JobParts parts,
      JobSettings settings,
      JobRecord.Decided decision,
      JobRecord record,
      JobMonitor monitor,
      LayerMeter meter,
      Cancellation cancellation) {
    this.parts = parts;
    this.settings = settings;
    this.record = record;
    this.job = record.job();
    this.monitor = monitor;
    this.cancellation = cancellation;
    this.decision = decision;
    this.attempts = new JobAttempts(parts, record, settings, monitor, cancellation);
    this.stages = new LayerStages(settings, job, attempts, meter);
    this.models = new TrainedModels(parts, settings, job, cancellation);
    this.layerwise = settings.train().evaluatesAllInEdges();
  }

  public JobResult run(long started, GraphInfo graph) {
    ModelSpec spec = settings.ofModel().spec(GraphTask.of(graph, settings).shape());
    Optional<StoredModel> from = from(graph, spec);
    final ModelStart start = from.map(this::start).orElseGet(ModelStart::random);
    StoredCheckpoints checkpoints =
        StoredCheckpoints.of(parts, graph, settings.name(), "checkpoints", record);
    Optional<LearnableTables> learned = learned(graph, from);
    try (RoomReservation room =
        parts.reserveResults(settings.name(), demands(graph, spec), cancellation)) {
      final JobResult result =
          attempts(
              graph,
              nodes -> {
                Attempt attempt = new Attempt(nodes, learned.isPresent());
                seconds.put(JobPhase.OPEN.text(), attempts.openSeconds());
                monitor.trainers(figures().placed(graph, nodes.plan()));
                Trained made = trained;
                if (made == null) {
                  try (MemoryBudget.Reservation lists = labelLists(graph)) {
                    made = train(attempt, graph, spec, start, checkpoints, learned);
                    trained = made;
                  }
                } else if (!layerwise) {
                  open(attempt, learned, 1, checkpoints); // no step is made any more
                }
                return publish(attempt, started, graph, spec, made);
              });
      checkpoints.discard();
      watch(graph, result);
      return result;
    } catch (RuntimeException | Error e) { // a full heap must not keep room and caches too
      checkpoints.keep();
      throw e;
    } finally {
      learned.ifPresent(LearnableTables::discard);
    }
  }

  /**
   * Has the cluster train the model on, if the job says so; a job that is run again without saying
   * so ends that.
   */
  private void watch(GraphInfo graph, JobResult result) {
    final RetrainWatches watches = parts.graphs().retrains();
    final ResultName name = new ResultName(graph.name(), settings.name());
    final JobResult.Update update = result.update();
    if (update != null) {
      final Double predictions = update.drift().predictions();
      parts
          .counts()
          .trainedOn(
              update.published(),
              update.drift().stabilityIndex(),
              predictions == null ? 0 : predictions);
      if (update.published()) { // whoever has submitted it: the watch goes on from there
        watches.change(name, watch -> watch.follows(GraphChange.of(graph), update.after()));
      }
    } else if (settings.train().retraining().isPresent()) {
      watches.begin(
          RetrainWatch.of(name, record, GraphChange.of(graph), figure(), parts.clock().millis()));
    } else {
      watches.end(name);
    }
  }

  /** Figure of the test of the model; null if there was nothing to test with. */
  private @Nullable Double figure() {
    return Optional.ofNullable(trained)
        .flatMap(made -> made.result.update())
        .map(ModelUpdate::after)
        .filter(measure -> !measure.isNaN())
        .map(settings.train().task().objective()::figure)
        .orElse(null);
  }

  private static boolean tooLittleMemory(GraphemberException e) {
    return e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)
        || e.is(MemoryError.NATIVE_MEMORY_EXCEEDED)
        || e.is(MemoryError.USER_MEMORY_EXCEEDED)
        || e.is(MemoryError.MEMORY_BUSY);
  }

  /** Parameters on all nodes, and what is published. */
  private List<Demand> demands(GraphInfo graph, ModelSpec spec) {
    List<Demand> demands =
        new ArrayList<>(
            VertexResults.demands(
                settings, GraphTask.of(graph, settings), spec.outputDim(), spec.embeddingDim()));
    final int remembered =
        settings.train().keepsOptimizer()
            ? TrainingParameters.of(settings, GraphTask.of(graph, settings).shape())
                .optimizer()
                .slots()
            : 0;
    demands.add(
        Demand.everywhere(MODEL_BYTES + (1L + remembered) * Float.BYTES * spec.layout().length()));
    return demands;
  }

  /** Keeps memory for the numbers of the labelled vertices of each partition. */
  private MemoryBudget.Reservation labelLists(GraphInfo graph) {
    return parts
        .budget()
        .take(
            LabelLists.coordinatorBytes(
                graph.partitions(),
                GraphTask.of(graph, settings).shape().classes(),
                settings.trainers()),
            "Job %d, for the labels of graph %s,".formatted(job, graph.name()));
  }

  /**
   * Runs the attempts. Where rows between layers do not fit the memory of a node, one more is made
   * that computes results batch by batch.
   */
  private JobResult attempts(GraphInfo graph, Function<JobNodes, JobResult> attempt) {
    try {
      return attempts.run(graph, decision.trainingBackend(), attempt);
    } catch (GraphemberException e) {
      if (trained == null
          || !layerwise
          || settings.train().computedByPartitions() // no node has an engine for it
          || !tooLittleMemory(e)) {
        throw e;
      }
      parts.log().warning("publishes batch by batch: " + e.getMessage());
      layerwise = false;
      return attempts.run(graph, decision.trainingBackend(), attempt);
    }
  }

  /**
   * What training has left: this is not done again, whatever is lost while results are published.
   *
   * @param verdict whether it takes the place of what was there
   * @param result of the first trainer
   * @param content what a layer-wise pass computes with
   */
  private record Trained(ModelVerdict verdict, TrainerResult result, InferenceContent content) {}

  /** Goes on from the last checkpoint, until the model is trained or a trainer is lost. */
  private Trained train(
      Attempt attempt,
      GraphInfo graph,
      ModelSpec spec,
      ModelStart start,
      StoredCheckpoints checkpoints,
      Optional<LearnableTables> learned) {
    final SeedPlan seeds = seeds(attempt);
    final JobNodes nodes = attempt.nodes;
    final long stepsPerEpoch = stepsPerEpoch(graph, seeds);
    createCaches(graph, spec, stepsPerEpoch, checkpoints, learned);
    open(attempt, learned, stepsPerEpoch, checkpoints);
    TrainerResult result;
    try {
      result = train(attempt, graph, seeds, testEdges(graph), start, checkpoints);
    } catch (GraphemberException e) {
      throw models.salvage(e, graph, spec, stepsPerEpoch, checkpoints, learned);
    }
    Optional<List<byte[]>> written =
        learned.map(rows -> attempt.await(rows.keep(nodes), nodes.owners()));
    attempts.awaitMajority();
    learned.ifPresent(rows -> rows.complete(written.orElseThrow()));
    final Optional<VersionSample> sample =
        result.update().map(update -> VersionSample.draw(attempt, nodes.plan()));
    final ModelVerdict verdict =
        ModelVerdict.of(settings.train(), result.update(), drift(result, sample));
    if (verdict.published()) {
      models.put(graph, spec, result.parameters(), learned, memory(result, start, sample));
    }
    return new Trained(
        verdict,
        result,
        new InferenceContent(
            parts.engines().choose(settings.layerwise()),
            result.parameters(),
            new byte[0],
            learned.map(LearnableTables::rows)));
  }

  private static void open(
      Attempt attempt,
      Optional<LearnableTables> learned,
      long stepsPerEpoch,
      StoredCheckpoints checkpoints) {
    learned.ifPresent(
        rows ->
            attempt.await(
                rows.open(attempt.nodes, stepsPerEpoch, checkpoints), attempt.nodes.owners()));
  }

  /** The nodes of one attempt, whose storage nodes may be lost. */
  private final class Attempt implements SeedPlanner.Owners {
    private final JobNodes nodes;
    private final boolean learned; // rows that a model learns lie on their nodes alone
    private final Failover failover;

    Attempt(JobNodes nodes, boolean learned) {
      this.nodes = nodes;
      this.learned = learned;
      this.failover = new Failover(parts, attempts.losses(), nodes, cancellation);
    }

    /** Waits, and makes good the loss of nodes meanwhile, but of those that are needed. */
    <R> List<R> await(List<CompletableFuture<R>> work, Set<UUID> needed) {
      return await(work, needed, () -> {});
    }

    /** The same with something that is done again and again meanwhile. */
    <R> List<R> await(List<CompletableFuture<R>> work, Set<UUID> needed, Runnable meanwhile) {
      return attempts.await(
          nodes,
          work,
          learned ? nodes.all() : needed,
          () -> {
            failover.repair();
            meanwhile.run();
          });
    }

    @Override
    public <R> List<R> ask(Function<int[], Message<List<R>>> message) {
      JobPlan plan = nodes.plan();
      List<Integer> partitions = IntStream.range(0, plan.owners().length).boxed().toList();
      CompletableFuture<List<R>> replies =
          new OwnerCalls(parts.calls(), parts.live().get(job, plan.epoch()).owners())
              .send(
                  partitions,
                  Integer::intValue,
                  (owner, some) ->
                      nodes.send(
                          owner,
                          message.apply(some.stream().mapToInt(Integer::intValue).toArray())));
      return await(List.of(replies), Set.of()).get(0);
    }
  }

  /** Rows that are learned with the model, if the graph has vertices without features. */
  private Optional<LearnableTables> learned(GraphInfo graph, Optional<StoredModel> from) {
    if (!GraphTask.of(graph, settings).shape().learned()) {
      return Optional.empty();
    }
    Optional<CheckpointedEmbeddings> start =
        Optional.ofNullable(settings.ofModel().model().from())
            .flatMap(
                name ->
                    from.map(
                        model -> parts.learnableEmbeddings(job, "model.from", name, model, graph)));
    return Optional.of(new LearnableTables(parts, settings, graph, start, job));
  }

  /** Steps of training, 1 or more. */
  private long stepsPerEpoch(GraphInfo graph, SeedPlan seeds) {
    TrainingParameters parameters =
        TrainingParameters.of(settings, GraphTask.of(graph, settings).shape());
    final long vertices = seeds.total(Split.TRAIN);
    final int trainers = settings.trainers();
    return parameters
        .subgraphs()
        .map(chooser -> chooser.batches(new SubgraphSizes(graph.vertices(), vertices, trainers)))
        .orElseGet(() -> Math.max(1, parameters.trainSteps(vertices, trainers)));
  }

  /**
   * Makes room for what the job keeps, before anything is trained: the rows that it learns, and
   * checkpoints if it is long enough for one of them.
   */
  private void createCaches(
      GraphInfo graph,
      ModelSpec spec,
      long stepsPerEpoch,
      StoredCheckpoints checkpoints,
      Optional<LearnableTables> learned) {
    TrainingParameters parameters =
        TrainingParameters.of(settings, GraphTask.of(graph, settings).shape());
    learned.ifPresent(rows -> rows.create(cancellation));
    final CheckpointInterval interval = settings.train().training().checkpoints();
    final long steps = parameters.epochs() * stepsPerEpoch;
    if (!interval.never() && (interval.within(steps) || checkpoints.begun())) {
      final long state =
          TrainingStateFormat.bytes(
              spec.layout().length(), parameters.optimizer().slots(), parameters.epochs());
      final long tables = learned.map(rows -> rows.checkpointBytes(stepsPerEpoch)).orElse(0L);
      checkpoints.create(
          state + tables,
          Math.max(1, interval.most(steps)),
          "The checkpoints of job " + settings.name(),
          cancellation);
      checkpoints.outlive(job, settings.name());
    }
  }

  /** The model to start from. */
  private Optional<StoredModel> from(GraphInfo graph, ModelSpec spec) {
    return settings
        .train()
        .startsWith(settings.name())
        .map(
            from ->
                parts
                    .models()
                    .get(
                        job,
                        parts.calls().self(),
                        startSetting(settings),
                        graph.name(),
                        from,
                        decision.model().orElseThrow(),
                        spec));
  }

  /** The setting that names the model which a training starts from, for messages. */
  public static String startSetting(JobSettings settings) {
    return settings.train().updates().isPresent() ? "update" : "model.from";
  }

  private ModelStart start(StoredModel from) {
    if (settings.train().updates().isEmpty()) {
      return ModelStart.of(from);
    }
    final String optimizer = optimizer();
    final Optional<TrainingMemory> memory =
        from.memory().filter(kept -> kept.optimizer().equals(optimizer));
    profile = memory.map(kept -> Json.read(kept.profile(), ModelProfile.class));
    return memory
        .map(kept -> ModelStart.of(from, kept))
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.MODEL_MISMATCH,
                    "update = %s: that job has kept nothing that optimizer %s remembers: train it with a section retrain or update, by the same training.optimizer."
                        .formatted(settings.name(), optimizer)));
  }

  private String optimizer() {
    return settings.train().training().optimizer().name().toLowerCase(Locale.ROOT);
  }

  /** What is kept for who trains the model on. */
  private Optional<TrainingMemory> memory(
      TrainerResult result, ModelStart start, Optional<VersionSample> sample) {
    return result
        .update()
        .map(
            update ->
                new TrainingMemory(
                    optimizer(),
                    update.slots(),
                    start.updates() + update.updates(),
                    Json.write(ModelProfile.of(sample.orElseThrow(), update.predictedAfter()))));
  }

  /** How far the version is from that which the model was trained on before. */
  private Optional<JobResult.Drift> drift(TrainerResult result, Optional<VersionSample> sample) {
    return profile.map(
        before ->
            before.drift(sample.orElseThrow(), result.update().orElseThrow().predictedBefore()));
  }

  private SeedPlan seeds(Attempt attempt) {
    return settings.ofModel().ofPairs()
        ? SeedPlan.none()
        : new SeedPlanner(attempt, attempt.nodes.plan()).plan();
  }

  /**
   * Edges that trainers test a job with which predicts edges: some of those that are held out; none
   * if they are ranked among all vertices, by what the model publishes.
   */
  private TypedEdges testEdges(GraphInfo graph) {
    if (!(settings.train().task() instanceof LinkSettings links)
        || settings.train().sampling().beforeSeeds()) { // they have no times
      return TypedEdges.NONE;
    }
    return links.ranksAll() ? TypedEdges.NONE : heldOut(graph, links);
  }

  private TypedEdges heldOut(GraphInfo graph, LinkSettings links) {
    try (MemoryBudget.Reservation memory =
        parts
            .budget()
            .take(0, "Job %d, for held-out edges of graph %s,".formatted(job, graph.name()))) {
      return new StoredHeldOutEdges(parts.caches(), graph, cancellation)
          .some(links.edgeTypes(GraphTask.of(graph, settings).shape()), links.measured(), memory);
    }
  }

  private TrainerResult train(
      Attempt attempt,
      GraphInfo graph,
      SeedPlan seeds,
      TypedEdges edges,
      ModelStart start,
      StoredCheckpoints checkpoints) {
    final JobNodes nodes = attempt.nodes;
    final Optional<String> cache =
        checkpoints.created() ? Optional.of(checkpoints.cache()) : Optional.empty();
    final Optional<byte[]> last = checkpoints.manifest();
    final JobPlan plan = nodes.plan();
    UUID[] trainers = plan.trainers();
    List<CompletableFuture<TrainerResult>> sent = new ArrayList<>();
    for (int rank : plan.leads()) {
      sent.add(
          nodes.send(
              trainers[rank],
              new ModelMessages.Train(job, plan.epoch(), rank, seeds, edges, start, cache, last)));
    }
    List<TrainerResult> results =
        attempt.await(
            sent,
            new HashSet<>(Arrays.asList(trainers)),
            checkpoints.created() ? nodes::moveIfOutdated : () -> {});
    TrainerResult trained = results.get(0);
    traces = figures().traces(plan, results);
    placed = figures().ran(graph, plan, results);
    monitor.trainers(placed);
    monitor.epochs(trained.epochs());
    seconds.put(JobPhase.TRAIN.text(), trained.trainSeconds());
    seconds.put(JobPhase.BASELINE.text(), trained.baselineSeconds());
    return trained;
  }

  private TrainerFigures figures() {
    return new TrainerFigures(parts.cluster(), settings, decision.modelTrainers().why());
  }

  private JobResult publish(
      Attempt attempt, long started, GraphInfo graph, ModelSpec spec, Trained made) {
    final Map<String, Publication> publications =
        made.verdict.published() ? publish(attempt, graph, spec, made) : Map.of();
    final List<NodeCounts> counts = attempt.nodes.release();
    seconds.put("total", Elapsed.seconds(started));
    return result(graph, made, publications, counts);
  }

  private Map<String, Publication> publish(
      Attempt attempt, GraphInfo graph, ModelSpec spec, Trained made) {
    GraphTask task = GraphTask.of(graph, settings);
    Map<String, List<GraphInfo.Vertices>> kinds = VertexResults.kinds(settings, task);
    if (kinds.isEmpty()) {
      return Map.of();
    }
    monitor.phase(JobPhase.PUBLISH);
    final long started = System.nanoTime();
    Publications publications = new Publications(parts, graph, settings, job, kinds);
    publications.publish(
        () -> {
          fill(attempt, spec, made, publications);
          seconds.put(JobPhase.PUBLISH.text(), Elapsed.seconds(started));
          rank(attempt, graph, made, publications);
          attempts.awaitMajority();
        });
    return publications.byName();
  }

  private void rank(Attempt attempt, GraphInfo graph, Trained made, Publications publications) {
    if (!(settings.train().task() instanceof LinkSettings links)
        || !links.ranksAll()
        || graph.heldOutEdges() == 0) {
      return;
    }
    monitor.phase(JobPhase.RANK);
    final long started = System.nanoTime();
    final LinkRanks ranks = new LinkRanks(graph, heldOut(graph, links));
    test =
        ranks.put(
            made.result.test(),
            attempt.await(
                ranks.begin(
                    attempt.nodes,
                    job,
                    VertexCaches.of(publications, graph, settings),
                    made.result.parameters()),
                Set.of()));
    seconds.put(JobPhase.RANK.text(), Elapsed.seconds(started));
  }

  private void fill(Attempt attempt, ModelSpec spec, Trained made, Publications publications) {
    final JobNodes nodes = attempt.nodes;
    if (layerwise) {
      layers = stages.run(nodes, spec.layers(), made.content, publications);
    } else {
      CompletableFuture<Long> batches =
          new BatchStage(parts.calls(), settings, job)
              .begin(nodes, made.result.parameters(), publications);
      attempt.await(List.of(batches), Set.of());
    }
  }

  private JobResult result(
      GraphInfo graph,
      Trained made,
      Map<String, Publication> publications,
      List<NodeCounts> counts) {
    final TrainerResult trained = made.result;
    Map<String, String> versions = parts.versions();
    versions.put("engine", trained.engineVersion());
    return new JobResult(
        job,
        settings.name(),
        settings.seed(),
        graph,
        JobCatalog.latest(trained.epochs()),
        trained.bestEpoch(),
        test == null ? trained.test() : test,
        seconds,
        counts.stream().mapToLong(NodeCounts::bytesMoved).sum(),
        counts,
        publications,
        versions,
        attempts.losses().count(),
        null,
        layers.stream().map(LayerStages::info).toList(),
        placed,
        record.origin(),
        Json.object(record.settings()),
        traces,
        made.verdict.update());
  }
}
