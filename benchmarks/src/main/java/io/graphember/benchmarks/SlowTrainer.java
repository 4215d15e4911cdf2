// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.LocalTrainers;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.engine.Replies;
import io.graphember.schema.Split;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.loop.StorageAccess;
import io.graphember.training.loop.TrainerContext;
import io.graphember.training.loop.TrainingLoop;
import io.graphember.training.sync.ServedParameters;
import io.graphember.training.sync.Staleness;
import io.graphember.training.task.DealtVertices;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Four trainers, one of which takes five times as long for each step, by each consistency. A step
 * lasts at least some milliseconds, which stand for the processors of other machines: all trainers
 * share those of this one.
 */
final class SlowTrainer implements Benchmark {
  private static final int TRAINERS = 4;

  @Override
  public String name() {
    return "consistency";
  }

  @Override
  public String description() {
    return "Four trainers, one of them five times as slow: steps a second by each consistency";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("vertices", "8000");
    options.put("epochs", "10");
    options.put("stepMillis", "40");
    options.put("slower", "5");
    options.put("runs", "3");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final BackendProvider engine =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.name().equals("djl"))
            .findFirst()
            .orElseThrow();
    try (Backend backend = engine.open(new BackendSettings(1, Optional.empty()))) {
      final Job job = new Job(options, backend);
      List<Measurement> rows = new ArrayList<>();
      job.measure("bsp, none slow", Optional.empty(), 1, rows);
      job.measure("bsp", Optional.empty(), job.slower, rows);
      for (long bound : new long[] {1, 4, 16}) {
        job.measure("ssp, staleness " + bound, Optional.of(new Staleness(bound)), job.slower, rows);
      }
      job.measure("async", Optional.of(Staleness.ANY), job.slower, rows);
      return rows;
    }
  }

  /** Takes at least some time for a step. */
  private record Lasting(ModelSession session, long nanos, LongAdder steps)
      implements ModelSession {
    @Override
    public ModelSpec spec() {
      return session.spec();
    }

    @Override
    public StepResult forwardBackward(
        MiniBatch batch,
        Targets targets,
        ByteBuffer parameters,
        ByteBuffer gradients,
        @Nullable ByteBuffer inputGradients) {
      final long end = System.nanoTime() + nanos;
      StepResult result =
          session.forwardBackward(batch, targets, parameters, gradients, inputGradients);
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      steps.increment();
      return result;
    }

    @Override
    public void forward(
        MiniBatch batch,
        ByteBuffer parameters,
        ByteBuffer logits,
        @Nullable ByteBuffer embeddings) {
      session.forward(batch, parameters, logits, embeddings);
    }

    @Override
    public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
      session.score(batch, pairs, parameters, scores);
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static final class Job {
    private final Backend backend;
    private final ModelSpec spec;
    private final TrainingParameters parameters;
    private final LocalPartitions partitions;
    private final SplitVertices splits;
    private final long stepNanos;
    private final int slower;
    private final int runs;

    Job(BenchmarkOptions options, Backend backend) {
      this.backend = backend;
      this.stepNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(options.text("stepMillis")));
      this.slower = Integer.parseInt(options.text("slower"));
      this.runs = Integer.parseInt(options.text("runs"));
      final String yaml =
          "{type: block-model, vertices: %s, classes: 10, words: 50, degree: 6, seed: 3}"
              .formatted(options.text("vertices"));
      SourceSettings settings = SettingsDocument.parse("source", yaml).bind(SourceSettings.class);
      try (GraphSource source = GraphSource.open(settings, Path.of("."), ReadProgress.NONE)) {
        BuiltGraph graph = BuiltGraph.build(source, "{name: blocks, partitions: 8}");
        this.partitions = new LocalPartitions(graph);
        this.splits =
            SplitVertices.all(
                select(graph, Split.TRAIN), select(graph, Split.VALID), LabeledVertices.NONE);
        this.spec =
            new ModelSpec(new GraphSage(), graph.summary().featureDim(), 32, 10, 2, 0.2f, 0.2f);
      }
      this.parameters =
          new TrainingParameters(
              1,
              Integer.parseInt(options.text("epochs")),
              16,
              HopRules.in(10, 5),
              HopRules.in(10, 10),
              256,
              OptimizerPlan.adam(0.01f, 5e-4f),
              0,
              2,
              true,
              false,
              Objective.CLASSIFICATION,
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
    }

    private static LabeledVertices select(BuiltGraph graph, Split wanted) {
      LongArray vids = new LongArray(64);
      IntArray classes = new IntArray(64);
      for (int p = 0; p < graph.summary().partitions(); p++) {
        VertexLabels labels =
            GraphPartition.load(
                    p,
                    graph.summary().featureDim(),
                    key -> graph.blocks().get(key),
                    Cancellation.NEVER)
                .labels();
        for (int local = 0; local < labels.labels().length; local++) {
          if (labels.splits()[local] == wanted.code()) {
            vids.add(Vid.of(p, local));
            classes.add(labels.labels()[local]);
          }
        }
      }
      return new LabeledVertices(vids.toArray(), classes.toArray());
    }

    void measure(String name, Optional<Staleness> bound, int times, List<Measurement> rows)
        throws Exception {
      List<Double> rates = new ArrayList<>();
      List<Double> qualities = new ArrayList<>();
      List<Double> behind = new ArrayList<>();
      for (int run = 0; run < runs; run++) {
        final LocalTrainers trainers = new LocalTrainers(TRAINERS);
        final LongAdder steps = new LongAdder();
        final TrainingOutcome outcome = train(trainers, bound, times, steps);
        final double seconds =
            outcome.epochs().stream().mapToDouble(epoch -> epoch.seconds()).sum();
        rates.add(steps.sum() / seconds);
        qualities.add(outcome.epochs().get(outcome.bestEpoch() - 1).valid().quality());
        behind.add(
            bound.isEmpty()
                ? 0.0
                : Optional.of(trainers.report())
                    .map(ServedParameters.Report::mostBehind)
                    .map(Long::doubleValue)
                    .orElse(0.0));
      }
      rows.add(Measurement.higher("steps a second", "/s", rates).in(name));
      rows.add(Measurement.higher("validation", "", qualities).in(name));
      rows.add(Measurement.lower("versions behind, at most", "", behind).in(name));
    }

    private TrainingOutcome train(
        LocalTrainers trainers, Optional<Staleness> bound, int times, LongAdder steps)
        throws Exception {
      ForkJoinPool pool = new ForkJoinPool(3 * TRAINERS);
      try {
        List<Future<TrainingOutcome>> running = new ArrayList<>();
        for (int rank = 0; rank < TRAINERS; rank++) {
          final int number = rank;
          running.add(pool.submit(() -> train(trainers, number, bound, times, steps, pool)));
        }
        TrainingOutcome outcome = running.get(0).get();
        for (Future<TrainingOutcome> other : running) {
          other.get();
        }
        return outcome;
      } finally {
        pool.shutdown();
      }
    }

    private TrainingOutcome train(
        LocalTrainers trainers,
        int rank,
        Optional<Staleness> bound,
        int times,
        LongAdder steps,
        ForkJoinPool pool) {
      final TrainerContext context =
          new TrainerContext(
              StorageAccess.of(partitions, partitions.rows(), partitions.rows(), partitions.rows()),
              trainers.collective(rank),
              new Replies(Cancellation.NEVER, 600_000),
              pool,
              new BatchCounts(),
              Optional.empty(),
              bound.map(most -> trainers.server(rank, most)));
      final long nanos = stepNanos * (rank == TRAINERS - 1 ? times : 1);
      try (ModelSession session = new Lasting(backend.open(spec), nanos, steps)) {
        return new TrainingLoop(context, parameters, session, report -> {})
            .train(
                new SplitVertices(
                    DealtVertices.of(splits.train().own(), rank, TRAINERS),
                    DealtVertices.of(splits.valid().own(), rank, TRAINERS),
                    DealtVertices.NONE,
                    splits.classes()));
      }
    }
  }
}
