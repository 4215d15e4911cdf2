// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.DirectBuffer;
import io.graphember.memory.SparseSlab;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.tgar.Activations;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.StepPeers;
import io.graphember.tgar.step.PartitionedModel;
import io.graphember.training.epoch.EpochListener;
import io.graphember.training.epoch.EpochLoop;
import io.graphember.training.epoch.StateKeeper;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.tgar.KnownMasters;
import io.graphember.training.tgar.PartitionSplits;
import io.graphember.training.tgar.PartitionSums;
import io.graphember.training.tgar.PartitionedSteps;
import io.graphember.training.tgar.SplitTotals;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/**
 * An epoch of GCN over a whole graph as small as Cora, by all partitions and by PyTorch: a step
 * with dropout over 140 vertices, and an evaluation of 500. Ours has its optimizer in it, PyTorch's
 * has none.
 */
final class SmallGraph implements Benchmark {
  private static final int DIM = 1433;
  private static final int WORDS = 18; // of a row, as in Cora
  private static final int HIDDEN = 16;
  private static final int CLASSES = 7;
  private static final int TRAIN = 140;
  private static final int VALID = 500;
  private static final float DROPOUT = 0.5f;
  private static final int WARM_UPS = 100;

  @Override
  public String name() {
    return "small";
  }

