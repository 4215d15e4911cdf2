// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.DirectedRmat;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.order.PartitionOrder;
import io.graphember.inference.update.ChangedEdges;
import io.graphember.inference.update.ChangedGraph;
import io.graphember.inference.update.FollowingInference;
import io.graphember.inference.update.Touched;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/**
 * GraphSAGE over an R-MAT graph to which edges are added and from which the same are removed again:
 * what a change can have changed, by turns with the whole graph.
 */
final class Updates implements Benchmark {
  private static final int DIM = 64;
  private static final int LAYERS = 2;
  private static final double TARGET_RATIO = 20;
  private static final double MOST_DIFFERENCE = 1e-5;

  @Override
  public String name() {
    return "updates";
  }

  @Override
  public String description() {
    return "GraphSAGE 64-64-64 over R-MAT after some edges have changed, against the whole graph";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("changed", "1000");
    options.put("threads", "2");
    options.put("runs", "5");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int threads = Integer.parseInt(options.text("threads"));
    final int changed = Integer.parseInt(options.text("changed"));
    final int runs = Integer.parseInt(options.text("runs"));
    final DirectedRmat rmat =
        new DirectedRmat(
            Integer.parseInt(options.text("scale")), Integer.parseInt(options.text("edges")));
    final RowSlab input = rows(rmat.vertices());
    final InferencePartition without = partition(rmat.with(new long[0]), input);
    final ForkJoinPool pool = new ForkJoinPool(Math.max(1, threads - 1));
    final List<Measurement> all = new ArrayList<>();
    try {
      final Workers workers = new Workers(pool, threads);
      final long[] uniform = rmat.moreUniform(changed);
      all.addAll(
          measured(
              "uniform ends",
              without,
              partition(rmat.with(uniform), input),
              uniform,
              workers,
              runs));
      final long[] skewed = rmat.more(changed);
      all.addAll(
          measured(
              "R-MAT ends", without, partition(rmat.with(skewed), input), skewed, workers, runs));
    } finally {
      pool.shutdown();
    }
    return all;
  }

  private static RowSlab rows(int vertices) {
    final RowSlab rows = new RowSlab(vertices, DIM);
    final float[] row = new float[DIM];
    for (int v = 0; v < vertices; v++) {
      fill(row, v);
      rows.write(v, row, 0);
    }
    return rows;
  }

  private static void fill(float[] values, long key) {
    for (int i = 0; i < values.length; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
  }

  private static InferencePartition partition(PartitionTopology topology, RowSlab input) {
    return new InferencePartition(0, topology, EdgeData.NONE, input, PartitionOrder.PDS);
  }

  private static SlicedModel model() {
    final ModelSpec spec = new ModelSpec(new GraphSage(), DIM, DIM, DIM, LAYERS, 0, 0.5f);
    final float[] parameters = new float[spec.layout().length()];
    fill(parameters, 1);
    return RunnerFactory.KERNELS.model(spec, parameters);
  }

  /** The graph with and without some edges, in turn. */
  private static List<Measurement> measured(
      String where,
      InferencePartition without,
      InferencePartition with,
      long[] edges,
      Workers workers,
      int runs)
      throws Exception {
    final ChangedEdges changed =
        new ChangedEdges(
            Arrays.stream(edges).map(edge -> Vid.of(0, (int) (edge >>> 32))).toArray(),
            Arrays.stream(edges).map(edge -> Vid.of(0, (int) edge)).toArray(),
            new int[edges.length]);
    final ChangedGraph added = ChangedGraph.ofEdges(changed, ChangedEdges.NONE);
    final ChangedGraph removed = ChangedGraph.ofEdges(ChangedEdges.NONE, changed);
    final SlicedModel model = model();
    final MemoryBudget budget = new MemoryBudget(16L << 30);
    final Kept followed = new Kept(without.topology().masters());
    final Kept whole = new Kept(without.topology().masters());
    final List<Double> followingSeconds = new ArrayList<>();
    final List<Double> wholeSeconds = new ArrayList<>();
    final List<Touched> touched = new ArrayList<>();
    try (FollowingInference following =
        new FollowingInference(model, List.of(without), workers, Cancellation.NEVER)) {
      following.begin(budget, followed);
      final long keptBytes = budget.takenBytes();
      for (int run = -2; run < 2 * runs; run++) {
        final boolean adds = run % 2 == 0;
        final List<InferencePartition> now = List.of(adds ? with : without);
        touched.clear();
        final double seconds =
            Stopwatch.seconds(
                () -> touched.addAll(following.update(now, adds ? added : removed, followed)));
        final double wholly =
            Stopwatch.seconds(
                () ->
                    new LayerwiseInference(
                            model,
                            now,
                            workers,
                            Cancellation.NEVER,
                            NeighborDraws.NONE,
                            Optional.empty())
                        .run(budget, whole, (layer, masters) -> {}));
        if (run >= 0) {
          followingSeconds.add(seconds);
          wholeSeconds.add(wholly);
        }
      }
      requireClose(followed.rows, whole.rows);
      final List<Measurement> all = new ArrayList<>();
      all.add(Measurement.milliseconds("what has changed", followingSeconds).in(where));
      all.add(Measurement.milliseconds("the whole graph", wholeSeconds).in(where));
      all.add(
          Measurement.higher(
                  "whole : changed",
                  "",
                  List.of(Stopwatch.median(wholeSeconds) / Stopwatch.median(followingSeconds)))
              .withTarget(TARGET_RATIO)
              .in(where));
      for (Touched layer : touched) {
        final double share = 100.0 * layer.masters() / without.topology().masters();
        all.add(
            Measurement.lower("vertices computed in layer " + layer.layer(), "%", List.of(share))
                .in(where));
        all.add(
            Measurement.lower(
                    "edges that differences came along in layer " + layer.layer(),
                    "",
                    List.of((double) layer.edges()))
                .in(where));
      }
      all.add(
          Measurement.lower("kept between changes", "MiB", List.of(keptBytes / 1048576.0))
              .in(where));
      return all;
    }
  }

  private static void requireClose(RowSlab found, RowSlab expected) {
    final float[] one = new float[DIM];
    final float[] other = new float[DIM];
    for (int v = 0; v < found.rows(); v++) {
      found.read(v, one, 0);
      expected.read(v, other, 0);
      for (int j = 0; j < DIM; j++) {
        if (!(Math.abs(one[j] - other[j]) <= MOST_DIFFERENCE * Math.max(1, Math.abs(other[j])))) {
          throw new IllegalStateException(
              "vertex %d has %s at %d, the whole graph gives %s".formatted(v, one[j], j, other[j]));
        }
      }
    }
  }

  /** The rows of the last layer. */
  private record Kept(RowSlab rows) implements LayerOutput {
    Kept(int vertices) {
      this(new RowSlab(vertices, DIM));
      rows.allocate();
    }

    @Override
    public void accept(
        int layer, int partition, int[] masters, int count, float[] values, int stride) {
      for (int i = 0; layer == LAYERS - 1 && i < count; i++) {
        rows.write(masters[i], values, i * stride);
      }
    }
  }
}
