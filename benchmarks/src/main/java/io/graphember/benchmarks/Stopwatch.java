// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/** Times a piece of work. */
final class Stopwatch {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Stopwatch() {}

  /** Work that may fail. */
  interface Work {
    void run() throws Exception;
  }

  /** Seconds of one run. */
  static double seconds(Work work) throws Exception {
    long started = System.nanoTime();
    work.run();
    return (System.nanoTime() - started) / 1e9;
  }

  /**
   * Seconds of several runs after others that are not counted.
   *
   * @param warmUps runs before the first that counts
   */
  static List<Double> seconds(int warmUps, int runs, Work work) throws Exception {
    List<Double> counted = new ArrayList<>();
    for (int i = 0; i < warmUps + runs; i++) {
      double seconds = seconds(work);
      if (i >= warmUps) {
        counted.add(seconds);
      }
    }
    return counted;
  }

  /** Seconds of processor time of this thread: waiting for a core says nothing about the work. */
  static List<Double> cpuSeconds(int warmUps, int runs, Work work) throws Exception {
    List<Double> counted = new ArrayList<>();
    for (int i = 0; i < warmUps + runs; i++) {
      long started = THREADS.getCurrentThreadCpuTime();
      work.run();
      if (i >= warmUps) {
        counted.add((THREADS.getCurrentThreadCpuTime() - started) / 1e9);
      }
    }
    return counted;
  }

  /** Seconds of processor time that all threads of this JVM have taken so far. */
  static double processorSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** The middle one of several values. */
  static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
