// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CounterRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys a second: numbered for the first time, looked up in random order, given back. One thread,
 * columns of as many keys as a piece of a load has.
 */
final class Keys implements Benchmark {
  private static final int COLUMN = 1 << 16;
  private static final int WARM_UPS = 1;
  private static final int RUNS = 3;
  private static final int SLOTS_MEBIBYTES = 64;

  @Override
  public String name() {
    return "keys";
  }

  @Override
  public String description() {
    return "keys a second from key to number and back, random 64-bit keys and strings, one thread";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("longs", "10000000");
    options.put("strings", "5000000");
    return options;
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    all.addAll(measure("long", KeyKind.INT64, Integer.parseInt(options.text("longs")), 15));
    all.addAll(measure("string", KeyKind.STRING, Integer.parseInt(options.text("strings")), 2));
    return all;
  }

  private static List<Measurement> measure(String name, KeyKind kind, int count, double target)
      throws Exception {
    List<KeyColumn> inOrder = columns(kind, count, false);
    List<KeyColumn> shuffled = columns(kind, count, true);
    KeyDictionary[] built = new KeyDictionary[1];
    int[] numbers = new int[COLUMN];
    List<Double> add =
        Stopwatch.seconds(
            WARM_UPS,
            RUNS,
            () -> {
              built[0] = KeyDictionary.of(kind);
              inOrder.forEach(column -> built[0].add(column, numbers));
            });
    List<Double> find =
        Stopwatch.seconds(
            WARM_UPS, RUNS, () -> shuffled.forEach(column -> built[0].find(column, numbers)));
    double reads = Stopwatch.median(new Limits().reads(SLOTS_MEBIBYTES)); // one miss a key at least
    List<Double> back = Stopwatch.seconds(WARM_UPS, RUNS, () -> copyAll(built[0], kind));
    double text =
        kind == KeyKind.STRING ? inOrder.stream().mapToLong(c -> c.arena().length).sum() : 0;
    return List.of(
        Measurement.higher(name + " keys, numbered", "M keys/s", rates(count, add))
            .withTarget(target)
            .withLimit(reads),
        Measurement.higher(name + " keys, found", "M keys/s", rates(count, find))
            .withTarget(target)
            .withLimit(reads),
        Measurement.higher(name + " keys, given back", "M keys/s", rates(count, back))
            .withTarget(target),
        Measurement.lower(
                name + " keys, memory beside their text",
                "B/key",
                List.of((built[0].bytes() - text) / count))
            .withTarget(24));
  }

  private static List<Double> rates(int count, List<Double> seconds) {
    return seconds.stream().map(s -> count / s / 1e6).toList();
  }

  private static void copyAll(KeyDictionary keys, KeyKind kind) {
    KeyColumn.Builder builder = new KeyColumn.Builder(kind);
    for (int number = 0; number < keys.size(); number++) {
      keys.copy(number, builder);
      if (builder.size() == COLUMN) {
        builder.build();
      }
    }
  }

  /** Distinct keys; in another order if shuffled. */
  private static List<KeyColumn> columns(KeyKind kind, int count, boolean shuffled) {
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    if (shuffled) {
      CounterRandom.shuffle(order, 5);
    }
    List<KeyColumn> columns = new ArrayList<>();
    KeyColumn.Builder builder = new KeyColumn.Builder(kind);
    for (long i : order) {
      if (kind == KeyKind.INT64) {
        builder.add(CounterRandom.mix(i)); // a bijection
      } else {
        byte[] text = ("vertex-" + i * 37).getBytes(StandardCharsets.US_ASCII);
        builder.add(text, 0, text.length);
      }
      if (builder.size() == COLUMN) {
        columns.add(builder.build());
      }
    }
    columns.add(builder.build());
    return columns;
  }
}
