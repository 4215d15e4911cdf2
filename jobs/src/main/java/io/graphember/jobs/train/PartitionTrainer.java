// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.graph.store.GraphPartition;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.ModelCheckpoints;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.seed.PartitionSeeds;
import io.graphember.jobs.seed.SeedPlan;
import io.graphember.jobs.step.RemoteStepPeers;
import io.graphember.jobs.sync.RemotePartitionSums;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.BatchView;
import io.graphember.tgar.Activations;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.step.PartitionedModel;
import io.graphember.training.epoch.EpochListener;
import io.graphember.training.epoch.EpochLoop;
import io.graphember.training.epoch.StateKeeper;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.epoch.TrainingState;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.tgar.PartitionSums;
import io.graphember.training.tgar.PartitionedSteps;
import io.graphember.training.tgar.Perceptron;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Trains a model on a node that computes partitions, together with the nodes that compute the
 * others. Safe for use by several threads.
 */
public final class PartitionTrainer {
  /** What computes the steps, where an engine would be named. */
  private static final String ENGINE = "none: the partitions compute the steps";

  private final NodeCalls calls;
  private final NodeThreads threads;
  private final ProgressReports reports;

  /** Partitions of a node. */
  @Inject
  PartitionTrainer(NodeCalls calls, NodeThreads threads, ProgressReports reports) {
    this.calls = calls;
    this.threads = threads;
    this.reports = reports;
  }

  /**
   * Trains to the end, from the last checkpoint if there is one.
   *
   * @param lead the first partition of this node
   * @param seeds which vertices are learned of
   * @param start what it begins with without a checkpoint
   * @param checkpoints of the job, if it has any
   */
  public TrainerResult run(
      LiveJob job,
      int lead,
      SeedPlan seeds,
      ModelStart start,
      Optional<ModelCheckpoints> checkpoints) {
    Work work = new Work(job, seeds, start.updates());
    final ModelSpec spec = job.settings().ofModel().spec(job.task().shape());
    final TrainingParameters parameters = work.parameters;
    final long started = System.nanoTime();
    ProgressReports.Reporter reporter = reports.of(job, lead);
    reporter.phase(JobPhase.TRAIN);
    final StateKeeper keeper =
        checkpoints
            .filter(all -> lead == 0) // the state is the same on every node
            .map(
                all ->
                    new StateKeeper(
                        job.settings().train().training().checkpoints(),
                        state -> {
                          all.write(state, (last, step, version) -> List.of());
                          reporter.kept();
                          job.leave();
                        },
                        job::moves))
            .orElse(StateKeeper.NONE);
    final UpdatedModel updated =
        work.train(
            spec,
            0,
            (training, test) ->
                UpdatedModel.of(
                    job.settings().train(),
                    start,
                    test,
                    () ->
                        training.apply(
                            loop ->
                                checkpoints
                                    .flatMap(
                                        all ->
                                            all.last(
                                                spec.layout().length(), parameters.optimizer()))
                                    .orElseGet(() -> start.state(loop::start, loop::start)))),
            keeper,
            (report, weights, gradients) ->
                reporter.epoch(report, spec.layout(), weights, gradients));
    final Trained trained = updated.trained();
    final double trainSeconds = Elapsed.seconds(started);
    final long baselineStarted = System.nanoTime();
    Optional<Trained> baseline = Optional.empty();
    if (job.settings().train().training().baseline() && parameters.epochs() > 0) {
      reporter.phase(JobPhase.BASELINE);
      baseline =
          Optional.of(
              work.train(
                  perceptron(spec),
                  1,
                  (training, test) -> test.apply(training.apply(EpochLoop::start)),
                  StateKeeper.NONE,
                  EpochListener.NONE));
    }
    return new TrainerResult(
        lead == 0 ? trained.outcome().parameters() : new float[0],
        trained.outcome().bestEpoch(),
        trained.outcome().epochs().stream()
            .map(epoch -> ProgressReports.info(epoch, parameters.objective()))
            .toList(),
        TestFigures.of(trained, baseline, parameters, job.graph().edgeTypes()),
        trainSeconds,
        trained.step(),
        trained.spans(),
        0,
        0,
        baseline.isPresent() ? Elapsed.seconds(baselineStarted) : 0,
        ENGINE,
        updated.kept(job.settings().train(), lead == 0));
  }

