// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.epoch.EpochListener;
import io.graphember.training.epoch.EpochLoop;
import io.graphember.training.epoch.EpochReport;
import io.graphember.training.epoch.RowMeans;
import io.graphember.training.epoch.StateKeeper;
import io.graphember.training.epoch.StepSource;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.epoch.TrainingState;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.subgraph.SubgraphSeeds;
import io.graphember.training.sync.Collective;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.task.ClassBalance;
import io.graphember.training.task.DealtVertices;
import io.graphember.training.task.EdgeRanks;
import io.graphember.training.task.OutputCounts;
import io.graphember.training.task.RankingCounts;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import io.graphember.training.task.TypedEdges;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Training of one trainer by batches (GraphScale, section 3.1; DistDGL, section III-A). Every
 * trainer runs the same {@link EpochLoop}. Where they step together, a step's gradients and metrics
 * are added up at a barrier in the order of ranks, then every trainer makes the same update. Where
 * the context has a server, each gives its gradients there, see {@link
 * io.graphember.training.sync.ServedParameters}.
 *
 * <p>A statistic of a batch is that of each trainer's own batch; running means move towards the
 * mean over the trainers, weighted by the rows of their losses. Used by one thread.
 */
public final class TrainingLoop {
  private static final float[] NO_VALUES = {};

  /**
   * Start, weights, best weights, two optimizer slots, gradients, the two buffers of the engine's
   * boundary, what the collective sends and receives.
   */
  private static final int MODEL_COPIES = 10;

  private final TrainerContext context;
  private final TrainingParameters parameters;
  private final ModelSession session;
  private final EpochLoop epochs;
  private final ByteBuffer parameterBuffer;
  private final ByteBuffer gradientBuffer;
  private final RowMeans statistics;
  private final DirectBuffer logits = new DirectBuffer();
  private @Nullable ByteBuffer classWeights; // null for ones
  private final DirectBuffer rowGradients = new DirectBuffer();
  private final StepTimes times;

  /**
   * A trainer's loop.
   *
   * @param session the model; used by the thread that calls {@link #train}
   * @param listener hears of every epoch
   */
  public TrainingLoop(
      TrainerContext context,
      TrainingParameters parameters,
      ModelSession session,
      Consumer<EpochReport> listener) {
    this(context, parameters, session, new StepTimes(), EpochListener.of(listener));
  }

  /**
   * A trainer's loop that is timed.
   *
   * @param session the model; used by the thread that calls {@link #train}
   * @param times hears where the time of steps goes
   * @param listener hears of every epoch
   */
  public TrainingLoop(
      TrainerContext context,
      TrainingParameters parameters,
      ModelSession session,
      StepTimes times,
      EpochListener listener) {
    this.context = context;
    this.parameters = parameters;
    this.session = session;
    this.times = times;
    this.epochs = new EpochLoop(parameters, session.spec().layout(), times, listener);
    int length = session.spec().layout().length();
    this.parameterBuffer = DirectBuffer.allocate(4 * length);
    this.gradientBuffer = DirectBuffer.allocate(4 * length);
    this.statistics = new RowMeans(session.spec().layout().statistics());
  }

  /** Upper bound on the bytes of all copies of a model's parameters that one trainer keeps. */
  public static long estimateBytes(ModelSpec spec) {
    return 4L * MODEL_COPIES * spec.layout().length();
  }

  /**
   * Trains from random parameters, drawn by the job seed.
   *
   * @throws GraphemberException cancelled, another trainer lost, nothing to train on, or the loss
   *     is no longer a number
   */
  public TrainingOutcome train(SplitVertices split) {
    return train(split, start(), StateKeeper.NONE);
  }

  /**
   * Trains; with 0 epochs the result is the start.
   *
   * @param start parameters to start from; not changed
   * @throws GraphemberException cancelled, another trainer lost, or the loss is no longer a number
   */
  public TrainingOutcome train(SplitVertices split, float[] start) {
    return train(split, start(start), StateKeeper.NONE);
  }

  /** The state before the first step, from random parameters drawn by the job seed. */
  public TrainingState start() {
    return epochs.start();
  }

  /**
   * The state before the first step.
   *
   * @param weights to start from; copied
   */
  public TrainingState start(float[] weights) {
    return epochs.start(weights);
  }

