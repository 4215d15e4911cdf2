// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.HeapWatch;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.ResidentSet;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.DirectBuffer;
import io.graphember.memory.RowSlab;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.tgar.Activations;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.PartitionSeeds;
import io.graphember.tgar.StepPeers;
import io.graphember.tgar.step.PartitionedModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * A step of GraphSAGE 128-256-47 over a whole R-MAT graph, forward and back, by all partitions and
 * by PyTorch.
 */
final class GlobalBatch implements Benchmark {
  private static final int DIM = 128;
  private static final int HIDDEN = 256;
  private static final int CLASSES = 47;
  private static final int WARM_UPS = 2;

  @Override
  public String name() {
    return "global";
  }

  @Override
  public String description() {
    return "A step of GraphSAGE 128-256-47 over a whole R-MAT graph, by partitions and by PyTorch";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("partitions", "1 8");
    options.put("partitioner", "hash-2d");
    options.put("threads", "2");
    options.put("runs", "3");
    options.put("layers", "2");
    options.put("activations", "KEPT");
    options.put("pytorch", "CSR");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int threads = Integer.parseInt(options.text("threads"));
    final int runs = Integer.parseInt(options.text("runs"));
    ModelSpec spec = spec(Integer.parseInt(options.text("layers")));
    List<Measurement> all = new ArrayList<>();
    ForkJoinPool pool = new ForkJoinPool(Math.max(1, threads - 1));
    try {
      Workers workers = new Workers(pool, threads);
      for (String partitions : words(options.text("partitions"))) {
        List<ComputedPartition> own = partitions(options, Integer.parseInt(partitions));
        try (HeapWatch watch = new HeapWatch(() -> 0)) {
          PartitionedModel model =
              new PartitionedModel(
                  spec,
                  PartitionHosts.alone(own.size()),
                  own,
                  StepPeers.NONE,
                  workers,
                  Cancellation.NEVER,
                  Activations.valueOf(options.text("activations")));
          final double estimate = model.estimateBytes() / 1048576.0;
          model.open();
          Steps steps = new Steps(model, spec, own);
          List<Double> seconds = Stopwatch.seconds(WARM_UPS, runs, steps::step);
          final double heap = watch.peakBytes() / 1048576.0;
          final String where = "P = " + partitions;
          all.add(Measurement.lower("step, %d threads".formatted(threads), "s", seconds).in(where));
          all.add(
              Measurement.lower("heap beside graph and features", "MiB", List.of(heap))
                  .withLimit(estimate)
                  .in(where));
        }
      }
      for (String form : words(options.text("pytorch"))) {
        all.addAll(pytorch(options, PyTorchWholeGraph.Form.valueOf(form), runs));
      }
    } finally {
      pool.shutdown();
    }
    return all;
  }

  /** More than two layers have residuals and normalisation, as they would not train without. */
  private static ModelSpec spec(int layers) {
    ModelSpec spec = new ModelSpec(new GraphSage(), DIM, HIDDEN, CLASSES, layers, 0, 0);
    return layers == 2 ? spec : spec.with(LayerOptions.DEFAULT.with(true, Normalization.LAYER));
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).toList();
  }

  private static List<Measurement> pytorch(
      BenchmarkOptions options, PyTorchWholeGraph.Form form, int runs) throws Exception {
    ComputedPartition whole = partitions(options, 1).get(0);
    PartitionTopology topology = whole.topology();
    final int vertices = topology.masters();
    final int edges = topology.edges();
    ByteBuffer offsets = DirectBuffer.allocate(4 * (vertices + 1));
    ByteBuffer columns = DirectBuffer.allocate(4 * edges);
    ByteBuffer values = DirectBuffer.allocate(4 * edges);
    ByteBuffer labels = DirectBuffer.allocate(4 * vertices);
    ByteBuffer rows = DirectBuffer.allocate(4 * DIM * vertices);
    int at = 0;
    float[] row = new float[DIM];
    int[] names = new int[1];
    for (int v = 0; v < vertices; v++) {
      final int degree = topology.in().lists().degree(v);
      names = names.length < degree ? new int[degree] : names;
      topology.in().lists().copy(v, names, 0);
      for (int e = 0; e < degree; e++) {
        columns.putInt(4 * at, names[e]);
        values.putFloat(4 * at++, 1f / degree);
      }
      offsets.putInt(4 * (v + 1), at);
      labels.putInt(4 * v, CounterRandom.bounded(CounterRandom.bits(3, v), CLASSES));
      whole.input().read(v, row, 0);
      rows.asFloatBuffer().put(v * DIM, row);
    }
    System.gc();
    ResidentSet.resetPeak();
    final long before = ResidentSet.bytes();
    try (PyTorchWholeGraph model =
        PyTorchWholeGraph.sage(
            form,
            new PyTorchWholeGraph.Graph(vertices, edges, offsets, columns, values),
            new int[] {DIM, HIDDEN, CLASSES},
            rows,
            labels)) {
      List<Double> seconds = Stopwatch.seconds(WARM_UPS, runs, model::step);
      final double bytes = (ResidentSet.peakBytes() - before) / 1048576.0;
      return List.of(
          Measurement.lower("step, PyTorch", "s", seconds).in(form.name()),
          Measurement.lower("memory with graph and features, PyTorch", "MiB", List.of(bytes))
              .in(form.name()));
    }
  }

  /** Steps of one model. */
  private static final class Steps {
    private final PartitionedModel model;
    private final float[] parameters;
    private final List<PartitionSeeds> seeds = new ArrayList<>();
    private final long vertices;
    private long number;

    Steps(PartitionedModel model, ModelSpec spec, List<ComputedPartition> own) {
      this.model = model;
      parameters = new float[spec.layout().length()];
      fill(parameters, 1);
      long count = 0;
      for (ComputedPartition partition : own) {
        int[] masters = IntStream.range(0, partition.topology().masters()).toArray();
        ByteBuffer labels = DirectBuffer.allocate(4 * masters.length);
        for (int v : masters) {
          labels.putInt(4 * v, CounterRandom.bounded(CounterRandom.bits(3, count + v), CLASSES));
        }
        seeds.add(new PartitionSeeds(masters, new Loss.Classes(labels, null)));
        count += masters.length;
      }
      vertices = count;
    }

    void step() {
      model.step(parameters, number++, 1f / vertices, seeds);
    }
  }

  private static List<ComputedPartition> partitions(BenchmarkOptions options, int partitions) {
    final int scale = Integer.parseInt(options.text("scale"));
    final long edges = Long.parseLong(options.text("edges"));
    List<ComputedPartition> own = new ArrayList<>();
    try (GraphSource source = new RmatSource(scale, edges, 0, 1, 0)) {
      BuiltGraph graph =
          BuiltGraph.build(
              source,
              "{name: global, partitions: %d, partitioner: %s}"
                  .formatted(partitions, options.text("partitioner")));
      PartitionTopology[] topologies = graph.topologies();
      for (int p = 0; p < topologies.length; p++) {
        RowSlab rows = new RowSlab(topologies[p].masters(), DIM);
        float[] row = new float[DIM];
        for (int v = 0; v < rows.rows(); v++) {
          fill(row, CounterRandom.child(p, v));
          rows.write(v, row, 0);
        }
        own.add(new ComputedPartition(p, topologies[p], EdgeData.NONE, rows));
      }
    }
    return own;
  }

  private static void fill(float[] values, long key) {
    for (int i = 0; i < values.length; i++) {
      values[i] = (CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f) / 4;
    }
  }
}
