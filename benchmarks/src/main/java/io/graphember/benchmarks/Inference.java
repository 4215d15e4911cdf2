// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.CommunitySource;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.HeapWatch;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.StorageSettings;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.onnxruntime.OrtProvider;
import io.graphember.inference.order.PartitionOrder;
import io.graphember.inference.order.VertexOrder;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.zarr.ZarrArray;
import io.graphember.kernels.MatMul;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/**
 * GraphSAGE 128-256-47 over all vertices of an R-MAT graph, or of a block model, layer by layer;
 * and the same by batches of vertices with all of their neighbours, of which a few are run and the
 * rest is reckoned.
 */
final class Inference implements Benchmark {
  private static final int DIM = 128;
  private static final int HIDDEN = 256;
  private static final int CLASSES = 47;
  private static final int BLOCK = 1024;
  private static final int WARM_UPS = 2;
  private static final double TARGET_SECONDS = 2.5;
  private static final double TARGET_FILES_SECONDS = 12;
  private static final double TARGET_FILL = 10; // % of the model time

  @Override
  public String name() {
    return "inference";
  }

  @Override
  public String description() {
    return "GraphSAGE 128-256-47 over all vertices of R-MAT, layer by layer and batch by batch";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("graph", "rmat");
    options.put("scale", "20");
    options.put("edges", "20000000");
    options.put("within", "0.95");
    options.put("partitions", "1 8");
    options.put("partitioner", "hash-2d");
    options.put("order", "pds");
    options.put("threads", "2");
    options.put("engine", "kernel");
    options.put("runs", "3");
    options.put("memory", "true");
    options.put("files", "true");
    options.put("cachePercent", "10");
    options.put("cacheMebibytes", "0");
    options.put("sampleWise", "true");
    options.put("samples", "200");
    options.put("batchSize", "1024");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int threads = Integer.parseInt(options.text("threads"));
    final int runs = Integer.parseInt(options.text("runs"));
    ModelSpec spec = new ModelSpec(new GraphSage(), DIM, HIDDEN, CLASSES, 2, 0, 0.5f);
    float[] parameters = new float[spec.layout().length()];
    fill(parameters, 1);
    List<Measurement> all = new ArrayList<>();
    ForkJoinPool pool = new ForkJoinPool(Math.max(1, threads - 1));
    try {
      Workers workers = new Workers(pool, threads);
      RunnerFactory runners = runners(options.text("engine"));
      for (String partitions : options.text("partitions").split(" ")) {
        BuiltGraph graph = graph(options, Integer.parseInt(partitions));
        List<InferencePartition> resident =
            resident(graph, VertexOrder.valueOf(options.text("order").toUpperCase(Locale.ROOT)));
        final String where = "P = " + partitions;
        if (Boolean.parseBoolean(options.text("memory"))) {
          final double products =
              Stopwatch.median(products(workers, (int) graph.summary().vertices()));
          Layerwise layerwise =
              new Layerwise(spec, parameters, resident, runners, workers, Optional.empty());
          List<Double> measured = Stopwatch.seconds(WARM_UPS, runs, layerwise::run);
          all.add(
              Measurement.lower("layer by layer, %d threads".formatted(threads), "s", measured)
                  .withTarget(TARGET_SECONDS)
                  .withLimit(products)
                  .in(where));
          all.addAll(layerwise.split(where, graph.summary().vertices()));
          if (Boolean.parseBoolean(options.text("sampleWise")) && partitions.equals("1")) {
            all.addAll(
                new SampleWise(graph, resident, spec, parameters, threads)
                    .against(
                        Stopwatch.median(measured),
                        layerwise.output[0],
                        Integer.parseInt(options.text("samples")),
                        Integer.parseInt(options.text("batchSize"))));
          }
        }
        if (Boolean.parseBoolean(options.text("files"))) {
          all.addAll(fromFiles(options, spec, parameters, resident, runners, workers, where));
        }
      }
    } finally {
      pool.shutdown();
    }
    return all;
  }

  private static RunnerFactory runners(String engine) {
    return switch (engine) {
      case "kernel" -> RunnerFactory.KERNELS;
      case OrtProvider.NAME -> new OrtProvider().open();
      default -> throw new IllegalArgumentException("there is no engine " + engine);
    };
  }

