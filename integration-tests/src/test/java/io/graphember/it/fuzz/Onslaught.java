// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.it.Await;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Many wrong inputs one after the other: each succeeds or gives one clear error within its time,
 * and memory stays flat.
 */
final class Onslaught {
  private static final Duration MOST_PER_INPUT = Duration.ofSeconds(10);

  /** How many: profile {@code long} sends ten times as many. */
  static final int INPUTS = Integer.getInteger("graphember.fuzz.inputs", 1_000);

  private static final int MOST_FAULTS = 20;

  /** A node destroys dropped caches behind the answer, the later the more it has to do. */
  private static final Duration UNTIL_DROPPED = Duration.ofMinutes(3);

  private final String name;
  private final long heapBoundBytes;
  private final Map<String, Integer> codes = new TreeMap<>();
  private final Map<String, String> faults = new LinkedHashMap<>();
  private long slowestNanos;
  private long grownBytes;

  Onslaught(String name, long heapBoundBytes) {
    this.name = name;
    this.heapBoundBytes = heapBoundBytes;
  }

  /** One input. */
  @FunctionalInterface
  interface Input {
    void send(int number) throws Exception;
  }

  void run(int inputs, Input input) {
    for (int warm = 0; warm < inputs / 20; warm++) {
      one(warm, input);
    }
    final long before = usedHeap();
    final long started = System.nanoTime();
    for (int number = 0; number < inputs && faults.size() < MOST_FAULTS; number++) {
      one(number, input);
    }
    final double seconds = (System.nanoTime() - started) / 1e9;
    Await.holds(UNTIL_DROPPED, () -> (grownBytes = usedHeap() - before) < heapBoundBytes);
    System.out.printf(
        "fuzz %s: %,d inputs in %.1f s, slowest %.0f ms, heap %+.1f MB, %s%n",
        name, inputs, seconds, slowestNanos / 1e6, grownBytes / 1e6, codes);
    assertThat(faults).as(name).isEmpty();
    assertThat(codes.keySet()).as("not only one answer").hasSizeGreaterThan(1);
    assertThat(Duration.ofNanos(slowestNanos)).isLessThan(MOST_PER_INPUT);
    assertThat(grownBytes).as("growth of the heap").isLessThan(heapBoundBytes);
  }

  private void one(int number, Input input) {
    final long started = System.nanoTime();
    String answer = "fine";
    try {
      input.send(number);
    } catch (GraphemberException e) {
      answer = e.code();
      if (e.category() == ErrorCategory.BUG || e.getMessage().isBlank()) {
        faults.putIfAbsent(e.getMessage(), "input " + number);
      }
    } catch (Exception | Error e) {
      answer = "FAULT";
      StackTraceElement at = e.getStackTrace().length == 0 ? null : e.getStackTrace()[0];
      faults.putIfAbsent(e.getClass().getName() + " " + at, "input " + number + ": " + e);
    }
    codes.merge(answer, 1, Integer::sum);
    slowestNanos = Math.max(slowestNanos, System.nanoTime() - started);
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
