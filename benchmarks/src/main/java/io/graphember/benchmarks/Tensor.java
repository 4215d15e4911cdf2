// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.Precision;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowInitializer;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rows of a table that are trained where they lie: steps of the optimizers on random rows, reads,
 * operations on whole tables. One thread; processor time. The limit of rows is copying as many
 * bytes as they have; that of whole tables is a plain loop {@code a += s b} over arrays, the STREAM
 * triad in place.
 */
final class Tensor implements Benchmark {
  private static final int WARM_UPS = 3;
  private static final int RUNS = 5;
  private static final LearningRate RATE = LearningRate.constant(0.01f);

  @Override
  public String name() {
    return "tensor";
  }

  @Override
  public String description() {
    return "rows a second that optimizers move in a table, whole tables multiplied and added";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("rows", "500000");
    options.put("dim", "128");
    options.put("stepRows", "5000");
    options.put("sweepRows", "1000000"); // of the table that a dense sweep goes over
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    Tables tables = new Tables(options);
    List<Measurement> all = new ArrayList<>();
    all.addAll(tables.steps());
    all.addAll(tables.reads());
    all.addAll(tables.requests());
    all.addAll(tables.wholeTables());
    all.addAll(tables.sweeps(Integer.parseInt(options.text("sweepRows"))));
    return all;
  }

  /** Tables of one size and the rows that are trained. */
  private static final class Tables {
    private final int rows;
    private final int dim;
    private float touched;
    private final int[][] batches; // each row once in a run over all of them
    private final float[] values;
    private final double copied; // payload bytes a second
    private final double streamed; // bytes read and written a second

    Tables(BenchmarkOptions options) throws Exception {
      rows = Integer.parseInt(options.text("rows"));
      dim = Integer.parseInt(options.text("dim"));
      batches = batches(rows, Integer.parseInt(options.text("stepRows")));
      values = new float[batches[0].length * dim];
      for (int i = 0; i < values.length; i++) {
        values[i] = CounterRandom.unitFloat(CounterRandom.bits(2, i)) - 0.5f;
      }
      copied = copied(rows * dim);
      streamed = streamed(rows * dim);
    }

    private static double copied(int length) throws Exception {
      float[] from = new float[length];
      float[] to = new float[length];
      return 4.0
          * length
          / Stopwatch.median(
              Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> System.arraycopy(from, 0, to, 0, length)));
    }