  private static BuiltGraph graph(BenchmarkOptions options, int partitions) {
    final int scale = Integer.parseInt(options.text("scale"));
    final long edges = Long.parseLong(options.text("edges"));
    try (GraphSource source =
        options.text("graph").equals("blocks")
            ? new CommunitySource(
                1 << scale, BLOCK, Math.toIntExact(edges), Float.parseFloat(options.text("within")))
            : new RmatSource(scale, edges, 0, 1, 0)) {
      return BuiltGraph.build(
          source,
          "{name: inference, partitions: %d, partitioner: %s}"
              .formatted(partitions, options.text("partitioner")));
    }
  }

  /** The partitions, with random features of their masters. */
  private static List<InferencePartition> resident(BuiltGraph graph, VertexOrder order) {
    List<InferencePartition> resident = new ArrayList<>();
    PartitionTopology[] topologies = graph.topologies();
    for (int p = 0; p < topologies.length; p++) {
      RowSlab rows = new RowSlab(topologies[p].masters(), DIM);
      float[] row = new float[DIM];
      for (int v = 0; v < rows.rows(); v++) {
        fill(row, CounterRandom.child(p, v));
        rows.write(v, row, 0);
      }
      resident.add(
          new InferencePartition(
              p, topologies[p], EdgeData.NONE, rows, PartitionOrder.of(order, topologies[p])));
    }
    return resident;
  }

