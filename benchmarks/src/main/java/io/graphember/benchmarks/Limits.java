// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.memory.DirectBuffer;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.Gcn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The machine's own limits: copying, random reads, matrix products; one thread each. */
final class Limits implements Benchmark {
  private static final int MIB = 1 << 20;
  private static final int READS = 1 << 24;
  private static final int LINE_FLOATS = 16;

  private long sink;

  @Override
  public String name() {
    return "limits";
  }

  @Override
  public String description() {
    return "the machine's own limits: memcpy, random reads, matrix products";
  }

  @Override
  public Map<String, String> options() {
    return Map.of("mebibytes", "512");
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    int mebibytes = Integer.parseInt(options.text("mebibytes"));
    return List.of(
        Measurement.higher("memcpy", "GB/s", copies(mebibytes)),
        Measurement.higher("random 4-byte reads of " + mebibytes + " MiB", "M/s", reads(mebibytes)),
        Measurement.higher("matrix product 20,000 x 128 x 256 by the engine", "GFLOP/s", gemm()));
  }

  /** Payload bytes copied a second. */
  static List<Double> copies(int mebibytes) throws Exception {
    float[] from = new float[mebibytes * (MIB / 4)];
    float[] to = new float[from.length];
    double gigabytes = mebibytes * (double) MIB / 1e9;
    return Stopwatch.seconds(3, 5, () -> System.arraycopy(from, 0, to, 0, from.length)).stream()
        .map(seconds -> gigabytes / seconds)
        .toList();
  }

  List<Double> reads(int mebibytes) throws Exception {
    int[] table = new int[mebibytes * (MIB / 4)];
    int[] positions = new int[READS];
    for (int i = 0; i < READS; i++) {
      positions[i] = CounterRandom.bounded(CounterRandom.bits(1, i), table.length);
    }
    List<Double> seconds = Stopwatch.cpuSeconds(2, 5, () -> sink += sum(table, positions));
    return seconds.stream().map(s -> READS / s / 1e6).toList();
  }

  private static long sum(int[] table, int[] positions) {
    long sum = 0;
    for (int position : positions) {
      sum += table[position];
    }
    return sum;
  }

  /** Random rows read, all lines of each and nothing else, from a table; million a second. */
  List<Double> rows(int mebibytes, int dim) throws Exception {
    float[] table = new float[mebibytes * (MIB / 4)];
    Arrays.fill(table, 1); // or all of its pages are one
    int[] starts = new int[READS / 16];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = dim * CounterRandom.bounded(CounterRandom.bits(1, i), table.length / dim);
    }
    List<Double> seconds =
        Stopwatch.cpuSeconds(2, 5, () -> sink += (long) touched(table, starts, dim));
    return seconds.stream().map(s -> starts.length / s / 1e6).toList();
  }

  private static float touched(float[] table, int[] starts, int dim) {
    float sum = 0;
    for (int start : starts) {
      for (int i = 0; i < dim; i += LINE_FLOATS) {
        sum += table[start + i];
      }
    }
    return sum;
  }

  /** A GCN layer without edges is one matrix product. */
  private static List<Double> gemm() throws Exception {
    final int rows = 20_000;
    ModelSpec spec = new ModelSpec(new Gcn(), 128, 1, 256, 1, 0, 0);
    ByteBuffer selfWeights = DirectBuffer.allocate(4 * rows);
    Block block =
        new Block(
            rows,
            rows,
            0,
            DirectBuffer.allocate(4 * (rows + 1)),
            DirectBuffer.allocate(4),
            DirectBuffer.allocate(4),
            selfWeights);
    MiniBatch batch =
        new MiniBatch(
            List.of(block), new BatchInput.Rows(DirectBuffer.allocate(4 * rows * 128)), 0);
    ByteBuffer parameters = DirectBuffer.allocate(4 * spec.layout().length());
    ByteBuffer out = DirectBuffer.allocate(4 * rows * 256);
    BackendProvider provider = ServiceLoader.load(BackendProvider.class).findFirst().orElseThrow();
    try (Backend backend = provider.open(new BackendSettings(1, Optional.empty()));
        ModelSession session = backend.open(spec)) {
      double gigaflop = 2.0 * rows * 128 * 256 / 1e9;
      return Stopwatch.seconds(5, 10, () -> session.forward(batch, parameters, out, null)).stream()
          .map(seconds -> gigaflop / seconds)
          .toList();
    }
  }
}