    private static double streamed(int length) throws Exception {
      float[] a = new float[length];
      float[] b = new float[length];
      return 12.0
          * length
          / Stopwatch.median(Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> addScaled(a, b, 0.5f)));
    }

    private static void addScaled(float[] a, float[] b, float factor) {
      for (int i = 0; i < a.length; i++) {
        a[i] += factor * b[i];
      }
    }

    private static int[][] batches(int rows, int stepRows) {
      long[] order = new long[rows];
      Arrays.setAll(order, i -> i);
      CounterRandom.shuffle(order, 1);
      int[][] batches = new int[rows / stepRows][stepRows];
      for (int i = 0; i < batches.length * stepRows; i++) {
        batches[i / stepRows][i % stepRows] = (int) order[i];
      }
      return batches;
    }

    private TablePartition table(RowOptimizer optimizer, Precision precision, int count) {
      return new TablePartition(
          new TableSpec("t", dim, precision, RowInitializer.uniform(0.1f, 3), optimizer), 0, count);
    }

    List<Measurement> steps() throws Exception {
      RowOptimizer dense =
          new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, true); // gaps of batches.length steps
      return List.of(
          step("sgd", RowOptimizer.sgd(RATE), Precision.FLOAT32).withTarget(10),
          step("momentum, exact lazy", RowOptimizer.momentum(RATE), Precision.FLOAT32)
              .withTarget(4),
          plainMomentum(),
          step("adagrad", RowOptimizer.adagrad(RATE), Precision.FLOAT32),
          step("adam", RowOptimizer.adam(RATE), Precision.FLOAT32).withTarget(2.5),
          step("adam, dense, %d steps late".formatted(batches.length), dense, Precision.FLOAT32),
          step("sgd", RowOptimizer.sgd(RATE), Precision.BFLOAT16),
          step("momentum, exact lazy", RowOptimizer.momentum(RATE), Precision.BFLOAT16),
          step("adam", RowOptimizer.adam(RATE), Precision.BFLOAT16));
    }

    private Measurement step(String name, RowOptimizer optimizer, Precision precision)
        throws Exception {
      TablePartition table = table(optimizer, precision, rows);
      long[] step = {0};
      List<Double> seconds =
          Stopwatch.cpuSeconds(
              WARM_UPS,
              RUNS,
              () -> {
                for (int[] batch : batches) {
                  table.update(batch, 0, batch.length, values, 0, ++step[0]);
                }
              });
      return rates(name + ", " + precision, table.spec(), seconds);
    }

    private Measurement rates(String name, TableSpec spec, List<Double> seconds) {
      double count = batches.length * (double) batches[0].length;
      double bytes = TablePartition.estimateBytes(spec, 1);
      return Measurement.higher(
              "step of " + name, "M rows/s", seconds.stream().map(s -> count / s / 1e6).toList())
          .withLimit(copied / bytes / 1e6);
    }

    /** Momentum as it is without last steps: the bare kernel over the same rows. */
    private Measurement plainMomentum() throws Exception {
      TableSpec spec = table(RowOptimizer.momentum(RATE), Precision.FLOAT32, 0).spec();
      final int segmentRows = 15 << 10;
      float[][] segments = new float[rows / segmentRows + 1][12 + 2 * dim * segmentRows];
      SegmentedMatrix matrix = new SegmentedMatrix(segments, segmentRows, 12, 2 * dim, dim);
      float[] drifts = new float[128];
      float[] decays = new float[drifts.length];
      Arrays.fill(decays, 1);
      List<Double> seconds =
          Stopwatch.cpuSeconds(
              WARM_UPS,
              RUNS,
              () -> {
                for (int[] batch : batches) {
                  for (int i = 0; i < batch.length; i += drifts.length) {
                    final int end = Math.min(i + drifts.length, batch.length);
                    touched += matrix.touch(batch, i, end);
                    OptimizerKernels.BEST.momentum(
                        matrix, batch, i, end, drifts, decays, values, i * dim, 0.01f, 0.9f);
                  }
                }
              });
      return rates("momentum, plain, bare loop", spec, seconds);
    }

    List<Measurement> reads() throws Exception {
      return List.of(
          read("sgd", RowOptimizer.sgd(RATE), Precision.FLOAT32),
          read("momentum", RowOptimizer.momentum(RATE), Precision.FLOAT32),
          read("sgd", RowOptimizer.sgd(RATE), Precision.BFLOAT16));
    }

    private Measurement read(String name, RowOptimizer optimizer, Precision precision)
        throws Exception {
      TablePartition table = table(optimizer, precision, rows);
      table.allocate();
      float[] target = new float[values.length];
      List<Double> seconds =
          Stopwatch.cpuSeconds(
              WARM_UPS,
              RUNS,
              () -> {
                for (int[] batch : batches) {
                  table.get(batch, 0, batch.length, 10, target, 0);
                }
              });
      double count = batches.length * (double) batches[0].length;
      return Measurement.higher(
              "read of %s, %s".formatted(name, precision),
              "M rows/s",
              seconds.stream().map(s -> count / s / 1e6).toList())
          .withLimit(copied / (4 * dim) / 1e6);
    }

    /** Steps by way of a host: gradients added up by row, checked, applied. */
    List<Measurement> requests() throws Exception {
      TableHost together = host();
      TableHost alone = host();
      long[] number = {0};
      return List.of(
          request(
              "contribution of one trainer",
              batch -> together.contribute(0, together.step() + 1, gradients(batch))),
          request("push", batch -> alone.push(0, number[0]++, gradients(batch))));
    }

    private TableHost host() {
      TableHost host = new TableHost(1, Workers.CALLER);
      host.add(table(RowOptimizer.sgd(RATE), Precision.FLOAT32, rows));
      return host;
    }

    private List<RowGradients> gradients(int[] batch) {
      return List.of(new RowGradients("t", 0, batch, values));
    }

    private Measurement request(String name, Consumer<int[]> request) throws Exception {
      List<Double> seconds =
          Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> Arrays.stream(batches).forEach(request));
      return rates(
          name + ", sgd", table(RowOptimizer.sgd(RATE), Precision.FLOAT32, 0).spec(), seconds);
    }

    List<Measurement> wholeTables() throws Exception {
      List<Measurement> all = new ArrayList<>();
      for (Precision precision : Precision.values()) {
        TablePartition target = table(RowOptimizer.sgd(RATE), precision, rows);
        TablePartition source = table(RowOptimizer.sgd(RATE), precision, rows);
        source.allocate();
        target.allocate();
        final double moved = 3 * TablePartition.estimateBytes(target.spec(), rows) / 1e9;
        List<Double> added =
            Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> target.multAdd(source, 1e-3f, 0));
        List<Double> scaled = Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> target.mult(0.999f, 0));
        all.add(
            Measurement.higher(
                    "multAdd of a whole table, " + precision,
                    "GB/s",
                    added.stream().map(s -> moved / s).toList())
                .withTarget(0.7 * streamed / 1e9)
                .withLimit(streamed / 1e9));
        all.add(
            Measurement.higher(
                    "mult of a whole table, " + precision,
                    "GB/s",
                    scaled.stream().map(s -> moved * 2 / 3 / s).toList())
                .withLimit(streamed / 1e9));
      }
      return all;
    }

    /** A step of momentum on few rows of a large table: lazy, and as a sweep over all rows. */
    List<Measurement> sweeps(int count) throws Exception {
      int[][] some = Arrays.copyOf(batches(count, batches[0].length), 20);
      TablePartition lazy = table(RowOptimizer.momentum(RATE), Precision.FLOAT32, count);
      TablePartition weights = table(RowOptimizer.sgd(RATE), Precision.FLOAT32, count);
      TablePartition momentum = table(RowOptimizer.sgd(RATE), Precision.FLOAT32, count);
      lazy.allocate();
      weights.allocate();
      momentum.allocate();
      long[] step = {0};
      List<Double> touched =
          Stopwatch.cpuSeconds(
              WARM_UPS,
              RUNS,
              () -> {
                for (int[] batch : some) {
                  lazy.update(batch, 0, batch.length, values, 0, ++step[0]);
                }
              });
      List<Double> swept =
          Stopwatch.cpuSeconds(
              1,
              RUNS,
              () -> {
                momentum.mult(0.9f, 0);
                momentum.put(some[0], 0, some[0].length, values, 0, true, 0);
                weights.multAdd(momentum, -0.01f, 0);
              });
      double milliseconds = 1e3 / some.length;
      return List.of(
          Measurement.lower(
              "step on %d of %d rows, lazy".formatted(some[0].length, count),
              "ms",
              touched.stream().map(s -> s * milliseconds).toList()),
          Measurement.lower(
              "step on %d of %d rows, sweep".formatted(some[0].length, count),
              "ms",
              swept.stream().map(s -> s * 1e3).toList()));
    }
  }
}