  /**
   * Trains on: the outcome has the bits of a training that nothing ever stopped.
   *
   * @param from a state of the same training, the same in every trainer; its arrays are changed
   * @param keeper keeps states to go on from; what it throws ends the training
   * @throws GraphemberException cancelled, another trainer lost, or the loss is no longer a number
   */
  public TrainingOutcome train(SplitVertices split, TrainingState from, StateKeeper keeper) {
    if (parameters.edges().isEmpty() && split.train().total() == 0 && parameters.epochs() > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT, "No vertex to train on: the training split is empty.");
    }
    classWeights = parameters.balanceClasses() ? ClassBalance.weights(split.classes()) : null;
    Optional<SubgraphSeeds> seeds =
        parameters
            .subgraphs()
            .map(chooser -> context.subgraphSeeds(session.spec(), parameters, split.train()));
    TaskSchedule schedule = taskSchedule(split, seeds);
    if (context.server().isPresent()) {
      return trainServed(context.server().get(), schedule, seeds, from, keeper);
    }
    schedule.startAt(from.epochs().size(), from.step());
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline = pipeline(true, seeds, schedule)) {
      return epochs.train(new SampledSteps(pipeline, schedule), from, keeper);
    }
  }

  private TrainingOutcome trainServed(
      ParameterServer server,
      TaskSchedule schedule,
      Optional<SubgraphSeeds> seeds,
      TrainingState from,
      StateKeeper keeper) {
    final int trainers = context.collective().size();
    final long done = from.step() / trainers;
    try (OwnSteps steps = new OwnSteps(schedule, seeds, done)) {
      return epochs.trainServed(steps, server, trainers, from, keeper);
    }
  }

  /**
   * Steps of this trainer alone, as many of an epoch as it comes to; it measures together with the
   * others. What is sampled ahead at the end of an epoch is sampled again, so that there are never
   * more batches than of one schedule.
   */
  private final class OwnSteps implements StepSource, AutoCloseable {
    private final TaskSchedule schedule;
    private final Optional<SubgraphSeeds> seeds;
    private Optional<BatchScheduler<BatchTask, PreparedBatch>> training = Optional.empty();
    private long done;
    private double waited; // before the present batches

    OwnSteps(TaskSchedule schedule, Optional<SubgraphSeeds> seeds, long done) {
      this.schedule = schedule;
      this.seeds = seeds;
      this.done = done;
    }

    @Override
    public int stepsPerEpoch() {
      return Math.max(1, schedule.trainSteps());
    }

    @Override
    public double[] step(float[] weights, long number, float[] gradients) {
      load(weights);
      if (training.isEmpty()) {
        training = Optional.of(pipeline(true, seeds, schedule.training(done)));
      }
      done++;
      return computeStep(training.get(), number, gradients).sums();
    }

    @Override
    public Score validate(float[] weights) {
      close();
      load(weights);
      try (BatchScheduler<BatchTask, PreparedBatch> validation =
          pipeline(true, Optional.empty(), schedule.validation())) {
        final Score score = measure(validation, schedule);
        waited += validation.waitSeconds();
        return score;
      }
    }

    @Override
    public double waitSeconds() {
      return waited + training.map(BatchScheduler::waitSeconds).orElse(0.0);
    }

    @Override
    public void endSteps(int epoch, Score trained) {
      requireTrained(epoch, trained);
    }

    @Override
    public void close() {
      training.ifPresent(
          batches -> {
            waited += batches.waitSeconds();
            batches.close();
          });
      training = Optional.empty();
    }
  }

  /** Steps over batches that are sampled ahead. */
  private final class SampledSteps implements StepSource {
    private final BatchScheduler<BatchTask, PreparedBatch> pipeline;
    private final TaskSchedule schedule;

    SampledSteps(BatchScheduler<BatchTask, PreparedBatch> pipeline, TaskSchedule schedule) {
      this.pipeline = pipeline;
      this.schedule = schedule;
    }

    @Override
    public int stepsPerEpoch() {
      return Math.max(1, schedule.trainSteps());
    }

    @Override
    public double[] step(float[] weights, long number, float[] gradients) {
      load(weights);
      return stepTogether(pipeline, number, gradients);
    }

    @Override
    public Score validate(float[] weights) {
      load(weights);
      return measure(pipeline, schedule);
    }

    @Override
    public double waitSeconds() {
      return pipeline.waitSeconds();
    }

    @Override
    public void endSteps(int epoch, Score trained) {
      requireTrained(epoch, trained);
    }

    @Override
    public void keepBest(long step) {
      context.learned().ifPresent(rows -> rows.keepBest(step));
    }

    /**
     * Brings the rows of the best epoch back, or takes the last ones for the best; no trainer goes
     * on before that is done.
     */
    @Override
    public void end(long step, boolean best) {
      if (context.learned().isEmpty()) {
        return;
      }
      if (best) {
        context.learned().get().restoreBest(step);
      } else {
        context.learned().get().keepBest(step);
      }
      context.collective().allReduce(NO_VALUES, new double[1]);
    }
  }

  private Score measure(
      BatchScheduler<BatchTask, PreparedBatch> validation, TaskSchedule schedule) {
    return parameters.links().isPresent()
        ? evaluateLinks(validation, schedule.validSteps())
        : evaluate(validation, schedule.validSteps());
  }

  private void requireTrained(int epoch, Score trained) {
    if (trained.vertices() == 0 && parameters.labelledEdges().isPresent()) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "No edge to train on: none that epoch %d has drawn has a label that is known; look at the column in the source, or lower task.validation and task.test."
              .formatted(epoch));
    }
  }

  /** Measures parameters on the labels of edges for the test; all trainers share the work. */
  public Score testLabelledEdges(float[] weights) {
    Collective collective = context.collective();
    EdgeSchedule schedule = new EdgeSchedule(parameters, collective.rank(), collective.size());
    return evaluate(weights, schedule.testSteps(), schedule::testTask);
  }

  /** Measures parameters on some vertices; all trainers share the work. */
  public Score evaluate(float[] weights, DealtVertices vertices) {
    BatchSchedule schedule = schedule(DealtVertices.NONE, DealtVertices.NONE);
    return evaluate(
        weights,
        schedule.evaluationSteps(vertices),
        step -> schedule.evaluationTask(vertices, step));
  }

  private Score evaluate(float[] weights, int steps, IntFunction<BatchTask> tasks) {
    load(weights);
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(false, Optional.empty(), IntStream.range(0, steps).mapToObj(tasks).iterator())) {
      return evaluate(pipeline, steps);
    }
  }

  /**
   * Ranks edges that the graph does not have, each among negatives; all trainers share the work.
   *
   * @return their ranks, the same in every trainer
   */
  public EdgeRanks test(float[] weights, TypedEdges edges) {
    TrainingParameters testing = parameters.testingLinks();
    Collective collective = context.collective();
    LinkTestSchedule schedule =
        new LinkTestSchedule(testing, edges, collective.rank(), collective.size());
    final int steps = schedule.steps();
    EdgeRanks ranks =
        new EdgeRanks(edges.size() * testing.links().orElseThrow().replaced().directions().size());
    load(weights);
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        context.pipeline(
            session.spec(),
            testing,
            false,
            session.takesSparse(),
            Optional.empty(),
            times,
            IntStream.range(0, steps).mapToObj(schedule::task).iterator())) {
      for (int step = 0; step < steps; step++) {
        final int firstEdge = schedule.first(step);
        PreparedBatch prepared = pipeline.next();
        prepared.forEachPart(
            part ->
                ranks.add(
                    firstEdge + part.first(),
                    score(part),
                    part.draws().pairs().seedPairs(),
                    testing.links().orElseThrow().rule().perPositive()));
        pipeline.recycle(prepared);
      }
    }
    if (steps > 0) {
      collective.allReduce(NO_VALUES, ranks.values());
    }
    return ranks;
  }

  /** Scores of a batch's pairs, float32[pairs, outputs]. */
  private ByteBuffer score(PreparedBatch prepared) {
    final int pairs = prepared.draws().pairs().size();
    ByteBuffer scores = logits.ofFloats(Math.multiplyExact(pairs, session.spec().outputs()));
    if (pairs > 0) {
      context.readLearned(prepared);
      session.score(
          prepared.batch(), prepared.draws().pairs().seedPairs(), parameterBuffer, scores);
    }
    return scores;
  }

  private TaskSchedule taskSchedule(SplitVertices split, Optional<SubgraphSeeds> seeds) {
    Collective collective = context.collective();
    if (seeds.isPresent()) {
      return new SubgraphSchedule(
          parameters,
          parameters.subgraphs().orElseThrow(),
          seeds.get().sizes(),
          split.train(),
          split.valid(),
          collective.rank());
    }
    return parameters.edges().isPresent()
        ? new EdgeSchedule(parameters, collective.rank(), collective.size())
        : schedule(split.train(), split.valid());
  }

  private BatchSchedule schedule(DealtVertices train, DealtVertices valid) {
    Collective collective = context.collective();
    return new BatchSchedule(parameters, train, valid, collective.rank(), collective.size());
  }

  private BatchScheduler<BatchTask, PreparedBatch> pipeline(
      boolean training, Optional<SubgraphSeeds> seeds, Iterator<BatchTask> tasks) {
    return context.pipeline(
        session.spec(), parameters, training, session.takesSparse(), seeds, times, tasks);
  }

  private void load(float[] weights) {
    parameterBuffer.asFloatBuffer().put(weights);
  }

  /** One step of all trainers: sums of loss, hits and seeds; gradients are added up, too. */
  private double[] stepTogether(
      BatchScheduler<BatchTask, PreparedBatch> pipeline, long number, float[] gradients) {
    final Computed own = computeStep(pipeline, number, gradients);
    final long reached = System.nanoTime();
    context.collective().allReduce(gradients, own.sums());
    statistics.divide(gradients, own.sums()[2]);
    own.moved().ifPresent(step -> context.learned().orElseThrow().await(step));
    times.add(StepTimes.Part.WAIT, reached);
    return own.sums();
  }

  /**
   * What a trainer has computed of a step, beside gradients.
   *
   * @param sums loss, hits and rows
   * @param moved done when the rows that are learned have moved
   */
  private record Computed(double[] sums, Optional<CompletableFuture<Void>> moved) {}

  /** One step of this trainer; statistics among the gradients are weighed by its rows. */
  private Computed computeStep(
      BatchScheduler<BatchTask, PreparedBatch> pipeline, long number, float[] gradients) {
    final long asked = System.nanoTime();
    PreparedBatch prepared = pipeline.next();
    context.readLearned(prepared);
    times.add(StepTimes.Part.WAIT, asked);
    final long began = System.nanoTime();
    Targets targets = targets(prepared);
    final int count = rows(prepared);
    ByteBuffer inputGradients =
        context.learned().isPresent()
            ? rowGradients.ofFloats(
                Math.multiplyExact(prepared.vids().length, session.spec().inputDim()))
            : null;
    StepResult result =
        session.forwardBackward(
            prepared.batch(), targets, parameterBuffer, gradientBuffer, inputGradients);
    requireFinite(result.lossSum(), number, prepared); // before anything is updated by it
    gradientBuffer.asFloatBuffer().get(gradients);
    pipeline.recycle(prepared);
    Optional<CompletableFuture<Void>> moved =
        inputGradients == null
            ? Optional.empty()
            : context
                .learned()
                .map(rows -> rows.contribute(number, inputGradients.asFloatBuffer()));
    statistics.multiply(gradients, count);
    times.add(StepTimes.Part.COMPUTE, began);
    times.step();
    return new Computed(new double[] {result.lossSum(), result.correct(), count}, moved);
  }

  /** Where the time of the steps so far has gone. */
  public StepTimes times() {
    return times;
  }

  private Targets targets(PreparedBatch prepared) {
    if (prepared.task().edges().isPresent()) {
      return prepared.draws().targets(prepared.task().scale());
    }
    ByteBuffer expected = prepared.expected();
    final Loss loss = parameters.objective().loss(expected, classWeights);
    return Targets.ofSeeds(
        prepared.weights().<Loss>map(rows -> new Loss.Weighted(loss, rows)).orElse(loss),
        prepared.task().scale());
  }

  /** Rows or groups that a batch's loss is the sum over. */
  private int rows(PreparedBatch prepared) {
    return parameters.edges().isPresent()
        ? prepared.draws().lossRows()
        : prepared.vertices().size();
  }

  private Score evaluateLinks(BatchScheduler<BatchTask, PreparedBatch> pipeline, int steps) {
    RankingCounts counts = new RankingCounts();
    for (int i = 0; i < steps; i++) {
      PreparedBatch prepared = pipeline.next();
      prepared.forEachPart(
          part ->
              counts.add(
                  score(part),
                  part.draws().pairs().size(),
                  parameters.links().get().rule().perPositive()));
      pipeline.recycle(prepared);
    }
    double[] sums = counts.toArray();
    if (steps > 0) {
      context.collective().allReduce(NO_VALUES, sums);
    }
    return Score.of(sums);
  }

  /** Outputs of a batch's seeds, float32[seeds, outputDim]. */
  private ByteBuffer forward(PreparedBatch prepared) {
    final int seeds = prepared.vertices().size();
    ByteBuffer out = logits.ofFloats(Math.multiplyExact(seeds, session.spec().outputDim()));
    if (seeds > 0) {
      context.readLearned(prepared);
      session.forward(prepared.batch(), parameterBuffer, out, null);
    }
    return out;
  }

  private Score evaluate(BatchScheduler<BatchTask, PreparedBatch> pipeline, int steps) {
    OutputCounts counts = OutputCounts.of(parameters.objective(), session.spec().outputs());
    for (int i = 0; i < steps; i++) {
      PreparedBatch prepared = pipeline.next();
      prepared.forEachPart(part -> count(part, counts));
      pipeline.recycle(prepared);
    }
    double[] sums = counts.toArray();
    if (steps > 0) {
      context.collective().allReduce(NO_VALUES, sums);
    }
    return counts.total(sums);
  }

  private void count(PreparedBatch part, OutputCounts counts) {
    if (parameters.labelledEdges().isPresent()) {
      counts.add(score(part), part.expected(), part.draws().pairs().size());
    } else {
      counts.add(forward(part), part.expected(), part.vertices().size());
    }
  }

  private static void requireFinite(double loss, long step, PreparedBatch batch) {
    if (!Double.isFinite(loss)) {
      throw LossNotFinite.failure(step, loss, batch.seeds());
    }
  }
}