  private static void fill(float[] values, long key) {
    for (int i = 0; i < values.length; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
  }

  /** The machine's limit: the matrix products alone, over a batch that stays in the cache. */
  private static List<Double> products(Workers workers, int vertices) throws Exception {
    final int batch = 512;
    float[] weights = new float[HIDDEN * HIDDEN];
    fill(weights, 2);
    float[][] x = new float[workers.count()][batch * HIDDEN];
    float[][] y = new float[workers.count()][batch * HIDDEN];
    return Stopwatch.seconds(
        1,
        3,
        () ->
            workers.each(
                vertices,
                batch,
                (worker, from, to) -> {
                  for (int first = from; first < to; first += batch) {
                    final int rows = Math.min(batch, to - first);
                    multiply(x[worker], rows, DIM, weights, HIDDEN, y[worker]);
                    multiply(x[worker], rows, DIM, weights, HIDDEN, y[worker]);
                    multiply(x[worker], rows, HIDDEN, weights, 48, y[worker]);
                    multiply(x[worker], rows, HIDDEN, weights, 48, y[worker]);
                  }
                }));
  }

  private static void multiply(float[] x, int rows, int in, float[] w, int stride, float[] y) {
    MatMul.BEST.multiply(x, in, rows, in, w, 0, stride, y);
  }

  /** The same with rows in files between layers, and some of them in memory. */
  private static List<Measurement> fromFiles(
      BenchmarkOptions options,
      ModelSpec spec,
      float[] parameters,
      List<InferencePartition> resident,
      RunnerFactory runners,
      Workers workers,
      String where)
      throws Exception {
    long rowBytes = 0;
    long vertices = 0;
    for (InferencePartition partition : resident) {
      vertices += partition.topology().masters();
      rowBytes += 4L * DIM * partition.topology().vertices();
    }
    final int mebibytes = Integer.parseInt(options.text("cacheMebibytes"));
    final long cacheBytes =
        mebibytes > 0
            ? (long) mebibytes << 20
            : rowBytes * Integer.parseInt(options.text("cachePercent")) / 100;
    final Path folder = Files.createTempDirectory("inference");
    final List<Layerwise> runs = new ArrayList<>();
    final Supplier<Layerwise> next =
        () -> {
          StorageSettings storage =
              StorageSettings.of(
                  folder,
                  folder,
                  "run-" + runs.size(),
                  Set.of(Layerwise.KEPT),
                  Slice.of(spec),
                  cacheBytes);
          runs.add(
              new Layerwise(spec, parameters, resident, runners, workers, Optional.of(storage)));
          return runs.get(runs.size() - 1);
        };
    try {
      List<Double> seconds =
          Stopwatch.seconds(1, Integer.parseInt(options.text("runs")), () -> next.get().run());
      Layerwise watched = next.get();
      final double heap;
      try (HeapWatch watch = new HeapWatch(() -> 0)) {
        watched.run();
        heap = watch.peakBytes() / 1048576.0;
      }
      List<Measurement> all = new ArrayList<>();
      all.add(
          Measurement.lower(
                  "from files, dynamic cache of %d MiB".formatted(cacheBytes >> 20), "s", seconds)
              .withTarget(TARGET_FILES_SECONDS)
              .in(where));
      all.add(
          Measurement.lower("heap beside graph, features and output", "MiB", List.of(heap))
              .in(where + ", files"));
      all.addAll(runs.get(runs.size() - 1).split(where + ", files", vertices));
      return all;
    } finally {
      ZarrArray.delete(folder);
    }
  }

  /** Layer by layer; output rows are kept. */
  private static final class Layerwise implements LayerOutput {
    /** The last of two layers, the outputs of the model. */
    static final int KEPT = 1;

    private final LayerwiseInference engine;
    private final RowSlab[] output;
    private final List<List<LayerTimes>> times = new ArrayList<>();
    private final MemoryBudget budget = new MemoryBudget(16L << 30);

    Layerwise(
        ModelSpec spec,
        float[] parameters,
        List<InferencePartition> resident,
        RunnerFactory runners,
        Workers workers,
        Optional<StorageSettings> storage) {
      engine =
          new LayerwiseInference(
              spec,
              parameters,
              resident,
              runners,
              workers,
              Cancellation.NEVER,
              NeighborDraws.NONE,
              storage);
      output = new RowSlab[resident.size()];
      Arrays.setAll(output, p -> new RowSlab(resident.get(p).topology().masters(), CLASSES));
      for (RowSlab slab : output) {
        slab.allocate();
      }
    }

    void run() {
      times.add(engine.run(budget, this, (layer, masters) -> {}));
    }

    @Override
    public void accept(
        int layer, int partition, int[] masters, int count, float[] rows, int stride) {
      for (int i = 0; layer == KEPT && i < count; i++) {
        output[partition].write(masters[i], rows, i * stride);
      }
    }

    List<Measurement> split(String where, long vertices) {
      List<LayerTimes> last = times.get(times.size() - 1);
      List<Measurement> split = new ArrayList<>();
      final double fill = last.stream().mapToDouble(LayerTimes::fill).sum();
      final double wall = last.stream().mapToDouble(LayerTimes::wall).sum();
      Measurement filling =
          Measurement.lower("fill, of the wall", "%", List.of(100 * fill / wall)).in(where);
      split.add(last.get(0).chunkReads() > 0 ? filling.withTarget(TARGET_FILL) : filling);
      split.add(share("read", where, last.stream().mapToDouble(LayerTimes::read).sum()));
      split.add(share("aggregate", where, last.stream().mapToDouble(LayerTimes::aggregate).sum()));
      split.add(share("dense", where, last.stream().mapToDouble(LayerTimes::dense).sum()));
      split.add(share("write", where, last.stream().mapToDouble(LayerTimes::write).sum()));
      split.add(
          Measurement.lower(
                  "rows filled / V", "", List.of(last.get(1).filledRows() / (double) vertices))
              .in(where));
      split.add(
          Measurement.lower(
                  "rows cached / V", "", List.of(last.get(1).cachedRows() / (double) vertices))
              .in(where));
      split.add(
          Measurement.lower("memory budget taken", "MiB", List.of(budget.peakBytes() / 1048576.0))
              .in(where));
      final double reads = last.stream().mapToLong(LayerTimes::chunkReads).sum();
      if (reads > 0) {
        final double hits = last.stream().mapToLong(LayerTimes::chunkHits).sum();
        split.add(Measurement.lower("chunks asked for", "", List.of(reads)).in(where));
        split.add(
            Measurement.higher("of them in memory", "%", List.of(100 * hits / reads)).in(where));
      }
      return split;
    }

    private static Measurement share(String what, String where, double seconds) {
      return Measurement.lower(what + ", all threads", "s", List.of(seconds)).in(where);
    }
  }
}