  @Override
  public String description() {
    return "An epoch of GCN over a graph as small as Cora, by partitions and by PyTorch";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "11");
    options.put("edges", "10556");
    options.put("partitions", "8");
    options.put("threads", "2");
    options.put("runs", "200");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int threads = Integer.parseInt(options.text("threads"));
    final int runs = Integer.parseInt(options.text("runs"));
    final int partitions = Integer.parseInt(options.text("partitions"));
    ForkJoinPool pool = new ForkJoinPool(Math.max(1, threads - 1));
    try {
      List<Double> epochs =
          epochs(partitions(options, partitions), new Workers(pool, threads), runs);
      return List.of(
          Measurement.lower("epoch, %d threads".formatted(threads), "s", epochs)
              .in("P = " + partitions),
          Measurement.lower("epoch, PyTorch", "s", pytorch(partitions(options, 1).get(0), runs)));
    } finally {
      pool.shutdown();
    }
  }

  private static List<Double> epochs(List<ComputedPartition> own, Workers workers, int runs) {
    ModelSpec spec = new ModelSpec(new Gcn(), DIM, HIDDEN, CLASSES, 2, DROPOUT, DROPOUT);
    PartitionedModel model =
        new PartitionedModel(
            spec,
            PartitionHosts.alone(own.size()),
            own,
            StepPeers.NONE,
            workers,
            Cancellation.NEVER,
            Activations.KEPT);
    model.open();
    List<PartitionSplits> splits = new ArrayList<>();
    for (ComputedPartition partition : own) {
      splits.add(
          new PartitionSplits(
              partition.number(),
              known(0, TRAIN / own.size()),
              known(TRAIN / own.size(), VALID / own.size()),
              known(0, 0)));
    }
    TrainingParameters parameters =
        new TrainingParameters(
            1,
            WARM_UPS + runs,
            1,
            HopRules.in(-1, -1),
            HopRules.in(-1, -1),
            1,
            OptimizerPlan.adam(0.01f, 5e-4f),
            0,
            1,
            false,
            false,
            Objective.CLASSIFICATION,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    final StepTimes times = new StepTimes();
    PartitionedSteps steps =
        new PartitionedSteps(
            model,
            parameters,
            CLASSES,
            splits,
            new SplitTotals(TRAIN, VALID, 0, new long[0]),
            PartitionSums.alone(),
            times);
    List<Double> seconds = new ArrayList<>();
    EpochLoop loop =
        new EpochLoop(
            parameters,
            spec.layout(),
            times,
            EpochListener.of(report -> seconds.add(report.seconds())));
    loop.train(steps, loop.start(), StateKeeper.NONE);
    return seconds.subList(WARM_UPS, seconds.size());
  }

  private static KnownMasters known(int from, int count) {
    int[] masters = new int[count];
    int[] classes = new int[count];
    for (int i = 0; i < count; i++) {
      masters[i] = from + i;
      classes[i] = CounterRandom.bounded(CounterRandom.bits(3, from + i), CLASSES);
    }
    return KnownMasters.ofClasses(masters, classes);
  }

  private static List<Double> pytorch(ComputedPartition whole, int runs) throws Exception {
    PartitionTopology topology = whole.topology();
    final int vertices = topology.masters();
    final int edges = topology.edges() + vertices;
    ByteBuffer offsets = DirectBuffer.allocate(4 * (vertices + 1));
    ByteBuffer columns = DirectBuffer.allocate(4 * edges);
    ByteBuffer values = DirectBuffer.allocate(4 * edges);
    ByteBuffer labels = DirectBuffer.allocate(4 * vertices);
    ByteBuffer rows = DirectBuffer.allocate(4 * DIM * vertices);
    float[] row = new float[DIM];
    int[] names = new int[vertices + topology.edges()];
    int at = 0;
    for (int v = 0; v < vertices; v++) {
      final int degree = topology.in().lists().copy(v, names, 0);
      names[degree] = v;
      for (int e = 0; e <= degree; e++) {
        columns.putInt(4 * at, names[e]);
        final double product = (degree + 1.0) * (topology.in().lists().degree(names[e]) + 1.0);
        values.putFloat(4 * at++, (float) (1 / Math.sqrt(product)));
      }
      offsets.putInt(4 * (v + 1), at);
      labels.putInt(4 * v, CounterRandom.bounded(CounterRandom.bits(3, v), CLASSES));
      whole.input().read(v, row, 0);
      rows.asFloatBuffer().put(v * DIM, row);
    }
    PyTorchWholeGraph.Graph graph =
        new PyTorchWholeGraph.Graph(vertices, edges, offsets, columns, values);
    final int[] widths = {DIM, HIDDEN, CLASSES};
    try (PyTorchWholeGraph training =
            PyTorchWholeGraph.gcn(graph, widths, DROPOUT, TRAIN, rows, labels);
        PyTorchWholeGraph evaluation =
            PyTorchWholeGraph.gcn(graph, widths, 0, VALID, rows, labels)) {
      return Stopwatch.seconds(
          WARM_UPS,
          runs,
          () -> {
            training.step();
            evaluation.evaluate();
          });
    }
  }

  private static List<ComputedPartition> partitions(BenchmarkOptions options, int partitions) {
    final int scale = Integer.parseInt(options.text("scale"));
    final long edges = Long.parseLong(options.text("edges"));
    List<ComputedPartition> own = new ArrayList<>();
    try (GraphSource source = new RmatSource(scale, edges, 0, 1, 0)) {
      BuiltGraph graph =
          BuiltGraph.build(
              source, "{name: small, partitions: %d, partitioner: hash-2d}".formatted(partitions));
      PartitionTopology[] topologies = graph.topologies();
      for (int p = 0; p < topologies.length; p++) {
        final int masters = topologies[p].masters();
        CsrRows.Builder rows = new CsrRows.Builder(DIM, masters, masters * WORDS);
        for (int v = 0; v < masters; v++) {
          final long key = CounterRandom.child(p, v);
          for (int word = 0; word < WORDS; word++) { // ascending: one of each stretch of columns
            final int stretch = DIM / WORDS;
            rows.add(
                word * stretch + CounterRandom.bounded(CounterRandom.bits(key, word), stretch),
                1f / WORDS);
          }
          rows.endRow();
        }
        own.add(
            new ComputedPartition(p, topologies[p], EdgeData.NONE, new SparseSlab(rows.build())));
      }
    }
    return own;
  }
}