  /** What the features alone can do. */
  private static ModelSpec perceptron(ModelSpec spec) {
    return new ModelSpec(
        new Perceptron(),
        spec.inputDim(),
        spec.hiddenDim(),
        spec.outputDim(),
        spec.layers(),
        spec.inputDropout(),
        spec.hiddenDropout());
  }

  /** The partitions of this node in one job. */
  private final class Work {
    private final LiveJob job;
    private final TrainingParameters parameters;
    private final int[] partitions;
    private final List<UUID> hosts;
    private final PartitionSeeds seeds;
    private final PartitionSums sums;

    Work(LiveJob job, SeedPlan seeds, long updatesBefore) {
      this.job = job;
      this.parameters =
          TrainingParameters.of(job.settings(), job.task().shape()).after(updatesBefore);
      final UUID[] computing = job.plan().trainers();
      this.partitions =
          IntStream.range(0, computing.length)
              .filter(p -> computing[p].equals(calls.self()))
              .toArray();
      this.hosts = Arrays.stream(computing).distinct().toList();
      this.seeds = new PartitionSeeds(job, seeds);
      this.sums = new RemotePartitionSums(calls, job, TrainerRunner.replies(job), partitions);
      Arrays.stream(partitions).forEach(job.work()::trainerStarted);
    }

    /**
     * Trains a model, in memory that it takes before it begins.
     *
     * @param number of the model among those of the job
     * @param work is given what trains from a state, and what tests
     */
    <T> T train(
        ModelSpec spec,
        int number,
        BiFunction<
                Function<Function<EpochLoop, TrainingState>, TrainingOutcome>,
                Function<TrainingOutcome, Trained>,
                T>
            work,
        StateKeeper keeper,
        EpochListener listener) {
      PartitionedModel model = model(spec, number);
      try (MemoryBudget.Reservation memory =
          job.budget()
              .take(
                  model.estimateBytes(),
                  "Job %d, for a step over %d partitions of graph %s,"
                      .formatted(job.plan().job(), partitions.length, job.graph().name()))) {
        model.open();
        final StepTimes times =
            new StepTimes(
                number == 0 ? job.settings().train().training().observe().traceSteps() : 0);
        PartitionedSteps steps =
            new PartitionedSteps(
                model,
                parameters,
                spec.outputDim(),
                seeds.of(partitions),
                seeds.totals(),
                sums,
                times);
        EpochLoop loop =
            new EpochLoop(
                number == 0 ? parameters : parameters.after(0), spec.layout(), times, listener);
        return work.apply(
            start -> loop.train(steps, start.apply(loop), keeper),
            outcome ->
                new Trained(outcome, steps.test(outcome.parameters()), Optional.empty(), times));
      }
    }

    private PartitionedModel model(ModelSpec spec, int number) {
      final int[] hostOf = Arrays.stream(job.plan().trainers()).mapToInt(hosts::indexOf).toArray();
      return new PartitionedModel(
          spec,
          new PartitionHosts(hostOf, hosts.indexOf(calls.self())),
          Arrays.stream(partitions).mapToObj(p -> computed(p, spec)).toList(),
          new RemoteStepPeers(calls, job, TrainerRunner.replies(job), hosts, number),
          threads.workers(job.quota()),
          job,
          activations());
    }

    private Activations activations() {
      return job.settings().train().training().batch().view() instanceof BatchView.WholeGraph whole
              && whole.recompute()
          ? Activations.RECOMPUTED
          : Activations.KEPT;
    }

    private ComputedPartition computed(int number, ModelSpec spec) {
      GraphPartition partition = job.partition(number);
      return new ComputedPartition(
          number, partition.topology(), partition.edgeData(), partition.inputRows(spec.inputDim()));
    }
  }
}
